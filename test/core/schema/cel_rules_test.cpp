#include "core/schema/cel_rules.hpp"

#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace {

text::json yaml(const char* text) {
  return *text::parse_yaml(text);
}

std::string validate(const char* schema, const char* value, const char* old = nullptr) {
  const auto compiled = core::schema::schema::compile(yaml(schema));
  if (!compiled) return compiled.error().message;
  const auto accepted = old ? std::optional(yaml(old)) : std::nullopt;
  return core::schema::describe(compiled->validate(yaml(value), "v", accepted ? &*accepted : nullptr));
}

std::string mistakes_of(const char* rules) {
  core::schema::notes mistakes;
  static_cast<void>(core::schema::read_cel_rules(yaml(rules), "schema", mistakes));
  const auto all = mistakes.as_error();
  return all ? all->message : "";
}

constexpr const char* limits = R"yaml(
x-deckhouse-validations:
- {expression: self.min <= self.max, message: min must not be above max}
- {expression: 'self.max + 1 < 10', message: max must be below 9}
properties:
  name:
    type: string
    x-deckhouse-validations: [{expression: "self.startsWith('a')", message: names begin with a}]
)yaml";

} // namespace

TEST_CASE("broken rules have their messages, those of inner values first") {
  CHECK(validate(limits, "{min: 1, max: 3, name: abc}") == "");
  CHECK(validate(limits, "{min: 5, max: 3}") == "v breaks the rule: min must not be above max");
  CHECK(validate(limits, "{min: 5, max: 3, name: b}")
        == "v.name breaks the rule: names begin with a; v breaks the rule: min must not be above max");
  CHECK(validate(limits, "{min: 1, max: 9}") == "v breaks the rule: max must be below 9");
}

TEST_CASE("a rule that reads an absent field holds") {
  CHECK(validate(limits, "{min: 5}") == "");
  CHECK(validate(limits, "{}") == "");
}

TEST_CASE("a rule that fails, or is no truth value, is broken") {
  CHECK(validate("{x-deckhouse-validations: [{expression: 'self.a < 1', message: m}]}", "{a: x}")
        == "v has a rule that cannot be evaluated: 'self.a < 1': no such overload: _<_ of string and int");
  CHECK(validate("{x-deckhouse-validations: [{expression: self.a, message: m}]}", "{a: 1}")
        == "v has a rule that cannot be evaluated: 'self.a': its result is no truth value");
}

TEST_CASE("a rule about the old value needs one") {
  constexpr const char* fixed = "{x-deckhouse-validations: [{expression: self.a == oldSelf.a, message: a is fixed}]}";
  CHECK(validate(fixed, "{a: 1}") == "");
  CHECK(validate(fixed, "{a: 1, b: 2}", "{a: 1}") == "");
  CHECK(validate(fixed, "{a: 2}", "{a: 1}") == "v breaks the rule: a is fixed");
  CHECK(validate(fixed, "{a: 2}", "{}") == "");
}

TEST_CASE("a rule may name the time zones that the caller knows") {
  class fixed_zone final : public base::time_zone {
  public:
    [[nodiscard]] base::zone_span span_at(std::chrono::sys_seconds) const override {
      return {std::chrono::sys_seconds::min(), std::chrono::sys_seconds::max(), std::chrono::hours(3)};
    }
  };
  const auto zones = [](std::string_view name) -> base::result<base::time_zone_ptr> {
    if (name != "Europe/Moscow") return base::fail(base::error_code::not_found, "unknown");
    return std::make_shared<fixed_zone>();
  };
  const auto rules = yaml(R"yaml(
x-deckhouse-validations:
- expression: timestamp(self.begin).getHours('Europe/Moscow') == 3
  message: the window begins at 3 in Moscow
)yaml");
  const auto known = core::schema::schema::compile(rules, {}, zones);
  REQUIRE(known);
  CHECK(core::schema::describe(known->validate(yaml("{begin: '2026-01-01T00:00:00Z'}"), "v")) == "");
  CHECK(core::schema::describe(known->validate(yaml("{begin: '2026-01-01T03:00:00Z'}"), "v"))
        == "v breaks the rule: the window begins at 3 in Moscow");
  const auto unknown = core::schema::schema::compile(rules);
  REQUIRE(unknown);
  CHECK(core::schema::describe(unknown->validate(yaml("{begin: '2026-01-01T00:00:00Z'}"), "v"))
        == "v has a rule that cannot be evaluated: 'timestamp(self.begin).getHours('Europe/Moscow') == 3': "
           "the time zone is unknown");
}

