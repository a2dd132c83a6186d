#include "core/schema/kubernetes_rules.hpp"

#include "base/excerpt.hpp"
#include "core/cel/optional_library.hpp"
#include "core/schema/field_path.hpp"
#include "core/schema/node.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace core::schema {
namespace {

constexpr const char* keyword = "x-kubernetes-validations";
constexpr std::size_t old_variable = 1;

constexpr std::array<std::string_view, 6> fields{"rule",   "message",   "messageExpression",
                                                 "reason", "fieldPath", "optionalOldSelf"};

/// The beginning of a message by the reason of a rule.
constexpr std::pair<std::string_view, std::string_view> faults[] = {
  {"FieldValueInvalid", "breaks the rule"},
  {"FieldValueForbidden", "is forbidden"},
  {"FieldValueRequired", "is required"},
  {"FieldValueDuplicate", "is a duplicate"},
};

/// The expression in a line, for messages.
std::string shown_expression(const cel::program& program) {
  std::string line;
  for (const char c : program.source()) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space)
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  }
  return "'" + base::excerpt(base::trimmed(line)) + "'";
}

/// Reads a rule, and notes its mistakes.
class rule_reader {
public:
  rule_reader(const text::json& content, std::string place, const rule_surroundings& around, notes& mistakes)
    : content_(content), place_(std::move(place)), around_(around), mistakes_(mistakes) {}

  std::optional<kubernetes_rule> read() {
    if (!content_.is_object()) return note("a rule is a map with 'rule' and 'message'");
    for (const auto& [name, value] : content_.as_object())
      if (std::find(fields.begin(), fields.end(), name) == fields.end())
        return note("a rule has no '" + base::excerpt(name) + "', but 'rule', 'message', 'messageExpression', "
                    + "'reason', 'fieldPath' and 'optionalOldSelf'");
    auto condition = read_expression("rule");
    if (!condition) return std::nullopt;
    kubernetes_rule rule{.condition = std::move(*condition),
                         .message = std::string(base::trimmed(read_text("message").value_or(""))),
                         .message_for_value = std::nullopt,
                         .fault = read_fault(),
                         .field = read_field(),
                         .takes_absent_old = read_optional_old(),
                         .is_about_secrets = around_.is_about_secrets,
                         .zones = around_.zones};
    if (content_.find("messageExpression")) rule.message_for_value = read_expression("messageExpression");
    // The text would show the secret.
    if (rule.is_about_secrets) rule.message_for_value = std::nullopt;
    rule.compares_old = rule.condition.uses(old_variable);
    check_old(rule);
    return rule;
  }

private:
  std::nullopt_t note(const std::string& reason) {
    mistakes_.note(place_, reason);
    return std::nullopt;
  }

  std::optional<std::string> read_text(const char* name) {
    const auto* found = content_.find(name);
    if (!found) return std::nullopt;
    if (!found->is_string()) return note(std::string("'") + name + "' must be a text");
    return found->as_string();
  }

  std::optional<cel::program> read_expression(const char* name) {
    const auto* found = content_.find(name);
    if (!found || !found->is_string() || base::trimmed(found->as_string()).empty())
      return note(std::string("'") + name + "' must be an expression in CEL");
    static const cel::declarations known{.variables = {"self", "oldSelf"},
                                         .functions = cel::function_set::kubernetes,
                                         .fields = cel::field_names::escaped};
    auto program = cel::program::compile(found->as_string(), known);
    if (program) return std::move(*program);
    return note(std::string(name) + " '" + base::excerpt(found->as_string()) + "': " + program.error().message);
  }

  std::string_view read_fault() {
    const auto reason = read_text("reason");
    if (!reason) return std::begin(faults)->second;
    const auto* found = std::find_if(std::begin(faults), std::end(faults), [&](auto x) { return x.first == *reason; });
    if (found != std::end(faults)) return found->second;
    note("'reason' must be FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate");
    return std::begin(faults)->second;
  }

