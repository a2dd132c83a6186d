#include "core/schema/value_rules.hpp"

#include "base/excerpt.hpp"
#include "core/schema/violation.hpp"
#include "text/json/json_order.hpp"
#include "text/json/value_kind.hpp"
#include "text/plain/number_text.hpp"

#include <algorithm>

namespace core::schema {
namespace {

using type = node::value_type;

const char* name_of(type x) {
  switch (x) {
    case type::object: return "object";
    case type::array: return "array";
    case type::string: return "string";
    case type::integer: return "integer";
    case type::number: return "number";
    case type::boolean: return "boolean";
    case type::null: return "null";
    case type::unknown: break;
  }
  return "unknown";
}

bool is_of(type wanted, const text::json& value) {
  switch (wanted) {
    case type::object: return value.is_object();
    case type::array: return value.is_array();
    case type::string: return value.is_string();
    case type::integer: return value.is_number() && text::is_whole_number(value.number_text());
    case type::number: return value.is_number();
    case type::boolean: return value.is_bool();
    case type::null: return value.is_null();
    case type::unknown: return false;
  }
  return false;
}

std::uint64_t count_characters(const std::string& text) {
  // JSON Schema counts the characters of a text, not its bytes (validation, §6.3.1): each byte that continues
  // no character of UTF-8 begins a character.
  return static_cast<std::uint64_t>(
    std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The length of a rule in a message.
constexpr std::size_t rule_bytes = 1000;

/// The beginning of a list, for a message.
std::string beginning_of(const text::json::array_type& items) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > rule_bytes) break;
    text += (text.size() > 1 ? "," : "") + item.dump();
  }
  return text + "]";
}

/// Collects the rules that a value breaks.
class rule_check {
public:
  rule_check(const node& node, const text::json& value, wording words) : node_(node), value_(value), words_(words) {}

  std::vector<broken_rule> broken;

  void check_number() {
    const auto& text = value_.number_text();
    if (node_.minimum) {
      // The texts are compared, because a double would round an integer beyond 2^53 onto the limit.
      const int order = text::compare_numbers(text, *node_.minimum);
      if (order < 0 || (order == 0 && node_.minimum_excluded))
        note([&] {
          return std::string("must be ") + (node_.minimum_excluded ? "greater than " : "at least ") + *node_.minimum;
        });
    }
    if (node_.maximum) {
      const int order = text::compare_numbers(text, *node_.maximum);
      if (order > 0 || (order == 0 && node_.maximum_excluded))
        note([&] {
          return std::string("must be ") + (node_.maximum_excluded ? "less than " : "at most ") + *node_.maximum;
        });
    }
    if (node_.multiple_of && !text::is_multiple_of(text, *node_.multiple_of))
      note([&] { return "must be a multiple of " + *node_.multiple_of; });
    if (node_.format && node_.format->accepts_number && !node_.format->accepts_number(value_)) note_format();
  }

  void check_string() {
    const auto& text = value_.as_string();
    if (!node_.length.empty())
      for (auto& x : broken_limits(node_.length, count_characters(text), "characters")) {
        // The length is a part of the secret.
        if (node_.secret) x.found = found_hidden;
        broken.push_back(std::move(x));
      }
    if (node_.text_pattern && !node_.text_pattern->found_in(text))
      note([&] { return "must match '" + node_.text_pattern->expression() + "'"; });
    if (node_.format && node_.format->accepts_text && !node_.format->accepts_text(text)) note_format();
  }

  void check_enum() {
    if (node_.allowed && !is_allowed()) note([&] { return "must be one of " + beginning_of(*node_.allowed); });
  }

private:
  [[nodiscard]] bool is_allowed() const {
    const auto& values = *node_.allowed;
    const auto& order = node_.allowed_in_order;
    const auto at = std::lower_bound(order.begin(), order.end(), value_, [&](std::size_t place, const text::json& x) {
      return text::compare(values[place], x) < 0;
    });
    return at != order.end() && text::compare(values[*at], value_) == 0;
  }

  /// @param rule makes the text, which costs too much for violations that are only counted
  template <class Rule>
  void note(const Rule& rule) {
    if (words_ == wording::full)
      broken.push_back({base::excerpt(rule(), rule_bytes), {}});
    else
      broken.emplace_back();
  }
  void note_format() {
    note([&] { return "must be of format " + std::string(node_.format->name); });
  }

  const node& node_;
  const text::json& value_;
  wording words_;
};

} // namespace

std::string found_text(const node& node, const text::json& value) {
  if (node.secret) return found_hidden;
  return std::string("got ") + text::kind_name(value);
}

std::optional<broken_rule> broken_type(const node& node, const text::json& value, wording words) {
  const auto& types = node.types;
  if (types.empty() || std::any_of(types.begin(), types.end(), [&](type x) { return is_of(x, value); }))
    return std::nullopt;
  if (words == wording::none) return broken_rule{};
  std::string names;
  const auto add = [&](const std::string& name) { names += (names.empty() ? "" : " or ") + name; };
  for (const auto x : types)
    if (x != type::unknown) add(name_of(x));
  for (const auto& name : node.unknown_types) add(base::excerpt(name) + " (a type that no value has)");
  return broken_rule{base::excerpt("must be of type " + names, rule_bytes), found_text(node, value)};
}

std::vector<broken_rule> broken_rules(const node& node, const text::json& value, wording words) {
  rule_check check(node, value, words);
  check.check_enum();
  if (value.is_number()) check.check_number();
  if (value.is_string()) check.check_string();
  return std::move(check.broken);
}

std::vector<broken_rule> broken_limits(const size_limits& limits, std::uint64_t count, const char* what) {
  std::vector<broken_rule> broken;
  const auto note = [&](const char* bound, std::uint64_t limit) {
    broken.push_back(
      {std::string("must have ") + bound + " " + std::to_string(limit) + " " + what, "has " + std::to_string(count)});
  };
  if (limits.min && count < *limits.min) note("at least", *limits.min);
  if (limits.max && count > *limits.max) note("at most", *limits.max);
  return broken;
}

} // namespace core::schema
