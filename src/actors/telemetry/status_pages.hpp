#pragma once

#include "actors/messages/supervisor.hpp"
#include "sys/http/listener.hpp"

#include <string>

namespace actors::telemetry {

// The bodies of the operator's HTTP endpoints. `/status/converge` has the bodies of the predecessor.

/// `/`: links to the other pages.
[[nodiscard]] sys::http::server_response index_page();

/// `/healthz`: 200 as long as the operator answers. A lack of file descriptors changes only the text, because
/// a restart would interrupt the operator's work and may not help.
[[nodiscard]] sys::http::server_response liveness(const sys::http::server_request& request);

/// The body of /readyz if the operator is ready and has no problems.
inline constexpr const char* ready_text = "Startup converge done.\n";

/// The first line of /readyz of a standby, as the predecessor writes it.
inline constexpr const char* standby_text = "HA mode is enabled and waiting for acquiring the lock.\n";

/// The answer if the question for a page has failed: 500 if the page cannot be made, 503 if the operator
/// ends.
/// @param reason the reason from `acting::ask`
[[nodiscard]] sys::http::server_response no_answer(const std::string& reason);

/// `/readyz`: 500 until the first reload is done, and while a global hook cannot run; problems and the
/// removals of the last hour, a line each.
[[nodiscard]] sys::http::server_response readiness(const messages::operator_description& x);

/// `/status/converge`.
[[nodiscard]] sys::http::server_response converge_status_text(const messages::operator_description& x);
/// `/status/converge?output=json`.
[[nodiscard]] sys::http::server_response converge_status_json(const messages::operator_description& x);

} // namespace actors::telemetry
