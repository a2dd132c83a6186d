// https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-url-library

#include "core/cel/url_library.hpp"

#include "core/cel/functions.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace core::cel {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_one_of(std::string_view all, char c) {
  return all.find(c) != all.npos;
}

bool is_unreserved(char c) {
  return is_letter(c) || is_digit(c) || is_one_of("-_.~", c);
}

/// The byte of `%41` at the beginning of a text.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return std::nullopt;
  unsigned byte = 0;
  const auto [end, fault] = std::from_chars(text.data() + 1, text.data() + 3, byte, 16);
  if (fault != std::errc() || end != text.data() + 3) return std::nullopt;
  return static_cast<char>(byte);
}

/// The text with its escapes undone; nullopt if an escape is wrong or a character not allowed.
template <class Allows>
std::optional<std::string> unescaped(std::string_view text, Allows allows) {
  std::string plain;
  while (!text.empty()) {
    const bool is_escape = text[0] == '%';
    const auto byte = is_escape ? escaped_byte(text) : std::optional(text[0]);
    if (!byte || !allows(*byte, is_escape)) return std::nullopt;
    plain += *byte;
    text.remove_prefix(is_escape ? 3 : 1);
  }
  return plain;
}

std::optional<std::string> unescaped(std::string_view text) {
  return unescaped(text, [](char, bool) { return true; });
}

/// A part of a query: `+` is a space.
std::optional<std::string> unescaped_query(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return unescaped(spaced);
}

/// The path as it is written, unless it has characters that must be escaped.
std::optional<std::string> escaped_path(std::string_view path) {
  const auto plain = unescaped(path);
  if (!plain) return std::nullopt;
  const auto stands = [](char c) { return is_unreserved(c) || is_one_of("!$&'()*+,;=:@[]%/", c); };
  if (std::all_of(path.begin(), path.end(), stands)) return std::string(path);
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : *plain) {
    if (is_unreserved(c) || is_one_of("$&+,/:;=@", c)) {
      escaped += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', digits[byte >> 4U], digits[byte & 15U]};
  }
  return escaped;
}

/// Takes the scheme and its colon away; nullopt if the text begins with a colon.
std::optional<std::string> take_scheme(std::string_view& text) {
  const auto end = std::find_if(text.begin(), text.end(),
                                [](char c) { return !is_letter(c) && !is_digit(c) && !is_one_of("+-.", c); });
  const auto length = static_cast<std::size_t>(end - text.begin());
  const bool has_colon = length < text.size() && text[length] == ':';
  if (has_colon && length == 0) return std::nullopt;
  if (!has_colon || !is_letter(text[0])) return std::string();
  std::string scheme(text.substr(0, length));
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  text.remove_prefix(length + 1);
  return scheme;
}

bool is_optional_port(std::string_view text) {
  if (text.empty()) return true;
  return text.front() == ':' && std::all_of(text.begin() + 1, text.end(), is_digit);
}

/// The host and the port of an authority, escapes undone.
std::optional<std::string> read_host(std::string_view authority) {
  if (const auto at = authority.rfind('@'); at != authority.npos) {
    const auto user = authority.substr(0, at);
    const auto is_user_character = [](char c) { return is_unreserved(c) || is_one_of("!$&'()*+,;=:%@", c); };
    if (!std::all_of(user.begin(), user.end(), is_user_character) || !unescaped(user)) return std::nullopt;
    authority.remove_prefix(at + 1);
  }
  const bool is_bracketed = authority.starts_with('[');
  const auto end = is_bracketed ? authority.rfind(']') : authority.rfind(':');
  if (is_bracketed && end == authority.npos) return std::nullopt;
  if (end != authority.npos && !is_optional_port(authority.substr(end + (is_bracketed ? 1 : 0)))) return std::nullopt;
  return unescaped(authority, [](char c, bool is_escape) {
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    // In a host only bytes beyond ASCII are escaped.
    if (is_escape) return !is_ascii || c == '%';
    return !is_ascii || is_unreserved(c) || is_one_of("!$&'()*+,;=:[]<>\"", c);
  });
}

/// Where the port begins, with its colon.
std::size_t port_begin(std::string_view host) {
  const auto colon = host.rfind(':');
  return colon != host.npos && is_optional_port(host.substr(colon)) ? colon : host.size();
}