TEST_CASE("only rules of the root and of properties count, as with flant/addon-operator") {
  constexpr const char* rule = "{x-deckhouse-validations: [{expression: 'false', message: never}]}";
  for (const auto* keyword : {"items", "additionalProperties", "not"})
    CHECK_MESSAGE(validate((std::string("{") + keyword + ": " + rule + "}").c_str(), "{}").find("breaks")
                    == std::string::npos,
                  keyword);
  CHECK(validate((std::string("{properties: {a: {properties: {b: ") + rule + "}}}}").c_str(), "{a: {b: 1}}")
        == "v.a.b breaks the rule: never");
  CHECK(validate((std::string("{properties: {a: {items: {properties: {b: ") + rule + "}}}}}").c_str(), "{a: [{b: 1}]}")
        == "");
}

TEST_CASE("mistakes of rules are named with their place") {
  CHECK(mistakes_of("[]") == "");
  CHECK(mistakes_of("{a: 1}") == "schema: 'x-deckhouse-validations' must be a list of rules");
  CHECK(
    mistakes_of("[{expression: 'true', message: m}, {expression: '', message: m}]")
    == "schema.x-deckhouse-validations[1]: a rule has an 'expression' and a 'message', both texts that are not empty");
  CHECK(mistakes_of("[{expression: 'selv.a', message: m}]")
        == "schema.x-deckhouse-validations[0]: expression 'selv.a': line 1, column 1: undeclared reference to 'selv'");
}

TEST_CASE("a rule that takes too many steps is broken") {
  core::schema::notes mistakes;
  const auto rules = core::schema::read_cel_rules(
    yaml("[{expression: 'self.all(x, self.all(y, x == y))', message: m}]"), "schema", mistakes);
  core::cel::budget steps(100);
  const auto verdict = core::schema::judge(rules.at(0), yaml("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"), nullptr, steps);
  CHECK(verdict.is == core::schema::cel_verdict::kind::broken);
  CHECK(verdict.rule.ends_with("the evaluation takes too many steps"));
}

TEST_CASE("a rule about a secret hides why it cannot be evaluated") {
  constexpr const char* hidden = "v has a rule that cannot be evaluated: 'self.pin < 1': the reason is hidden, because "
                                 "the rule is about a secret";
  for (const auto* mark : {"x-secret: true", "writeOnly: true", "format: password"}) {
    CAPTURE(mark);
    const auto properties = std::string("properties: {pin: {") + mark + "}}";
    CHECK(validate(("{x-deckhouse-validations: [{expression: self.pin < 1, message: m}], " + properties + "}").c_str(),
                   "{pin: hunter2}")
          == hidden);
  }
  CHECK(
    validate("{properties: {a: {x-secret: true}, b: {x-deckhouse-validations: [{expression: self < 1, message: m}]}}}",
             "{a: hunter2, b: x}")
    == "v.b has a rule that cannot be evaluated: 'self < 1': no such overload: _<_ of string and int");
}

TEST_CASE("no reason of a failed rule shows a value") {
  for (const auto* expression :
       {"self.text + 1 == 2", "int(self.text) == 1", "duration(self.text) > duration('1s')",
        "timestamp(self.text) > timestamp('2026-01-01T00:00:00Z')", "self.list[self.number] == 1",
        "'a'.matches(self.text)", "timestamp('2026-01-01T00:00:00Z').getHours(self.text) == 1", "self.text",
        "self.list.all(x, x < self.text)"}) {
    CAPTURE(expression);
    const auto rules = std::string("{x-deckhouse-validations: [{expression: \"") + expression + "\", message: m}]}";
    const auto found = validate(rules.c_str(), "{text: '(hunter2', number: 4711, list: [1]}");
    CHECK(found.find("cannot be evaluated") != std::string::npos);
    CHECK(found.find("hunter2") == std::string::npos);
    CHECK(found.find("4711") == std::string::npos);
  }
}

TEST_CASE("a rule that was skipped is reported with its place, and a rule that holds is not") {
  const auto compiled = core::schema::schema::compile(yaml(limits));
  REQUIRE(compiled);
  std::set<std::string> skipped;
  static_cast<void>(compiled->validate(yaml("{min: 5, name: abc}"), "v", {.skipped_rules = &skipped}));
  CHECK(skipped == std::set<std::string>{"v: self.max + 1 < 10", "v: self.min <= self.max"});
  skipped.clear();
  static_cast<void>(compiled->validate(yaml("{min: 1, max: 2, name: abc}"), "v", {.skipped_rules = &skipped}));
  CHECK(skipped.empty());
}

TEST_CASE("a value to compare with does not spare its parts the check") {
  const auto compiled = core::schema::schema::compile(yaml(limits));
  REQUIRE(compiled);
  const auto wrong = yaml("{min: 5, max: 3}");
  CHECK(compiled->validate(wrong, "v", {.accepted = &wrong}).empty());
  CHECK_FALSE(compiled->validate(wrong, "v", {.old = &wrong}).empty());
}
