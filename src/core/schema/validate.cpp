#include "base/edit_distance.hpp"
#include "base/excerpt.hpp"
#include "core/schema/known_parts.hpp"
#include "core/schema/node.hpp"
#include "core/schema/repeated_items.hpp"
#include "core/schema/schema.hpp"
#include "core/schema/value_rules.hpp"

#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml_scalar.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_set>
#include <utility>

namespace core::schema {
namespace {

/// The work that a check may cost: rules of a schema times parts of a value. A section of a megabyte with a
/// schema of some megabytes could occupy the values of all modules for hours.
class budget {
public:
  explicit budget(std::size_t steps = check_steps_max) : left_(steps) {}

  /// @returns false if it is used up.
  bool spend(std::size_t steps) noexcept {
    is_used_up_ = is_used_up_ || steps > left_;
    left_ -= std::min(left_, steps);
    return !is_used_up_;
  }
  [[nodiscard]] bool is_used_up() const noexcept { return is_used_up_; }
  [[nodiscard]] std::size_t left() const noexcept { return left_; }

private:
  std::size_t left_;
  bool is_used_up_ = false;
};

/// The place where a validation puts its results.
struct finding {
  violations all{};
  const std::unordered_set<std::size_t>* missing = nullptr; ///< marks of the violations that count; null: all count
  std::unordered_set<std::size_t>* marks = nullptr;         ///< takes the marks of missing names
  bool counts_only = false;                                 ///< the text is not needed
  bool is_known_shared = true;                              ///< parts of the known value need no check
  std::set<std::string>* skipped_rules = nullptr;           ///< see `schema::check`
  budget* work = nullptr;

  [[nodiscard]] std::size_t count() const noexcept { return all.size() + all.more(); }
  [[nodiscard]] bool wants_marks() const noexcept { return missing != nullptr || marks != nullptr; }
};

/// A validation: walks value and schema together and keeps the path to its position.
class validation {
public:
  validation(std::string_view name, finding into) : name_(name), found_(std::move(into)) {}

  /// @param known the value that the same schema has accepted in this place before, or null.
  void check(const node& node, const text::json& value, const text::json* known);

  [[nodiscard]] violations take() { return std::move(found_.all); }

private:
  /// A member by its key, or an item by its index.
  struct step {
    const std::string* key = nullptr;
    std::size_t index = 0;
    std::size_t mark = 0; ///< of the whole way, if marks are wanted
  };

  void enter(const std::string& key) {
    way_.push_back({&key, 0, found_.wants_marks() ? mark_of(std::hash<std::string>{}(key)) : 0});
  }
  void enter(std::size_t index) { way_.push_back({nullptr, index, found_.wants_marks() ? mark_of(index) : 0}); }
  void leave() { way_.pop_back(); }

  /// The mark of the path to here and a further part (as in boost::hash_combine).
  [[nodiscard]] std::size_t mark_of(std::size_t part) const {
    const auto seed = way_.empty() ? 0 : way_.back().mark;
    return seed ^ (part + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U));
  }

  [[nodiscard]] text::json_pointer place() const {
    text::json_pointer here;
    here.tokens.emplace_back(name_);
    for (const auto& x : way_) here.tokens.push_back(x.key ? *x.key : std::to_string(x.index));
    return here;
  }

  [[nodiscard]] std::string path() const {
    constexpr std::size_t begin_bytes = 160;
    constexpr std::size_t end_bytes = 90;
    constexpr std::size_t key_bytes = begin_bytes + end_bytes;
    auto text = std::string(name_);
    for (const auto& x : way_)
      text += x.key ? "." + base::excerpt(text::shown_key(*x.key), key_bytes) : "[" + std::to_string(x.index) + "]";
    if (text.size() <= begin_bytes + end_bytes) return text;
    return base::excerpt(text, begin_bytes) + std::string(base::last_bytes(text, end_bytes));
  }

  [[nodiscard]] wording words() const noexcept {
    return found_.counts_only || !found_.all.has_room() ? wording::none : wording::full;
  }