class url_value final : public opaque {
public:
  explicit url_value(url_parts parts) : parts(std::move(parts)) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "kubernetes.URL"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override {
    const auto* x = dynamic_cast<const url_value*>(&other);
    return x && x->parts.source == parts.source;
  }
  [[nodiscard]] std::optional<std::string> text() const override { return parts.source; }

  const url_parts parts;
};

value to_url(arguments given, const call_context& context) {
  if (opaque_as<url_value>(given[0])) return given[0];
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("url", given[0]);
  context.steps.spend_bytes(text->view().size());
  auto parts = read_url(text->view());
  if (!parts) return invalid("the text is neither an absolute URI nor an absolute path");
  return opaque_ptr(std::make_shared<url_value>(std::move(*parts)));
}

value is_url(arguments given, const call_context& context) {
  const auto* text = given[0].as<string_value>();
  if (!text) return no_overload("isURL", given[0]);
  context.steps.spend_bytes(text->view().size());
  return read_url(text->view()).has_value();
}

/// A function that shows a part of a URL.
template <std::string (*Part)(const url_parts&)>
value show(arguments given, const call_context&) {
  const auto* x = opaque_as<url_value>(given[0]);
  return x ? value::string(Part(x->parts)) : value(no_overload("a part of a URL", given[0]));
}

std::string scheme_of(const url_parts& x) {
  return x.scheme;
}

std::string host_of(const url_parts& x) {
  return x.host;
}

std::string host_name_of(const url_parts& x) {
  auto name = x.host.substr(0, port_begin(x.host));
  return name.starts_with('[') && name.ends_with(']') ? name.substr(1, name.size() - 2) : name;
}

std::string port_of(const url_parts& x) {
  const auto begin = port_begin(x.host);
  return begin < x.host.size() ? x.host.substr(begin + 1) : std::string();
}

std::string path_of(const url_parts& x) {
  return x.path;
}

/// The names in a query with their values. Pairs that are not well-formed are left out, as by Go.
value query_of(arguments given, const call_context& context) {
  const auto* x = opaque_as<url_value>(given[0]);
  if (!x) return no_overload("getQuery", given[0]);
  context.steps.spend(x->parts.query.size());
  std::map<std::string, std::vector<value>> values;
  for (std::string_view rest = x->parts.query; !rest.empty();) {
    const auto pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const auto equal_sign = std::min(pair.find('='), pair.size());
    const auto name = unescaped_query(pair.substr(0, equal_sign));
    const auto content = unescaped_query(pair.substr(std::min(equal_sign + 1, pair.size())));
    if (!pair.empty() && !is_one_of(pair, ';') && name && content) values[*name].push_back(value::string(*content));
  }
  std::vector<core::cel::map::entry> entries;
  for (auto& [name, all] : values) entries.emplace_back(value::string(name), list(std::move(all)));
  return *core::cel::map::of(std::move(entries));
}

constexpr function table[] = {
  {"url", call_form::function, 1, to_url},
  {"isURL", call_form::function, 1, is_url},
  {"getScheme", call_form::method, 1, show<scheme_of>},
  {"getHost", call_form::method, 1, show<host_of>},
  {"getHostname", call_form::method, 1, show<host_name_of>},
  {"getPort", call_form::method, 1, show<port_of>},
  {"getEscapedPath", call_form::method, 1, show<path_of>},
  {"getQuery", call_form::method, 1, query_of},
};

} // namespace

std::optional<url_parts> read_url(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (text.empty() || std::any_of(text.begin(), text.end(), is_control)) return std::nullopt;
  url_parts parts;
  parts.source = text;
  auto rest = text;
  auto scheme = take_scheme(rest);
  if (!scheme) return std::nullopt;
  parts.scheme = std::move(*scheme);
  if (const auto mark = rest.find('?'); mark != rest.npos) {
    parts.query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }
  // `mailto:user` has no further parts; a relative path is no URL.
  if (!rest.starts_with('/') && rest != "*") return parts.scheme.empty() ? std::nullopt : std::optional(parts);
  if (!parts.scheme.empty() && rest.starts_with("//")) {
    rest.remove_prefix(2);
    const auto authority = rest.substr(0, rest.find('/'));
    auto host = read_host(authority);
    if (!host) return std::nullopt;
    parts.host = std::move(*host);
    rest.remove_prefix(authority.size());
  }
  auto path = escaped_path(rest);
  if (!path) return std::nullopt;
  parts.path = std::move(*path);
  return parts;
}

std::span<const function> url_library() {
  return table;
}

} // namespace core::cel
