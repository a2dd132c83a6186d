#include "cli/page_address.hpp"

#include "cli/option_values.hpp"
#include "cli/page_guard.hpp"

#include <cstdint>
#include <limits>

namespace cli {

namespace {

constexpr auto port_max = std::numeric_limits<std::uint16_t>::max();

/// The place of the colon between host and port; npos: there is only a port.
std::size_t end_of_host(const std::string& text) {
  return text.rfind(':');
}

} // namespace

base::result<std::string> page_address(const std::string& text) {
  if (text.empty()) return text;
  const auto colon = end_of_host(text);
  const bool has_host = colon != std::string::npos && colon > 0;
  const auto host = has_host ? text.substr(0, colon) : std::string("127.0.0.1");
  const auto port = number_within(colon == std::string::npos ? text : text.substr(colon + 1), port_max);
  const bool is_address = host == "localhost" || host == "[::1]" || host.find(':') == std::string::npos;
  if (!port || !is_address)
    return base::fail(base::error_code::invalid_input, "expected HOST:PORT, as 127.0.0.1:9652, got '" + text + "'");
  if (!is_loopback(host))
    return base::fail(base::error_code::invalid_input,
                      "'" + host
                        + "' is no loopback address: the page has no login, so kubectl port-forward is the way to it "
                          "from another machine");
  return host + ":" + std::to_string(*port);
}

sys::http::tcp_address place_of_page(const std::string& text) {
  const auto colon = end_of_host(text);
  auto host = text.substr(0, colon);
  if (host == "[::1]") host = "::1";
  const auto port = number_within(text.substr(colon + 1), port_max).value_or(0);
  return {.host = host, .port = static_cast<std::uint16_t>(port)};
}

} // namespace cli
