#pragma once

#include "actors/messages/supervisor.hpp"
#include "sys/http/listener.hpp"

#include <string>

namespace actors::telemetry {

// The bodies of the operator's HTTP endpoints; the bodies of `/status/converge` are the predecessor's.

/// `/`: links to the other pages.
[[nodiscard]] sys::http::server_response index_page();

/// `/healthz`: answers 200 as long as the operator answers. A lack of file descriptors changes only the text:
/// a restart would interrupt the operator's work, and may not repair the lack.
[[nodiscard]] sys::http::server_response liveness(const sys::http::server_request& request);

/// The body of /readyz of an operator that is ready and has no problem.
inline constexpr const char* ready_text = "Startup converge done.\n";

/// The answer in place of any page whose question has failed: 500 if the page cannot be made, 503 if the
/// operator ends.
/// @param reason as it comes from `acting::ask`
[[nodiscard]] sys::http::server_response no_answer(const std::string& reason);

/// `/readyz`: 500 until the first reload is done; problems and the removals of the last hour, a line each.
[[nodiscard]] sys::http::server_response readiness(const messages::operator_description& x);

/// `/status/converge`.
[[nodiscard]] sys::http::server_response converge_status_text(const messages::operator_description& x);
/// `/status/converge?output=json`.
[[nodiscard]] sys::http::server_response converge_status_json(const messages::operator_description& x);

} // namespace actors::telemetry