  void note(broken_rule broken) {
    if (words() == wording::none) return found_.all.count(false);
    found_.all.keep({path(), place(), std::move(broken.rule), std::move(broken.found)});
  }

  /// Notes a violation that would end if the value had more members.
  void note_missing(broken_rule broken) {
    if (found_.wants_marks()) {
      const auto mark = mark_of(std::hash<std::string>{}(broken.rule));
      if (found_.marks != nullptr) found_.marks->insert(mark);
      if (found_.missing != nullptr && !found_.missing->contains(mark)) return;
    }
    if (words() == wording::none) return found_.all.count(true);
    found_.all.keep({path(), place(), std::move(broken.rule), std::move(broken.found), true});
  }

  void note_all(std::vector<broken_rule> broken) {
    for (auto& x : broken) note(std::move(x));
  }

  void check_member(const node& node, const text::json& value, const text::json* before) {
    const auto& key = *way_.back().key;
    const auto* property = node.property(key);
    bool known = property != nullptr;
    if (property) check(*property, value, before);
    for (const auto& [expression, schema] : node.pattern_properties) {
      if (!found_.work->spend(1)) return;
      if (!expression.found_in(key)) continue;
      known = true;
      check(*schema, value, before);
    }
    if (known) return;
    if (node.additional)
      check(*node.additional, value, before);
    else if (!node.additional_allowed && !is_passed_over(key))
      note(words() == wording::none ? broken_rule{}
                                    : broken_rule{"is a forbidden property" + hint_of_key(node, key), {}});
  }

  /// True for names that go-openapi/validate, by which flant/addon-operator checks values, accepts
  /// everywhere.
  static bool is_passed_over(const std::string& key) { return key == "id" || key == "$schema"; }

  /// A hint for a name that the schema would know if YAML had not read it as a truth value.
  static std::string hint_of_boolean_key(const node& node, const std::string& key) {
    const auto read_as = text::boolean_key(key);
    if (!read_as || !node.property(*read_as)) return {};
    return " (the schema has '" + *read_as + "', which is how YAML reads the bare key " + key
           + ": put it in quotes there)";
  }

  /// A hint for the name of a member. Names of a schema are no secrets. A schema with very many properties
  /// gives no hint of a similar name, because the search compares the name with all of them.
  [[nodiscard]] std::string hint_of_key(const node& node, const std::string& key) const {
    constexpr std::size_t names_max = 1'000;
    auto hint = hint_of_boolean_key(node, key);
    if (!hint.empty() || node.properties.size() > names_max) return hint;
    std::vector<std::string> names;
    for (const auto& [name, property] : node.properties) names.push_back(name);
    const auto near = base::near_names(key, names);
    return near.empty() ? hint : " (did you mean '" + near.front() + "'?)";
  }

  void check_item(const node& node, const text::json& value, const text::json* before) {
    const auto i = way_.back().index;
    if (i < node.tuple.size())
      check(*node.tuple[i], value, before);
    else if (node.items)
      check(*node.items, value, before);
    else if (node.additional_items)
      check(*node.additional_items, value, before);
    else if (!node.tuple.empty() && !node.additional_items_allowed)
      note({.rule = "is a forbidden item", .found = {}});
  }

  void check_object(const node& node, const text::json& value, const text::json* known) {
    const auto& members = value.as_object();
    for (const auto& key : node.required) {
      if (!found_.work->spend(1)) return;
      const auto* property = node.property(key);
      const bool has_default = property && property->default_value;
      if (!value.find(key) && !has_default) note_required(key);
    }
    known_members before(known);
    for (const auto& [key, member] : members) {
      enter(key);
      check_member(node, member, before.find(key));
      leave();
    }
    const bool are_too_few = node.members.min && members.size() < *node.members.min;
    for (auto& broken : broken_limits(node.members, members.size(), "properties"))
      are_too_few ? note_missing(std::move(broken)) : note(std::move(broken));
    check_dependencies(node, value, known);
  }

