#include "text/json/json.hpp"

#include "text/plain/number_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace text {
namespace {

constexpr auto by_key = [](const json::member& a, const json::member& b) { return a.first < b.first; };

auto position_of(const json::object_type& members, std::string_view key) {
  return std::lower_bound(members.begin(), members.end(), key,
                          [](const json::member& m, std::string_view k) { return m.first < k; });
}

void dump_array(std::string& out, const json::array_type& items) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) out += ',';
    item.dump_to(out);
  }
  out += ']';
}

void dump_object(std::string& out, const json::object_type& members) {
  out += '{';
  bool first = true;
  for (const auto& [key, value] : members) {
    if (!std::exchange(first, false)) out += ',';
    append_json_string(out, key);
    out += ':';
    value.dump_to(out);
  }
  out += '}';
}

void append_escaped(std::string& out, unsigned char c) {
  static constexpr char hex[] = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default:
      out += "\\u00";
      out += hex[c >> 4];
      out += hex[c & 15];
  }
}

} // namespace

json::json(std::int64_t x) : value_(number_type{std::to_string(x)}) {}
json::json(std::uint64_t x) : value_(number_type{std::to_string(x)}) {}
json::json(double x) : value_(number_type{number_to_text(x)}) {}

json json::number(std::string text) {
  json x;
  x.value_ = number_type{std::move(text)};
  return x;
}

json json::array(array_type items) {
  items.shrink_to_fit(); // values live long
  json x;
  x.value_ = std::make_shared<const array_type>(std::move(items));
  return x;
}

json json::object(object_type members) {
  // Stable, so that equal keys stay in the order of the text.
  if (!std::is_sorted(members.begin(), members.end(), by_key)) std::stable_sort(members.begin(), members.end(), by_key);
  // The last of several equal keys stays: walk backwards and drop each member whose key equals the key after
  // it.
  const auto same_key = [](const json::member& a, const json::member& b) { return a.first == b.first; };
  const auto kept = std::unique(members.rbegin(), members.rend(), same_key);
  members.erase(members.begin(), kept.base());
  members.shrink_to_fit();
  json x;
  x.value_ = std::make_shared<const object_type>(std::move(members));
  return x;
}

std::optional<std::int64_t> json::as_int() const {
  return is_number() ? integer_of(number_text()) : std::nullopt;
}

double json::as_double() const {
  return std::strtod(number_text().c_str(), nullptr);
}

const json* json::find(std::string_view key) const noexcept {
  if (!is_object()) return nullptr;
  const auto& members = **std::get_if<object_ptr>(&value_);
  const auto at = position_of(members, key);
  return at != members.end() && at->first == key ? &at->second : nullptr;
}

std::optional<std::string> json::string_at(std::string_view key) const {
  const auto* found = find(key);
  return found && found->is_string() ? std::optional(found->as_string()) : std::nullopt;
}

json json::with(std::string_view key, json x) const {
  object_type members;
  if (is_object()) members = as_object();
  const auto at = members.begin() + (position_of(members, key) - members.cbegin());
  if (at != members.end() && at->first == key)
    at->second = std::move(x);
  else
    members.emplace(at, std::string(key), std::move(x));
  json result;
  result.value_ = std::make_shared<const object_type>(std::move(members));
  return result;
}

json json::without(std::string_view key) const {
  if (!find(key)) return is_object() ? *this : object();
  auto members = as_object();
  members.erase(members.begin() + (position_of(members, key) - members.cbegin()));
  json result;
  result.value_ = std::make_shared<const object_type>(std::move(members));
  return result;
}

std::string json::dump() const {
  std::string out;
  dump_to(out);
  return out;
}

void json::dump_to(std::string& out) const {
  switch (type()) {
    case kind::null: out += "null"; break;
    case kind::boolean: out += as_bool() ? "true" : "false"; break;
    case kind::number: out += number_text(); break;
    case kind::string: append_json_string(out, as_string()); break;
    case kind::array: dump_array(out, as_array()); break;
    case kind::object: dump_object(out, as_object()); break;
  }
}

bool json::same_node(const json& other) const noexcept {
  if (type() != other.type()) return false;
  switch (type()) {
    case kind::string: return std::get<string_ptr>(value_) == std::get<string_ptr>(other.value_);
    case kind::array: return std::get<array_ptr>(value_) == std::get<array_ptr>(other.value_);
    case kind::object: return std::get<object_ptr>(value_) == std::get<object_ptr>(other.value_);
    case kind::null:
    case kind::boolean:
    case kind::number: return false;
  }
  return false;
}

bool operator==(const json& a, const json& b) {
  if (a.type() != b.type()) return false;
  // Values share their equal parts over revisions, so most comparisons end here.
  if (a.same_node(b)) return true;
  switch (a.type()) {
    case json::kind::null: return true;
    case json::kind::boolean: return a.as_bool() == b.as_bool();
    case json::kind::number: return same_number(a.number_text(), b.number_text());
    case json::kind::string: return a.as_string() == b.as_string();
    case json::kind::array: return a.as_array() == b.as_array();
    case json::kind::object: return a.as_object() == b.as_object();
  }
  return false;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t written = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // RFC 8259 §7 asks for these escapes only. All other bytes stay as they are.
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text, written, i - written);
    append_escaped(out, c);
    written = i + 1;
  }
  out.append(text, written);
  out += '"';
}

} // namespace text