  std::vector<std::string> read_field() {
    const auto path = read_text("fieldPath");
    if (!path) return {};
    auto keys = read_field_path(*path);
    if (keys && has_field(*keys)) return std::move(*keys);
    note("'fieldPath' must lead to a property of the schema, like .port or ['my-port'], got '" + base::excerpt(*path)
         + "'");
    return {};
  }

  [[nodiscard]] bool has_field(const std::vector<std::string>& keys) const {
    const auto* at = &around_.schema;
    for (const auto& key : keys) {
      const auto* property = at->property(key);
      at = property ? property : at->additional.get();
      if (!at) return false;
    }
    return true;
  }

  bool read_optional_old() {
    const auto* found = content_.find("optionalOldSelf");
    if (!found) return false;
    if (!found->is_bool()) note("'optionalOldSelf' must be true or false");
    return found->is_bool() && found->as_bool();
  }

  void check_old(const kubernetes_rule& rule) {
    if (rule.takes_absent_old && !rule.compares_old) note("'optionalOldSelf' is for rules that use 'oldSelf'");
    if (rule.compares_old && !around_.knows_old_values)
      note("no old value is known here for 'oldSelf': items of a list have one with 'x-kubernetes-list-type: map' "
           "and 'x-kubernetes-list-map-keys', and schemas in anyOf, oneOf and not have none");
  }

  const text::json& content_;
  std::string place_;
  const rule_surroundings& around_;
  notes& mistakes_;
};

std::string reason_of(const cel::value& x) {
  const auto* failed = x.as<cel::failure_ptr>();
  return failed ? (*failed)->message : "its result is no truth value";
}

bool is_absent_key(const cel::value& x) {
  const auto* failed = x.as<cel::failure_ptr>();
  return failed && (*failed)->kind == cel::failure_kind::no_such_key;
}

/// The text of `messageExpression`; empty if there is none, or its result is no text of one line.
std::string message_for(const kubernetes_rule& rule, std::span<const cel::value> variables, cel::budget& steps) {
  if (!rule.message_for_value) return {};
  const auto result = rule.message_for_value->evaluate(variables, steps, {.zones = &rule.zones});
  const auto* text = result.as<cel::string_value>();
  if (!text || text->view().find('\n') != std::string_view::npos) return {};
  return base::excerpt(base::trimmed(text->view()));
}

} // namespace

std::vector<kubernetes_rule> read_kubernetes_rules(const text::json& content, const std::string& place,
                                                   const rule_surroundings& around, notes& mistakes) {
  std::vector<kubernetes_rule> rules;
  if (!content.is_array()) {
    mistakes.note(place, std::string("'") + keyword + "' must be a list of rules");
    return rules;
  }
  for (std::size_t i = 0; i < content.as_array().size(); ++i) {
    const auto here = place + "." + keyword + "[" + std::to_string(i) + "]";
    if (auto rule = rule_reader(content.as_array()[i], here, around, mistakes).read())
      rules.push_back(std::move(*rule));
  }
  return rules;
}

kubernetes_verdict judge(const kubernetes_rule& rule, const node& schema, const text::json& value,
                         const text::json* old, cel::budget& steps) {
  using kind = kubernetes_verdict::kind;
  if (rule.compares_old && !old && !rule.takes_absent_old) return {};
  const auto value_of = [&](const text::json& x) { return cel::from_json(x, cel::json_numbers::by_notation, &schema); };
  const auto before = old ? std::optional(value_of(*old)) : std::nullopt;
  const std::array<cel::value, 2> variables{value_of(value), rule.takes_absent_old ? cel::optional_of(before)
                                                                                   : before.value_or(cel::null())};
  const auto result = rule.condition.evaluate(variables, steps, {.zones = &rule.zones});
  if (result.is(true)) return {};
  if (result.is(false))
    return {kind::broken,
            std::string(rule.fault) + ": " + (rule.message.empty() ? shown_expression(rule.condition) : rule.message),
            message_for(rule, variables, steps)};
  return {is_absent_key(result) ? kind::lacks_member : kind::broken,
          "has a rule that cannot be evaluated: " + shown_expression(rule.condition) + ": "
            + (rule.is_about_secrets ? "the reason is hidden, because the rule is about a secret" : reason_of(result)),
          {}};
}

} // namespace core::schema
