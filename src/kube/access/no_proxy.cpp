#include "kube/access/no_proxy.hpp"

#include "kube/access/ip_address.hpp"

#include <algorithm>
#include <optional>

namespace kube::access {

namespace {

constexpr std::string_view blanks = " \t\n\v\f\r";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

struct host_and_port {
  std::string host; ///< without brackets
  std::string port; ///< empty: any
};

/// Splits `host:port` and `[host]:port` as Go's net.SplitHostPort does; empty if the text has no such form.
std::optional<host_and_port> split(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  auto host = text.substr(0, colon);
  const bool has_brackets = host.starts_with('[') && host.ends_with(']');
  if (has_brackets) host = host.substr(1, host.size() - 2);
  if (!has_brackets && host.find(':') != std::string::npos) return std::nullopt;
  if (host.find_first_of("[]") != std::string::npos) return std::nullopt;
  return host_and_port{std::move(host), text.substr(colon + 1)};
}

/// A server in the form in which the entries of the list are compared with it.
struct server {
  std::string host;
  std::optional<ip_address> address; ///< empty: the host is a name
  std::string_view port;
};

bool is_of_domain(const std::string& host, std::string domain) {
  if (domain.starts_with("*.")) domain.erase(0, 1);
  if (domain.starts_with('.')) return host.ends_with(domain);
  return host == domain || host.ends_with("." + domain);
}

/// @param entry in lower case, without blanks, not empty
bool names(const std::string& entry, const server& x) {
  if (entry == "*") return true;
  if (const auto network = ip_network::parse(entry)) return x.address && network->contains(*x.address);
  const auto parts = split(entry).value_or(host_and_port{entry, {}});
  if (parts.host.empty()) return false;
  if (!parts.port.empty() && parts.port != x.port) return false;
  if (const auto address = ip_address::parse(parts.host)) return x.address == address;
  return is_of_domain(x.host, parts.host);
}

} // namespace

bool is_exempt_from_proxy(std::string_view no_proxy, const std::string& host, std::string_view port) {
  const server asked{lowered(trimmed(host)), ip_address::parse(host), port};
  if (host == "localhost" || (asked.address && asked.address->is_loopback())) return true;
  while (!no_proxy.empty()) {
    const auto comma = no_proxy.find(',');
    if (const auto entry = lowered(trimmed(no_proxy.substr(0, comma))); !entry.empty() && names(entry, asked))
      return true;
    no_proxy.remove_prefix(comma == std::string_view::npos ? no_proxy.size() : comma + 1);
  }
  return false;
}

} // namespace kube::access
