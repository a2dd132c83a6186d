#pragma once

#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cluster::records {

/// The longest message of an Event in bytes that the API server accepts.
inline constexpr std::size_t event_message_bytes_max = 1024;

/// The object that an Event is about.
struct event_subject {
  std::string api_version; ///< `v1`
  std::string kind;        ///< `ConfigMap`
  std::string namespace_name;
  std::string name;
  std::string uid{}; ///< empty: not known; then `kubectl describe` does not list the Event
};

/// An Event, as people see it. Times are RFC 3339 with seconds, as the API server wants them.
struct event_content {
  std::string reason;  ///< `ModuleFailed`
  std::string message; ///< cut to `event_message_bytes_max`
  bool is_warning = false;
  unsigned count = 1;
  std::string first_time;
  std::string last_time;
  std::uint64_t number = 0; ///< a part of its name, so that no two Events share a name
};

/// Asks for the object that Events are about.
/// @pre it is a ConfigMap or a Deployment
[[nodiscard]] kube::api::http_request read_subject_request(const event_subject& about);

/// Creates an Event of the core group. That group is used because `count`, which kubectl shows as
/// `(x3 over 5m)`, is a plain field there.
[[nodiscard]] kube::api::http_request create_event_request(const event_subject& about, const event_content& x);

/// Raises the count of an Event that exists. Fails with `not_found` if the API server has removed the Event,
/// by default after an hour.
[[nodiscard]] kube::api::http_request count_event_request(const event_subject& about, const event_content& x);

} // namespace cluster::records
