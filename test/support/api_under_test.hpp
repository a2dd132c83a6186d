#pragma once

#include "kube/access/cluster.hpp"
#include "kube/api/request.hpp"
#include "kube/api/transport.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace test {

/// An API server that the contract tests run against: always the fake, and a real server when
/// `ADDON_OPERATOR_TEST_REAL=1` and `KUBECONFIG` are set.
class api_under_test {
public:
  virtual ~api_under_test() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual kube::api::transport& transport() = 0;
  /// Returns when the condition holds. @returns false if it cannot come true any more (or not within ten
  /// seconds). The condition is asked on this thread only.
  [[nodiscard]] virtual bool wait_until(const std::function<bool()>& condition) = 0;
  /// To be called by events after they have changed the state that a condition looks at.
  virtual void notify() = 0;

  /// Sends a request and waits for the answer.
  [[nodiscard]] base::result<kube::api::http_response> call(kube::api::http_request request);
};

/// The real cluster, if there is one.
[[nodiscard]] std::optional<kube::access::cluster> real_cluster();

/// All servers that are available.
[[nodiscard]] const std::vector<std::shared_ptr<api_under_test>>& apis_under_test();

/// A watch whose lines are collected.
class collected_watch {
public:
  collected_watch(api_under_test& api, kube::api::http_request request);
  ~collected_watch();
  collected_watch(const collected_watch&) = delete;
  collected_watch& operator=(const collected_watch&) = delete;

  /// Waits until the server has accepted the watch. @returns false if it does not.
  [[nodiscard]] bool has_begun();
  /// Waits until this number of lines has come in all, and returns them.
  [[nodiscard]] std::vector<std::string> lines(std::size_t count);

private:
  struct shared_state {
    std::mutex mutex;
    bool begun = false;
    std::vector<std::string> lines;
  };
  api_under_test& api_;
  std::shared_ptr<shared_state> state_ = std::make_shared<shared_state>();
  kube::api::transfer_id id_;
};

/// Creates a namespace of its own for a test. @returns its name.
[[nodiscard]] std::string new_namespace(api_under_test& api);

} // namespace test
