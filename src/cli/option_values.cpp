#include "cli/option_values.hpp"

#include "base/duration.hpp"
#include "base/path_segment.hpp"
#include "sys/http/server_name.hpp"
#include "text/json/address_login.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr std::array<std::pair<unsigned, std::string_view>, 3> binary_suffixes{{{30, "Gi"}, {20, "Mi"}, {10, "Ki"}}};

auto expected(const std::string& what, const std::string& given) {
  return base::fail(base::error_code::invalid_input, "expected " + what + ", got '" + given + "'");
}

/// Refuses an address that may hold a login, without showing the address: the message goes to the log.
auto refused_login(const std::string& instead) {
  return base::fail(base::error_code::invalid_input,
                    "an address with a login (user@host) or a query is not supported: " + instead);
}

/// The URL with its host as the certificate of the server has it. @param begin of the host
base::result<std::string> with_server_name(const std::string& url, std::size_t begin) {
  const bool has_brackets = url[begin] == '[';
  const auto bracket = url.find(']', begin);
  if (has_brackets && bracket == std::string::npos) return expected("a host like [2001:db8::1] in the URL", url);
  const auto end = has_brackets ? bracket + 1 : std::min(url.find(':', begin), url.size());
  const auto host = url.substr(begin, end - begin);
  const auto name = sys::http::server_name(has_brackets ? host.substr(1, host.size() - 2) : host);
  if (!name) return tl::unexpected(name.error());
  if (has_brackets && name->find(':') == std::string::npos)
    return expected("an IPv6 address in brackets, like [2001:db8::1]", url);
  return url.substr(0, begin) + (has_brackets ? "[" + *name + "]" : *name) + url.substr(end);
}

} // namespace

base::result<std::uint64_t> number_within(const std::string& text, std::uint64_t max) {
  std::uint64_t number = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size() || number > max)
    return expected("a number from 0 to " + std::to_string(max), text);
  return number;
}

base::result<std::uint64_t> bytes(const std::string& text) {
  constexpr std::uint64_t bytes_max = std::uint64_t{1} << 50U;
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto* known =
    std::find_if(binary_suffixes.begin(), binary_suffixes.end(), [&](const auto& x) { return x.second == suffix; });
  if (status != std::errc{} || (known == binary_suffixes.end() && !suffix.empty()) || number > bytes_max)
    return expected("a number of bytes like 4Mi, 512Ki or 1000", text);
  return known == binary_suffixes.end() ? number : number << known->first;
}

std::string text_of_bytes(std::uint64_t x) {
  for (const auto& [shift, suffix] : binary_suffixes)
    if (x != 0 && x % (std::uint64_t{1} << shift) == 0) return std::to_string(x >> shift).append(suffix);
  return std::to_string(x);
}

base::result<bool> yes_or_no(const std::string& text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower == "true" || lower == "1" || lower == "yes") return true;
  if (lower == "false" || lower == "0" || lower == "no") return false;
  return expected("true or false", text);
}

base::result<std::string> object_name(const std::string& text) {
  const auto problem = base::path_segment_problem(text);
  if (!problem.empty()) return base::fail(base::error_code::invalid_input, problem + ", got '" + text + "'");
  return text;
}

base::result<std::string> server_address(const std::string& text) {
  if (text::has_login(text)) return refused_login("use a kubeconfig with a client certificate or a token");
  return text;
}

base::result<std::string> otlp_endpoint(const std::string& text) {
  constexpr std::string_view path = "/v1/traces";
  if (text::has_login(text)) return refused_login("name a collector that asks for none, which may pass the traces on");
  auto url = text;
  const auto end_at = [&url] { url.erase(url.find_last_not_of('/') + 1); };
  end_at();
  if (url.ends_with(path)) url.erase(url.size() - path.size());
  end_at();
  const auto scheme = url.find("://");
  const bool is_http = url.starts_with("http://") || url.starts_with("https://");
  if (!text.empty() && (!is_http || url.size() <= scheme + 3))
    return expected("a URL like http://collector.monitoring:4318", text);
  return url;
}

base::result<std::string> webhook_url(const std::string& text) {
  constexpr std::string_view scheme = "https://";
  if (text::has_login(text)) return refused_login("the API server takes none in the URL of a webhook");
  auto url = text;
  url.erase(url.find_last_not_of('/') + 1);
  const bool has_host = url.starts_with(scheme) && url.size() > scheme.size();
  if (!text.empty() && (!has_host || url.find_first_of("/?#", scheme.size()) != std::string::npos))
    return expected("a URL like https://192.0.2.1:9680", text);
  return text.empty() ? url : with_server_name(url, scheme.size());
}

base::result<std::string> service_name(const std::string& text) {
  auto name = sys::http::server_name(text);
  if (!name || *name != text || text.find_first_of(".:") != std::string::npos)
    return expected("the name of a Service like web-hooks", text);
  return name;
}

base::result<std::chrono::milliseconds> duration(const std::string& text) {
  auto parsed = base::parse_duration(text);
  if (!parsed) return tl::unexpected(parsed.error());
  if (*parsed < std::chrono::nanoseconds(0)) return expected("a duration that is not negative", text);
  // Rounded up: a duration below a millisecond must not become 0, which means no limit for `--hook-timeout`.
  return std::chrono::ceil<std::chrono::milliseconds>(*parsed);
}

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) found.push_back(part);
  return found;
}

} // namespace cli
