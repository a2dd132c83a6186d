#include "core/values/schema.hpp"
#include "core/values/schema_node.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

using type = schema_node::value_type;
using violations = std::vector<schema_violation>;

/// The value for a message. Containers are not written out, long texts are cut, secrets are not shown.
std::string show(const schema_node& node, const json& value) {
  constexpr std::size_t shown_max = 80;
  if (node.secret) return "a hidden value";
  if (value.is_object()) return value.as_object().empty() ? "{}" : "{…}";
  if (value.is_array()) return value.as_array().empty() ? "[]" : "[…]";
  auto text = value.dump();
  if (text.size() <= shown_max) return text;
  auto end = shown_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

const char* name_of(type x) {
  switch (x) {
    case type::object: return "object";
    case type::array: return "array";
    case type::string: return "string";
    case type::integer: return "integer";
    case type::number: return "number";
    case type::boolean: return "boolean";
    case type::null: return "null";
  }
  return "unknown";
}

bool is_whole(const json& number) {
  const double x = number.as_double();
  return number.as_int() || std::floor(x) == x;
}

bool is_of(type wanted, const json& value) {
  switch (wanted) {
    case type::object: return value.is_object();
    case type::array: return value.is_array();
    case type::string: return value.is_string();
    case type::integer: return value.is_number() && is_whole(value);
    case type::number: return value.is_number();
    case type::boolean: return value.is_bool();
    case type::null: return value.is_null();
  }
  return false;
}

std::uint64_t count_characters(const std::string& text) {
  return static_cast<std::uint64_t>(
    std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void check(violations& out, const schema_node& node, const json& value, const std::string& path);

bool matches(const schema_node& node, const json& value, const std::string& path) {
  violations found;
  check(found, node, value, path);
  return found.empty();
}

void check_count(violations& out, const size_limits& limits, std::uint64_t count, const char* what,
                 const std::string& path) {
  if (limits.min && count < *limits.min)
    out.push_back(
      {path, "must have at least " + std::to_string(*limits.min) + " " + what + ", has " + std::to_string(count)});
  if (limits.max && count > *limits.max)
    out.push_back(
      {path, "must have at most " + std::to_string(*limits.max) + " " + what + ", has " + std::to_string(count)});
}

void check_member(violations& out, const schema_node& node, const std::string& key, const json& value,
                  const std::string& path) {
  bool known = false;
  if (const auto* property = node.property(key)) {
    known = true;
    check(out, *property, value, path);
  }
  for (const auto& [expression, schema] : node.pattern_properties)
    if (expression.found_in(key)) {
      known = true;
      check(out, *schema, value, path);
    }
  if (known) return;
  if (node.additional)
    check(out, *node.additional, value, path);
  else if (!node.additional_allowed)
    out.push_back({path, "is a forbidden property"});
}

void check_object(violations& out, const schema_node& node, const json& value, const std::string& path) {
  for (const auto& key : node.required)
    if (!value.find(key)) out.push_back({path + "." + key, "is required"});
  for (const auto& [key, member] : value.as_object()) check_member(out, node, key, member, path + "." + key);
  check_count(out, node.members, value.as_object().size(), "properties", path);
}

void check_array(violations& out, const schema_node& node, const json& value, const std::string& path) {
  const auto& items = value.as_array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto item_path = path + "[" + std::to_string(i) + "]";
    if (i < node.tuple.size())
      check(out, *node.tuple[i], items[i], item_path);
    else if (node.items)
      check(out, *node.items, items[i], item_path);
    else if (node.additional_items)
      check(out, *node.additional_items, items[i], item_path);
    else if (!node.tuple.empty() && !node.additional_items_allowed)
      out.push_back({item_path, "is a forbidden item"});
  }
  check_count(out, node.item_count, items.size(), "items", path);
  if (!node.unique) return;
  for (std::size_t i = 1; i < items.size(); ++i)
    if (std::find(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i), items[i])
        != items.begin() + static_cast<std::ptrdiff_t>(i))
      out.push_back({path + "[" + std::to_string(i) + "]", "is there twice"});
}

void check_number(violations& out, const schema_node& node, const json& value, const std::string& path) {
  const double x = value.as_double();
  const auto bound = [](double limit) { return json(limit).dump(); };
  if (node.minimum && (node.minimum_excluded ? x <= *node.minimum : x < *node.minimum))
    out.push_back({path, std::string("must be ") + (node.minimum_excluded ? "greater than " : "at least ")
                           + bound(*node.minimum) + ", got " + show(node, value)});
  if (node.maximum && (node.maximum_excluded ? x >= *node.maximum : x > *node.maximum))
    out.push_back({path, std::string("must be ") + (node.maximum_excluded ? "less than " : "at most ")
                           + bound(*node.maximum) + ", got " + show(node, value)});
  if (!node.multiple_of) return;
  // 0.3 is three times 0.1, although the nearest doubles are not.
  const double quotient = x / *node.multiple_of;
  if (std::fabs(quotient - std::round(quotient)) > 1e-9 * std::max(1.0, std::fabs(quotient)))
    out.push_back({path, "must be a multiple of " + bound(*node.multiple_of) + ", got " + show(node, value)});
}

void check_string(violations& out, const schema_node& node, const json& value, const std::string& path) {
  const auto& text = value.as_string();
  if (!node.length.empty()) check_count(out, node.length, count_characters(text), "characters", path);
  if (node.text_pattern && !node.text_pattern->found_in(text))
    out.push_back({path, "must match '" + node.text_pattern->expression() + "', got " + show(node, value)});
  if (node.format_pattern && !node.format_pattern->found_in(text))
    out.push_back({path, "must be of format " + node.format + ", got " + show(node, value)});
}

void check_combinations(violations& out, const schema_node& node, const json& value, const std::string& path) {
  const auto matching = [&](const std::vector<schema_node_ptr>& schemas) {
    return std::count_if(schemas.begin(), schemas.end(), [&](const auto& x) { return matches(*x, value, path); });
  };
  for (const auto& part : node.all_of) check(out, *part, value, path);
  if (!node.any_of.empty() && matching(node.any_of) == 0)
    out.push_back({path, "must match at least one schema of 'anyOf', got " + show(node, value)});
  if (!node.one_of.empty())
    if (const auto count = matching(node.one_of); count != 1)
      out.push_back({path, "must match exactly one schema of 'oneOf', matches " + std::to_string(count) + ", got "
                             + show(node, value)});
  if (node.none_of && matches(*node.none_of, value, path))
    out.push_back({path, "must not match the schema of 'not', got " + show(node, value)});
}

bool check_type(violations& out, const schema_node& node, const json& value, const std::string& path) {
  const auto& types = node.types;
  if (types.empty() || std::any_of(types.begin(), types.end(), [&](type x) { return is_of(x, value); })) return true;
  std::string names;
  for (const auto x : types) names += (names.empty() ? "" : " or ") + std::string(name_of(x));
  out.push_back({path, "must be of type " + names + ", got " + show(node, value)});
  return false;
}

void check(violations& out, const schema_node& node, const json& value, const std::string& path) {
  if (value.is_null() && node.nullable) return;
  // The other rules would only repeat that the type is wrong.
  if (!check_type(out, node, value, path)) return;
  if (node.allowed && std::find(node.allowed->begin(), node.allowed->end(), value) == node.allowed->end())
    out.push_back({path, "must be one of " + json::array(*node.allowed).dump() + ", got " + show(node, value)});
  if (value.is_object())
    check_object(out, node, value, path);
  else if (value.is_array())
    check_array(out, node, value, path);
  else if (value.is_number())
    check_number(out, node, value, path);
  else if (value.is_string())
    check_string(out, node, value, path);
  check_combinations(out, node, value, path);
}

} // namespace

std::string describe(const std::vector<schema_violation>& found) {
  std::string text;
  for (const auto& [path, reason] : found) text += (text.empty() ? "" : "; ") + path + " " + reason;
  return text;
}

std::vector<schema_violation> schema::validate(const json& value, std::string_view name) const {
  violations found;
  check(found, *root_, value, std::string(name));
  return found;
}

} // namespace core