  void note_required(const std::string& key) {
    enter(key);
    note_missing({"is required", {}});
    leave();
  }

  void require(const text::json& value, const std::vector<std::string>& names) {
    for (const auto& name : names) {
      if (!found_.work->spend(1)) return;
      if (!value.find(name)) note_required(name);
    }
  }

  void check_dependencies(const node& node, const text::json& value, const text::json* known) {
    for (const auto& [key, names] : node.dependent_names)
      if (found_.work->spend(1) && value.find(key)) require(value, names);
    // The known value was checked by this schema only if it had the key.
    for (const auto& [key, schema] : node.dependent_schemas)
      if (found_.work->spend(1) && value.find(key)) check(*schema, value, known && known->find(key) ? known : nullptr);
  }

  /// The rules in CEL of a value whose parts are checked already.
  void check_cel_rules(const node& node, const text::json& value, const text::json* known) {
    for (const auto& rule : node.cel_rules) {
      const auto steps_max = std::min(cel::steps_max, found_.work->left());
      cel::budget steps(steps_max);
      auto verdict = judge(rule, value, known, steps);
      if (!found_.work->spend(1 + steps_max - steps.left())) return;
      if (verdict.is == cel_verdict::kind::broken) note({std::move(verdict.rule), {}});
      if (verdict.is == cel_verdict::kind::skipped && found_.skipped_rules)
        found_.skipped_rules->insert(path() + ": " + base::excerpt(rule.condition.source()));
    }
  }

  void check_kubernetes_rules(const node& node, const text::json& value, const text::json* known) {
    for (const auto& rule : node.kubernetes_rules) {
      const auto steps_max = std::min(cel::steps_max, found_.work->left());
      cel::budget steps(steps_max);
      auto verdict = judge(rule, node, value, known, steps);
      if (!found_.work->spend(1 + steps_max - steps.left())) return;
      if (verdict.is == kubernetes_verdict::kind::holds) continue;
      for (const auto& key : rule.field) enter(key);
      broken_rule broken{std::move(verdict.rule), std::move(verdict.found)};
      verdict.is == kubernetes_verdict::kind::lacks_member ? note_missing(std::move(broken)) : note(std::move(broken));
      for (std::size_t i = 0; i < rule.field.size(); ++i) leave();
    }
  }

  void check_array(const node& node, const text::json::array_type& items, const text::json* known) {
    const known_items before(known, node);
    for (std::size_t i = 0; i < items.size(); ++i) {
      enter(i);
      check_item(node, items[i],
                 before.find(i, items[i], [&](std::size_t steps) { return found_.work->spend(steps); }));
      leave();
    }
    note_all(broken_limits(node.item_count, items.size(), "items"));
    if (node.unique) check_unique(items);
  }

  void check_unique(const text::json::array_type& items) {
    for (const auto i : repeated_items(items)) {
      enter(i);
      note({"is there twice", {}});
      leave();
    }
  }

  /// How many of several schemas a value matches, and how many it would match with more members.
  struct matches {
    std::size_t complete = 0;
    std::size_t incomplete = 0;
  };

  void check_combinations(const node& node, const text::json& value, const text::json* known) {
    for (const auto& part : node.all_of) check(*part, value, known);
    if (const auto of = count_matches(node.any_of, value); !node.any_of.empty() && of.complete == 0)
      note_combination("must match at least one schema of 'anyOf'", node, value, of.incomplete > 0);
    if (const auto of = count_matches(node.one_of, value); !node.one_of.empty() && of.complete != 1)
      note_combination("must match exactly one schema of 'oneOf', matches " + std::to_string(of.complete), node, value,
                       of.complete == 0 && of.incomplete > 0);
    if (node.none_of && violations_of(*node.none_of, value).empty())
      note_combination("must not match the schema of 'not'", node, value, false);
  }

  void note_combination(std::string rule, const node& node, const text::json& value, bool is_missing) {
    broken_rule broken{std::move(rule), words() == wording::none ? std::string() : found_text(node, value)};
    is_missing ? note_missing(std::move(broken)) : note(std::move(broken));
  }

