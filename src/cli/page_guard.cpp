#include "cli/page_guard.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr int forbidden = 403;
constexpr int not_allowed = 405;

/// `localhost:9652`, `[::1]:9652` without the port.
std::string without_port(const std::string& host) {
  const auto colon = host.rfind(':');
  const auto bracket = host.rfind(']');
  const bool has_port = colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
  return has_port ? host.substr(0, colon) : host;
}

sys::http::server_response refused(const std::string& reason) {
  return sys::http::text_reply(forbidden, reason + "\n");
}

} // namespace

bool is_loopback(const std::string& host) {
  constexpr std::string_view first = "127.";
  if (host == "localhost" || host == "[::1]" || host == "::1") return true;
  // A name such as 127.evil.example begins so, too.
  return host.starts_with(first) && std::ranges::count(host, '.') == 3
         && std::ranges::all_of(host, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
}

std::optional<sys::http::server_response> page_refusal(const sys::http::server_request& x) {
  if (x.method != "GET") return sys::http::text_reply(not_allowed, "the page only shows: only GET is allowed\n");
  if (!is_loopback(without_port(x.host)))
    return refused("the page is served at a loopback address only, as http://localhost:9652; kubectl port-forward "
                   "brings it to another machine");
  if (!x.origin.empty() && x.origin != "http://" + x.host) return refused("the request comes from another page");
  // A link on another site may lead to the page, whose own file has no content of the operator.
  if (x.path != "/" && !x.fetch_site.empty() && x.fetch_site != "same-origin" && x.fetch_site != "none")
    return refused("the request comes from another site");
  return std::nullopt;
}

sys::http::server_response guarded(sys::http::server_response x) {
  for (const auto& header : std::initializer_list<std::pair<std::string, std::string>>{
         {"Content-Security-Policy",
          "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"},
         {"X-Content-Type-Options", "nosniff"},
         {"X-Frame-Options", "DENY"},
         {"Referrer-Policy", "no-referrer"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Cross-Origin-Opener-Policy", "same-origin"},
         {"Cache-Control", "no-store"}})
    x.headers.push_back(header);
  return x;
}

} // namespace cli
