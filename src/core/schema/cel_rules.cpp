#include "core/schema/cel_rules.hpp"

#include "base/excerpt.hpp"

#include <array>
#include <optional>
#include <utility>

namespace core::schema {
namespace {

constexpr const char* keyword = "x-deckhouse-validations";
constexpr std::size_t old_variable = 1;

const cel::declarations& variables() {
  static const cel::declarations known{.variables = {"self", "oldSelf"}};
  return known;
}

/// A text that must be there and not empty.
std::optional<std::string> text_of(const text::json& rule, const char* name) {
  auto text = rule.string_at(name);
  return text && !text->empty() ? text : std::nullopt;
}

bool is_absent_key(const cel::value& x) {
  const auto* failed = x.as<cel::failure_ptr>();
  return failed && (*failed)->kind == cel::failure_kind::no_such_key;
}

std::string reason_of(const cel::value& x) {
  const auto* failed = x.as<cel::failure_ptr>();
  return failed ? (*failed)->message : "its result is no truth value";
}

} // namespace

std::vector<cel_rule> read_cel_rules(const text::json& content, const std::string& place, notes& mistakes,
                                     const base::time_zone_source& zones) {
  std::vector<cel_rule> rules;
  if (!content.is_array()) {
    mistakes.note(place, std::string("'") + keyword + "' must be a list of rules");
    return rules;
  }
  for (std::size_t i = 0; i < content.as_array().size(); ++i) {
    const auto& rule = content.as_array()[i];
    const auto here = place + "." + keyword + "[" + std::to_string(i) + "]";
    const auto expression = text_of(rule, "expression");
    auto message = text_of(rule, "message");
    if (!expression || !message) {
      mistakes.note(here, "a rule has an 'expression' and a 'message', both texts that are not empty");
      continue;
    }
    auto program = cel::program::compile(*expression, variables());
    if (!program) {
      mistakes.note(here, "expression '" + base::excerpt(*expression) + "': " + program.error().message);
      continue;
    }
    const bool compares_old = program->uses(old_variable);
    rules.push_back(
      {.condition = std::move(*program), .message = std::move(*message), .compares_old = compares_old, .zones = zones});
  }
  return rules;
}

cel_verdict judge(const cel_rule& rule, const text::json& value, const text::json* old, cel::budget& steps) {
  using kind = cel_verdict::kind;
  // A null counts as no value, as with flant/addon-operator.
  if (rule.compares_old && (!old || old->is_null())) return {};
  const auto numbers = cel::json_numbers::doubles;
  const std::array<cel::value, 2> given{cel::from_json(value, numbers),
                                        old ? cel::from_json(*old, numbers) : cel::value()};
  const auto result =
    rule.condition.evaluate(given, steps, {.numbers = cel::number_conversion::whole_to_integer, .zones = &rule.zones});
  if (result.is(true)) return {};
  if (is_absent_key(result)) return {kind::skipped};
  if (result.is(false)) return {kind::broken, "breaks the rule: " + rule.message};
  return {kind::broken,
          "has a rule that cannot be evaluated: '" + base::excerpt(rule.condition.source()) + "': "
            + (rule.is_about_secrets ? "the reason is hidden, because the rule is about a secret" : reason_of(result))};
}

} // namespace core::schema
