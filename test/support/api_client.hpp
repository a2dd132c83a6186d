#pragma once

#include "core/text/json.hpp"
#include "kube/request.hpp"
#include "kube/transport.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace test {

// The kinds that tests use.
[[nodiscard]] kube::resource config_maps();
[[nodiscard]] kube::resource secrets();
[[nodiscard]] kube::resource namespaces();
[[nodiscard]] kube::resource services();
[[nodiscard]] kube::resource deployments();

/// An API server as a test uses it. What fails throws with a message; waits are watches, not repeated questions.
/// For transports that have a thread of their own.
class api_client {
public:
  /// @param transport outlives the client
  explicit api_client(kube::transport& transport) : transport_(transport) {}

  /// Sends one request and returns the object of a successful answer.
  core::json call(kube::http_request request);
  /// The same, for requests that may fail.
  core::result<core::json> try_call(kube::http_request request);

  /// Creates a namespace named `PREFIX-…`. @returns its name.
  std::string new_namespace(const std::string& prefix, const core::json& labels = core::json::object());

  /// Waits until the object is there and is as wanted, by a watch. @returns it.
  using condition = std::function<bool(const core::json& object)>;
  core::json await(const kube::resource& what, const kube::object_location& where, const condition& wanted = {});
  /// Waits until the object is gone.
  void await_absence(const kube::resource& what, const kube::object_location& where);

private:
  /// Hands each event of a watch over the one object to `look` until it answers true. An empty revision: from the state
  /// that is there, as ADDED events.
  void watch_until(const kube::resource& what, const kube::object_location& where, const std::string& revision,
                   const std::function<bool(const std::string& type, const core::json& object)>& look);
  /// @returns false if the watch has ended before, or the time is over.
  bool watch_once(const kube::resource& what, const kube::object_location& where, const std::string& revision,
                  std::chrono::steady_clock::time_point until,
                  const std::function<bool(const std::string& type, const core::json& object)>& look);

  kube::transport& transport_;
};

} // namespace test