  matches count_matches(const std::vector<node_ptr>& schemas, const text::json& value) const {
    matches count;
    for (const auto& schema : schemas) {
      const auto violations = violations_of(*schema, value);
      if (violations.empty())
        ++count.complete;
      else if (violations.all_missing())
        ++count.incomplete;
    }
    return count;
  }

  [[nodiscard]] violations violations_of(const node& node, const text::json& value) const {
    validation inner("", {.counts_only = true, .work = found_.work});
    // The record of the known value does not say which of several schemas has accepted it.
    inner.check(node, value, nullptr);
    return inner.take();
  }

  std::string_view name_;
  finding found_;
  std::vector<step> way_;
};

void validation::check(const node& node, const text::json& value, const text::json* known) {
  if (known && found_.is_known_shared && value.same_node(*known)) return;
  // As in OpenAPI 3.0, `nullable` overrules all other keywords.
  if (value.is_null() && node.nullable) return;
  if (!found_.work->spend(1)) return;
  const auto faults = found_.count();
  // The other rules would only repeat that the type is wrong.
  if (auto broken = broken_type(node, value, words())) return note(std::move(*broken));
  note_all(broken_rules(node, value, words()));
  if (value.is_object()) check_object(node, value, known);
  if (value.is_array()) check_array(node, value.as_array(), known);
  check_combinations(node, value, known);
  check_cel_rules(node, value, known);
  // As by the API server, a rule gets only values that fit the rest of the schema.
  if (found_.count() == faults) check_kubernetes_rules(node, value, known);
}

/// @param shown the value for people; null: an enclosing value is hidden
bool is_hidden(const text::json& value, const text::json* shown) {
  if (!shown) return true;
  const bool is_mark = shown->is_string() && shown->as_string() == base::hidden_value;
  return is_mark && !(value == *shown);
}

/// The value counts as wrong, because its rest was not checked. Its secrets are unknown, so all found values
/// are hidden.
void give_up(std::string_view name, violations& found) {
  for (auto& x : found)
    if (!x.found.empty()) x.found = found_hidden;
  if (!found.has_room()) return found.count(false);
  found.keep({std::string(name),
              {{std::string(name)}},
              "is too much for its schema: the check would take more than " + std::to_string(check_steps_max)
                + " steps; make lists in it or in the schema shorter",
              {}});
}

} // namespace

violations schema::validate(const text::json& value, std::string_view name, const check& how) const {
  budget work(how.steps_max);
  validation walk(name, {.all = violations(how.limits),
                         .missing = how.missing,
                         .is_known_shared = how.accepted != nullptr,
                         .skipped_rules = how.skipped_rules,
                         .work = &work});
  walk.check(*root_, value, how.accepted ? how.accepted : how.old);
  auto found = walk.take();
  if (work.is_used_up())
    give_up(name, found);
  else
    hide_secrets(value, found);
  return found;
}

std::unordered_set<std::size_t> schema::missing_marks(const text::json& value) const {
  std::unordered_set<std::size_t> marks;
  budget work;
  validation walk("", {.marks = &marks, .counts_only = true, .work = &work});
  walk.check(*root_, value, nullptr);
  return marks;
}

// The schema with the broken rule and the schema that marks the value as secret may differ, so the marks of
// all schemas, also of enclosing schemas, count together.
void schema::hide_secrets(const text::json& value, violations& violations) const {
  if (std::all_of(violations.begin(), violations.end(), [](const auto& x) { return x.found.empty(); })) return;
  const auto shown = without_secrets(value);
  for (auto& violation : violations) {
    const auto& tokens = violation.place.tokens;
    const text::json_pointer inside{{tokens.begin() + 1, tokens.end()}};
    const auto* found = text::find_at(value, inside);
    if (!violation.found.empty() && found && is_hidden(*found, text::find_at(shown, inside)))
      violation.found = found_hidden;
  }
}

} // namespace core::schema
