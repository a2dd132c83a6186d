#pragma once

#include "sys/http/listener.hpp"

#include <optional>
#include <string>

namespace cli {

// The page has no login: the loopback address is its only guard. A browser on the same machine also opens
// foreign pages, whose requests reach the address, too. These functions keep such pages away.

/// Why so: docs/decisions/a-live-page-without-a-login.md

/// The answer to a request that the page does not serve: a method other than GET (405); a `Host` that is
/// neither `localhost` nor a loopback address, as after DNS rebinding (403); an `Origin` of another page, or
/// a request of another site by `Sec-Fetch-Site` for more than the file of the page (403). Empty: the request
/// is served.
[[nodiscard]] std::optional<sys::http::server_response> page_refusal(const sys::http::server_request& x);

/// Adds the headers by which a browser runs no script of elsewhere, shows the page in no frame, keeps no
/// copy, and hands it to no other site.
[[nodiscard]] sys::http::server_response guarded(sys::http::server_response x);

/// Whether the host of a URL is `localhost` or a loopback address: `127.0.0.1`, `[::1]`.
[[nodiscard]] bool is_loopback(const std::string& host);

} // namespace cli
