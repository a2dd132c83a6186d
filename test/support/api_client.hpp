#pragma once

#include "kube/api/request.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace test {

// The kinds that tests use.
[[nodiscard]] kube::api::resource config_maps();
[[nodiscard]] kube::api::resource secrets();
[[nodiscard]] kube::api::resource namespaces();
[[nodiscard]] kube::api::resource services();
[[nodiscard]] kube::api::resource deployments();

/// A client of an API server for tests. Failures throw with a message; waits use watches, and do not ask
/// again and again. For transports that have a thread of their own.
class api_client {
public:
  /// @param transport outlives the client
  explicit api_client(kube::api::transport& transport) : transport_(transport) {}

  /// Sends a request and returns the object of a successful answer.
  text::json call(kube::api::http_request request);
  /// The same, for requests that may fail.
  base::result<text::json> try_call(kube::api::http_request request);

  /// Creates a namespace named `PREFIX-…`. @returns its name.
  std::string new_namespace(const std::string& prefix, const text::json& labels = text::json::object());

  /// Waits by a watch until the object exists and fulfils the condition. @returns it.
  using condition = std::function<bool(const text::json& object)>;
  text::json await(const kube::api::resource& what, const kube::api::object_location& where,
                   const condition& wanted = {});
  /// Waits until the object is gone.
  void await_absence(const kube::api::resource& what, const kube::api::object_location& where);

private:
  /// Hands each event of a watch on a single object to `look` until `look` returns true. If the revision is
  /// empty, the watch begins with the present state as ADDED events.
  void watch_until(const kube::api::resource& what, const kube::api::object_location& where,
                   const std::string& revision,
                   const std::function<bool(const std::string& type, const text::json& object)>& look);
  /// @returns false if the watch ended earlier, or the time is over.
  bool watch_once(const kube::api::resource& what, const kube::api::object_location& where, const std::string& revision,
                  std::chrono::steady_clock::time_point until,
                  const std::function<bool(const std::string& type, const text::json& object)>& look);

  kube::api::transport& transport_;
};

} // namespace test
