#include "kube/access/proxy.hpp"

#include "kube/access/no_proxy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kube::access {

namespace {

using base::error_code;

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// The parts of an URL that lead to a server (RFC 3986 §3).
struct server_parts {
  std::string scheme; ///< in lower case
  std::string user_info;
  std::string host; ///< with the brackets of an IPv6 address
  std::string port; ///< empty: the default of the scheme
};

std::optional<server_parts> parts_of(std::string_view url) {
  const auto end_of_scheme = url.find("://");
  if (end_of_scheme == std::string_view::npos || end_of_scheme == 0) return std::nullopt;
  server_parts out;
  for (const auto c : url.substr(0, end_of_scheme)) {
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return std::nullopt;
    out.scheme += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (!is_letter(out.scheme.front())) return std::nullopt;
  auto authority = url.substr(end_of_scheme + 3);
  authority = authority.substr(0, authority.find_first_of("/?#"));
  // The last `@` ends the user, as in Go's `net/url`: a password may hold an `@` that is not escaped.
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    out.user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  // The colons before the bracket belong to the IPv6 address.
  const auto bracket = authority.find(']');
  const auto colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  out.host = authority.substr(0, colon);
  if (colon != std::string_view::npos) out.port = authority.substr(colon + 1);
  const bool is_host = !out.host.empty() && out.host.find_first_of(" \t\r\n") == std::string::npos
                       && (out.host.starts_with('[') == out.host.ends_with(']'));
  if (!is_host || !std::all_of(out.port.begin(), out.port.end(), is_digit)) return std::nullopt;
  return out;
}

std::string port_of(const server_parts& x) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> known{
    {{"http", "80"}, {"https", "443"}, {"socks5", "1080"}}};
  if (!x.port.empty()) return x.port;
  const auto* found = std::find_if(known.begin(), known.end(), [&](const auto& row) { return row.first == x.scheme; });
  return found == known.end() ? std::string() : std::string(found->second);
}

std::string without_brackets(const std::string& host) {
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

int value_of_hex(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Resolves `%41`; empty if a `%` stands alone.
std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? value_of_hex(text[i + 1]) : -1;
    const auto low = i + 2 < text.size() ? value_of_hex(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const auto c : text) {
    if (is_letter(c) || is_digit(c) || std::string_view("-._~").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

/// The message never has the text of the URL, which may hold a password.
base::error not_usable(const std::string& origin, const std::string& reason) {
  return {error_code::invalid_input, origin + " is no usable proxy: " + reason
                                       + "; it must be an URL such as http://proxy:3128 or socks5://proxy:1080"};
}

base::result<std::optional<proxy>> proxy_at(std::string_view url, const std::string& origin) {
  auto parts = parts_of(url);
  if (!parts) return tl::unexpected(not_usable(origin, "it has no scheme and host"));
  if (parts->scheme != "http" && parts->scheme != "https" && parts->scheme != "socks5")
    return tl::unexpected(not_usable(origin, "the scheme '" + parts->scheme + "' is not http, https or socks5"));
  const auto colon = parts->user_info.find(':');
  auto user = unescaped(parts->user_info.substr(0, colon));
  auto password = unescaped(colon == std::string::npos ? std::string() : parts->user_info.substr(colon + 1));
  if (!user || !password) return tl::unexpected(not_usable(origin, "its user has a '%' that escapes nothing"));
  auto address = parts->host + ":" + port_of(*parts);
  return proxy{std::move(parts->scheme), std::move(address), std::move(*user), std::move(*password), origin};
}

struct variable {
  std::string name;
  std::string value;
};

/// The first of both forms of a variable that is not empty. Go's clients look at the form in capitals first.
std::optional<variable> find(const variable_reader& read, const std::string& capitals, const std::string& small) {
  for (const auto& name : {capitals, small})
    if (auto value = read(name); value && !value->empty()) return variable{name, std::move(*value)};
  return std::nullopt;
}

} // namespace

std::string shown(const proxy& x) {
  return x.scheme + "://" + x.address;
}

std::string url_of(const proxy& x) {
  if (x.user.empty() && x.password.empty()) return shown(x);
  return x.scheme + "://" + escaped(x.user) + ":" + escaped(x.password) + "@" + x.address;
}

base::result<std::optional<proxy>> proxy_of_environment(std::string_view url, const variable_reader& read) {
  const auto server = parts_of(url);
  if (!server) return std::nullopt;
  const auto named = server->scheme == "https"  ? find(read, "HTTPS_PROXY", "https_proxy")
                     : server->scheme == "http" ? find(read, "HTTP_PROXY", "http_proxy")
                                                : std::nullopt;
  if (!named) return std::nullopt;
  const auto exempt = find(read, "NO_PROXY", "no_proxy").value_or(variable{});
  if (is_exempt_from_proxy(exempt.value, without_brackets(server->host), port_of(*server))) return std::nullopt;
  // For both schemes Go's clients leave the lookup of names to the proxy.
  auto text = named->value.starts_with("socks5h://") ? "socks5://" + named->value.substr(10) : named->value;
  // A value without a scheme, `proxy:3128`, is an HTTP proxy, as in Go's `httpproxy`.
  if (text.find("://") == std::string::npos) text = "http://" + text;
  return proxy_at(text, "$" + named->name);
}

base::result<std::optional<proxy>> proxy_of_kubeconfig(const std::string& url) {
  if (url.empty()) return std::nullopt;
  return proxy_at(url, "'proxy-url'");
}

} // namespace kube::access
