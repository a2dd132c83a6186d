#include "core/schema/network_formats.hpp"

#include "core/schema/pattern.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace core::schema {
namespace {

/// A label of a host name (RFC 1123 §2.1), with letters of any language.
bool is_label(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || (c & 0x80) != 0;
  };
  const bool has_length = !text.empty() && text.size() <= 63;
  return has_length && !text.starts_with('-') && !text.ends_with('-') && std::all_of(text.begin(), text.end(), fits);
}

/// The number of groups of up to four hexadecimal digits with `:` between, or nullopt. The last group may be
/// an IPv4 address, which counts as two.
std::optional<int> count_groups(std::string_view text) {
  int count = 0;
  while (!text.empty()) {
    const auto colon = text.find(':');
    const auto group = text.substr(0, colon);
    const bool is_last = colon == text.npos;
    if (is_last && is_ipv4(group)) return count + 2;
    if (group.empty() || group.size() > 4 || group.find_first_not_of("0123456789abcdefABCDEF") != group.npos)
      return std::nullopt;
    ++count;
    if (is_last) return count;
    text.remove_prefix(colon + 1);
    if (text.empty()) return std::nullopt;
  }
  return count;
}

constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

bool is_one_of(char c, std::string_view others) {
  return letters_and_digits.find(c) != letters_and_digits.npos || others.find(c) != others.npos;
}

/// The value of the two hexadecimal digits after a `%`; nullopt if they are missing.
std::optional<unsigned> escaped_byte(std::string_view text, std::size_t percent) {
  const auto digits = text.substr(percent + 1, 2);
  unsigned value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 2 || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

bool has_good_escapes(std::string_view text) {
  for (auto at = text.find('%'); at != text.npos; at = text.find('%', at + 1))
    if (!escaped_byte(text, at)) return false;
  return true;
}

bool is_user(std::string_view text) {
  return has_good_escapes(text)
         && std::all_of(text.begin(), text.end(), [](char c) { return is_one_of(c, "-._:~!$&'()*+,;=%@"); });
}

/// A name, where only bytes beyond ASCII and the percent sign itself may be escaped (RFC 3986 §3.2.2).
bool is_host(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? escaped_byte(text, i) : 0;
    if (text[i] == '%' && (!byte || (*byte < 0x80 && *byte != '%'))) return false;
    const bool is_ascii = (text[i] & 0x80) == 0;
    if (is_ascii && !is_one_of(text[i], "-._~!\"$&'()*+,;=:[]<>%")) return false;
  }
  return true;
}

/// Empty, a colon and digits, or a colon alone.
bool is_port(std::string_view text) {
  return text.empty() || (text.front() == ':' && text.find_first_not_of("0123456789", 1) == text.npos);
}

/// `USER:PASSWORD@HOST:PORT`. The last colon begins the port, so that a list of hosts is accepted.
bool is_authority(std::string_view text) {
  if (const auto at = text.rfind('@'); at != text.npos) {
    if (!is_user(text.substr(0, at))) return false;
    text.remove_prefix(at + 1);
  }
  if (!text.starts_with('[')) {
    const auto colon = std::min(text.rfind(':'), text.size());
    return text.find('[') == text.npos && is_port(text.substr(colon)) && is_host(text);
  }
  const auto end = text.rfind(']');
  if (end == text.npos || !is_port(text.substr(end + 1))) return false;
  const auto address = text.substr(1, end - 1);
  // A zone follows after an escaped percent sign (RFC 6874).
  return is_host(address) && is_ipv6(address.substr(0, address.find("%25")));
}

/// The text before the first colon, if that is a scheme (RFC 3986 §3.1).
std::string_view scheme_of(std::string_view text) {
  static const auto expression = pattern::fixed("^[A-Za-z][A-Za-z0-9+.-]*$");
  const auto scheme = text.substr(0, std::min(text.find(':'), text.size()));
  return scheme.size() < text.size() && expression.found_in(scheme) ? scheme : std::string_view();
}

} // namespace

bool is_hostname(std::string_view text) {
  if (text.size() > 255) return false;
  if (text.ends_with('.')) text.remove_suffix(1);
  for (auto dot = text.find('.'); dot != text.npos; dot = text.find('.')) {
    if (!is_label(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return is_label(text);
}

bool is_ipv4(std::string_view text) {
  static const auto expression =
    pattern::fixed(R"(^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$)");
  return expression.found_in(text);
}

bool is_ipv6(std::string_view text) {
  const auto gap = text.find("::");
  const auto before = count_groups(text.substr(0, gap));
  if (gap == text.npos) return before == 8;
  const auto after = count_groups(text.substr(gap + 2));
  const bool is_address_first = text.substr(0, gap).find('.') != text.npos;
  return before && after && *before + *after <= 7 && !is_address_first;
}

bool is_cidr(std::string_view text) {
  const auto slash = text.find('/');
  static const auto digits = pattern::fixed(R"(^(0|[1-9]\d{0,2})$)");
  if (slash == text.npos || !digits.found_in(text.substr(slash + 1))) return false;
  const auto address = text.substr(0, slash);
  int length = 0;
  std::from_chars(text.data() + slash + 1, text.data() + text.size(), length);
  return (is_ipv4(address) && length <= 32) || (is_ipv6(address) && length <= 128);
}

bool is_mac(std::string_view text) {
  static const auto expression =
    pattern::fixed(R"(^([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){5}|)"
                   R"([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){7}|[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){7}|)"
                   R"([0-9A-Fa-f]{4}(\.[0-9A-Fa-f]{4}){2,3})$)");
  return expression.found_in(text);
}

bool is_uri(std::string_view text) {
  if (text == "*") return true;
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
  if (std::any_of(text.begin(), text.end(), is_control)) return false;
  const auto scheme = scheme_of(text);
  if (!scheme.empty()) text.remove_prefix(scheme.size() + 1);
  text = text.substr(0, text.find('?'));
  if (!text.starts_with('/')) return !scheme.empty();
  if (!scheme.empty() && text.starts_with("//")) {
    const auto authority = text.substr(2, text.find('/', 2) - 2);
    if (!is_authority(authority)) return false;
    text.remove_prefix(2 + authority.size());
  }
  return has_good_escapes(text);
}

} // namespace core::schema
