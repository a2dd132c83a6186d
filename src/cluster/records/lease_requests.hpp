#pragma once

#include "base/error.hpp"
#include "core/leadership/lease_machine.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cluster::records {

/// The Lease by which replicas elect a leader (coordination.k8s.io/v1).
struct lease_place {
  std::string namespace_name;
  std::string name;
};

/// The content of a write beside the effect of the machine.
struct lease_content {
  std::string identity;                  ///< of the writer
  core::leadership::instant duration{0}; ///< whole seconds
  std::string now;                       ///< RFC 3339 with microseconds, by the wall clock, for people
};

/// Reads a Lease. A field that is missing or has another type counts as empty.
[[nodiscard]] core::leadership::lease_record lease_of(const text::json& object);

/// A line of the watch. Empty: a bookmark, or an error, after which the server ends the watch.
[[nodiscard]] std::optional<core::leadership::lease_input::seen> read_lease_line(std::string_view line);

[[nodiscard]] kube::api::http_request lease_read_request(const lease_place& place);
/// A watch that begins with the present state.
[[nodiscard]] kube::api::http_request lease_watch_request(const lease_place& place);
/// The write names the version that it replaces, so it fails with `conflict`, `already_exists` or `not_found`
/// if another client has written since. Fields of others stay.
[[nodiscard]] kube::api::http_request lease_write_request(const lease_place& place,
                                                          const core::leadership::lease_effect::write_lease& write,
                                                          const lease_content& content);

/// The answer to a read or a write, as the machine takes it.
[[nodiscard]] core::leadership::lease_machine_input read_lease_answer(core::leadership::lease_call call,
                                                                      base::result<kube::api::http_response> answer);
[[nodiscard]] core::leadership::lease_machine_input written_lease_answer(core::leadership::lease_call call,
                                                                         base::result<kube::api::http_response> answer);

} // namespace cluster::records
