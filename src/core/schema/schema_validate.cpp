#include "core/schema/schema.hpp"
#include "core/schema/schema_node.hpp"

#include "core/text/excerpt.hpp"
#include "core/text/number_text.hpp"
#include "core/text/yaml_scalar.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace core {
namespace {

using type = schema_node::value_type;

/// The value for a message. Containers are not written out, long texts are cut, secrets are not shown.
std::string show(const schema_node& node, const json& value) {
  if (node.secret) return "a hidden value";
  if (value.is_object()) return value.as_object().empty() ? "{}" : "{…}";
  if (value.is_array()) return value.as_array().empty() ? "[]" : "[…]";
  return excerpt(value.dump());
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

bool is_of(type wanted, const json& value) {
  switch (wanted) {
    case type::object: return value.is_object();
    case type::array: return value.is_array();
    case type::string: return value.is_string();
    case type::integer: return value.is_number() && is_whole_number(value.number_text());
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

bool is_multiple(const std::string& number, const std::string& step) {
  const auto whole = integer_of(number);
  const auto whole_step = integer_of(step);
  if (whole && whole_step) return *whole % *whole_step == 0;
  // 0.3 is three times 0.1, although the nearest doubles are not.
  const double quotient = json::number(number).as_double() / json::number(step).as_double();
  return std::fabs(quotient - std::round(quotient)) <= 1e-9 * std::max(1.0, std::fabs(quotient));
}

/// Equal for values that are equal; of containers only the size counts.
std::size_t rough_hash(const json& value) {
  switch (value.type()) {
    case json::kind::number: return std::hash<double>{}(value.as_double());
    case json::kind::string: return std::hash<std::string>{}(value.as_string());
    case json::kind::array: return value.as_array().empty() ? 1 : 31 * rough_hash(value.as_array().front()) + 2;
    case json::kind::object: {
      std::size_t hash = value.as_object().size();
      for (const auto& [key, member] : value.as_object())
        hash = 31 * hash + (member.is_object() ? 3 : rough_hash(member));
      return hash;
    }
    default: return value.is_bool() && value.as_bool() ? 5 : 4;
  }
}

/// The members of an object that is known, looked up in rising order of keys.
class known_members {
public:
  explicit known_members(const json* known) {
    if (!known || !known->is_object()) return;
    next_ = known->as_object().data();
    end_ = next_ + known->as_object().size();
  }

  const json* find(const std::string& key) {
    while (next_ != end_ && next_->first < key) ++next_;
    return next_ != end_ && next_->first == key ? &next_->second : nullptr;
  }

private:
  const json::member* next_ = nullptr;
  const json::member* end_ = nullptr;
};

/// One validation: walks value and schema together and keeps the way to where it is.
class validation {
public:
  explicit validation(std::string_view name) : name_(name) {}

  /// @param known what the same schema has accepted in this place before, or null.
  void check(const schema_node& node, const json& value, const json* known);

  std::vector<schema_violation> found;

private:
  /// A member by its key, or an item by its index.
  struct step {
    const std::string* key = nullptr;
    std::size_t index = 0;
  };

  [[nodiscard]] json_pointer place() const {
    json_pointer here;
    here.tokens.emplace_back(name_);
    for (const auto& x : way_) here.tokens.push_back(x.key ? *x.key : std::to_string(x.index));
    return here;
  }

  [[nodiscard]] std::string path() const {
    auto text = std::string(name_);
    for (const auto& x : way_) text += x.key ? "." + *x.key : "[" + std::to_string(x.index) + "]";
    return text;
  }

  void note(std::string reason) { found.push_back({path(), place(), std::move(reason)}); }

  void check_member(const schema_node& node, const json& value, const json* before) {
    const auto& key = *way_.back().key;
    const auto* property = node.property(key);
    bool known = property != nullptr;
    if (property) check(*property, value, before);
    for (const auto& [expression, schema] : node.pattern_properties) {
      if (!expression.found_in(key)) continue;
      known = true;
      check(*schema, value, before);
    }
    if (known) return;
    if (node.additional)
      check(*node.additional, value, before);
    else if (!node.additional_allowed)
      note("is a forbidden property" + hint_of_boolean_key(node, key));
  }

  /// For a name that the schema would know if YAML had not made a truth value of it.
  static std::string hint_of_boolean_key(const schema_node& node, const std::string& key) {
    const auto read_as = boolean_key(key);
    if (!read_as || !node.property(*read_as)) return {};
    return " (the schema has '" + *read_as + "', which is how YAML reads the bare key " + key
           + ": put it in quotes there)";
  }

  void check_item(const schema_node& node, const json& value, const json* before) {
    const auto i = way_.back().index;
    if (i < node.tuple.size())
      check(*node.tuple[i], value, before);
    else if (node.items)
      check(*node.items, value, before);
    else if (node.additional_items)
      check(*node.additional_items, value, before);
    else if (!node.tuple.empty() && !node.additional_items_allowed)
      note("is a forbidden item");
  }

  void check_object(const schema_node& node, const json& value, const json* known) {
    const auto& members = value.as_object();
    for (const auto& key : node.required) {
      const auto* property = node.property(key);
      const bool has_default = property && property->default_value;
      if (!value.find(key) && !has_default) note_required(key);
    }
    known_members before(known);
    for (const auto& [key, member] : members) {
      way_.push_back({&key});
      check_member(node, member, before.find(key));
      way_.pop_back();
    }
    const auto told = found.size();
    check_count(node.members, members.size(), "properties");
    if (node.members.min && members.size() < *node.members.min) found[told].is_missing = true;
    check_dependencies(node, value, known);
  }

  void note_required(const std::string& key) {
    way_.push_back({&key});
    note("is required");
    found.back().is_missing = true;
    way_.pop_back();
  }

  void check_dependencies(const schema_node& node, const json& value, const json* known) {
    for (const auto& [key, names] : node.dependent_names)
      for (const auto& name : names)
        if (value.find(key) && !value.find(name)) note_required(name);
    for (const auto& [key, schema] : node.dependent_schemas)
      if (value.find(key)) check(*schema, value, known && known->find(key) ? known : nullptr);
  }

  void check_array(const schema_node& node, const json::array_type& items, const json* known) {
    const auto known_count = known && known->is_array() ? known->as_array().size() : 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      way_.push_back({nullptr, i});
      check_item(node, items[i], i < known_count ? &known->as_array()[i] : nullptr);
      way_.pop_back();
    }
    check_count(node.item_count, items.size(), "items");
    if (node.unique) check_unique(items);
  }

  void check_unique(const json::array_type& items) {
    std::unordered_multimap<std::size_t, const json*> seen;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto hash = rough_hash(items[i]);
      const auto [first, last] = seen.equal_range(hash);
      const bool repeated = std::any_of(first, last, [&](const auto& x) { return *x.second == items[i]; });
      seen.emplace(hash, &items[i]);
      if (!repeated) continue;
      way_.push_back({nullptr, i});
      note("is there twice");
      way_.pop_back();
    }
  }

  void check_count(const size_limits& limits, std::uint64_t count, const char* what) {
    if (limits.min && count < *limits.min)
      note("must have at least " + std::to_string(*limits.min) + " " + what + ", has " + std::to_string(count));
    if (limits.max && count > *limits.max)
      note("must have at most " + std::to_string(*limits.max) + " " + what + ", has " + std::to_string(count));
  }

  void check_number(const schema_node& node, const json& value) {
    const auto& text = value.number_text();
    if (node.minimum) {
      const int order = compare_numbers(text, *node.minimum);
      if (order < 0 || (order == 0 && node.minimum_excluded))
        note(std::string("must be ") + (node.minimum_excluded ? "greater than " : "at least ") + *node.minimum
             + ", got " + show(node, value));
    }
    if (node.maximum) {
      const int order = compare_numbers(text, *node.maximum);
      if (order > 0 || (order == 0 && node.maximum_excluded))
        note(std::string("must be ") + (node.maximum_excluded ? "less than " : "at most ") + *node.maximum + ", got "
             + show(node, value));
    }
    if (node.multiple_of && !is_multiple(text, *node.multiple_of))
      note("must be a multiple of " + *node.multiple_of + ", got " + show(node, value));
    if (node.format && node.format->accepts_number && !node.format->accepts_number(value)) note_format(node, value);
  }

  void check_string(const schema_node& node, const json& value) {
    const auto& text = value.as_string();
    if (!node.length.empty()) check_count(node.length, count_characters(text), "characters");
    if (node.text_pattern && !node.text_pattern->found_in(text))
      note("must match '" + node.text_pattern->expression() + "', got " + show(node, value));
    if (node.format && node.format->accepts_text && !node.format->accepts_text(text)) note_format(node, value);
  }

  void note_format(const schema_node& node, const json& value) {
    note("must be of format " + std::string(node.format->name) + ", got " + show(node, value));
  }

  bool check_type(const schema_node& node, const json& value) {
    const auto& types = node.types;
    if (types.empty() || std::any_of(types.begin(), types.end(), [&](type x) { return is_of(x, value); })) return true;
    std::string names;
    for (const auto x : types) names += (names.empty() ? "" : " or ") + std::string(name_of(x));
    note("must be of type " + names + ", got " + show(node, value));
    return false;
  }

  /// How many of several schemas a value matches, and how many it would if it had more members.
  struct matches {
    std::size_t complete = 0;
    std::size_t incomplete = 0;
  };

  void check_combinations(const schema_node& node, const json& value, const json* known) {
    for (const auto& part : node.all_of) check(*part, value, known);
    if (const auto of = count_matches(node.any_of, value); !node.any_of.empty() && of.complete == 0) {
      note("must match at least one schema of 'anyOf', got " + show(node, value));
      found.back().is_missing = of.incomplete > 0;
    }
    if (const auto of = count_matches(node.one_of, value); !node.one_of.empty() && of.complete != 1) {
      note("must match exactly one schema of 'oneOf', matches " + std::to_string(of.complete) + ", got "
           + show(node, value));
      found.back().is_missing = of.complete == 0 && of.incomplete > 0;
    }
    if (node.none_of && violations_of(*node.none_of, value).empty())
      note("must not match the schema of 'not', got " + show(node, value));
  }

  static matches count_matches(const std::vector<schema_node_ptr>& schemas, const json& value) {
    matches count;
    for (const auto& schema : schemas) {
      const auto violations = violations_of(*schema, value);
      if (violations.empty())
        ++count.complete;
      else if (std::all_of(violations.begin(), violations.end(), [](const auto& x) { return x.is_missing; }))
        ++count.incomplete;
    }
    return count;
  }

  static std::vector<schema_violation> violations_of(const schema_node& node, const json& value) {
    validation inner("");
    // Which of several schemas has accepted what is known is not known.
    inner.check(node, value, nullptr);
    return std::move(inner.found);
  }

  std::string_view name_;
  std::vector<step> way_;
};

void validation::check(const schema_node& node, const json& value, const json* known) {
  if (known && value.same_node(*known)) return;
  if (value.is_null() && node.nullable) return;
  // The other rules would only repeat that the type is wrong.
  if (!check_type(node, value)) return;
  if (node.allowed && std::find(node.allowed->begin(), node.allowed->end(), value) == node.allowed->end())
    note("must be one of " + json::array(*node.allowed).dump() + ", got " + show(node, value));
  if (value.is_object())
    check_object(node, value, known);
  else if (value.is_array())
    check_array(node, value.as_array(), known);
  else if (value.is_number())
    check_number(node, value);
  else if (value.is_string())
    check_string(node, value);
  check_combinations(node, value, known);
}

} // namespace

std::string describe(const std::vector<schema_violation>& found) {
  std::string text;
  for (const auto& violation : found) text += (text.empty() ? "" : "; ") + violation.path + " " + violation.reason;
  return text;
}

std::vector<schema_violation> schema::validate(const json& value, std::string_view name, const json* accepted) const {
  validation walk(name);
  walk.check(*root_, value, accepted);
  return std::move(walk.found);
}

} // namespace core
