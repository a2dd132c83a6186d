#pragma once

#include "kube/discovery/discovery.hpp"
#include "kube/watch/watch_machine.hpp"
#include "support/api_under_test.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace test {

/// Connects a watch machine to an API server, as the informer does with actors: effects become transfers,
/// events become inputs. Waits are skipped: `wait_for` is answered at once.
class watch_driver {
public:
  watch_driver(api_under_test& api, kube::watch::watch_machine_options options);
  ~watch_driver();
  watch_driver(const watch_driver&) = delete;
  watch_driver& operator=(const watch_driver&) = delete;

  /// The events so far: `added a`, `modified a`, `deleted a`, `listed`, `kind_gone`, `failed CODE`.
  [[nodiscard]] const std::vector<std::string>& log() const noexcept { return log_; }
  /// Runs until the log ends with that entry. @returns false if that does not happen.
  [[nodiscard]] bool run_until(const std::string& entry);
  [[nodiscard]] const kube::watch::watch_machine& machine() const noexcept { return machine_; }
  /// Lets the machine know that the kind may be there (again).
  void start() { step(kube::watch::watch_input::start{}); }

private:
  struct queued_line {
    std::string text;
  };
  struct discovery_answer {
    std::string target;
    base::result<kube::api::http_response> response;
  };
  using event = std::variant<queued_line, discovery_answer, kube::watch::watch_input::list_answered,
                             kube::watch::watch_input::watch_ended>;
  struct inbox {
    std::mutex mutex;
    std::deque<std::pair<unsigned, event>> events; ///< with the number of the watch they belong to
  };
  void step(const kube::watch::watch_machine_input& input);
  void perform(const kube::watch::watch_machine_effect& effect);
  void open(const kube::api::http_request& request);
  void close();
  void send(const kube::api::http_request& request);
  void discover(const std::vector<kube::api::http_request>& requests);
  void take(const discovery_answer& x);
  bool take_events();
  static void put(const std::shared_ptr<inbox>& box, api_under_test& api, unsigned watch, event x);

  api_under_test& api_;
  kube::watch::watch_machine machine_;
  kube::api::resource target_;
  kube::discovery::api_discovery discovery_;
  std::vector<std::string> log_;
  std::shared_ptr<inbox> inbox_ = std::make_shared<inbox>();
  kube::api::transfer_id watch_id_ = 0;
  unsigned watch_number_ = 1; ///< events of earlier watches are dropped
};

} // namespace test
