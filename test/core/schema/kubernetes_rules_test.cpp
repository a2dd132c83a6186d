#include "core/schema/kubernetes_rules.hpp"

#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
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

/// The first violation or mistake of a schema with a single rule, in the flow notation of YAML.
std::string judge_by(const std::string& rule, const char* value, const char* old = nullptr) {
  return validate(("{x-kubernetes-validations: [{" + rule + "}]}").c_str(), value, old);
}

} // namespace

TEST_CASE("a broken rule has its message, or its expression") {
  CHECK(judge_by("rule: 'self.min <= self.max', message: min is above max", "{min: 1, max: 2}") == "");
  CHECK(judge_by("rule: 'self.min <= self.max', message: min is above max", "{min: 3, max: 2}")
        == "v breaks the rule: min is above max");
  CHECK(judge_by(R"(rule: "self.min\n  <= self.max")", "{min: 3, max: 2}")
        == "v breaks the rule: 'self.min <= self.max'");
}

TEST_CASE("a message for the value stands behind the message") {
  constexpr auto rule =
    "rule: 'self.num < 3', message: num is large, messageExpression: '\"num is \" + string(self.num)'";
  CHECK(judge_by(rule, "{num: 5}") == "v breaks the rule: num is large, num is 5");
  CHECK(judge_by("rule: 'self.num < 3', message: m, messageExpression: self.num", "{num: 5}")
        == "v breaks the rule: m");
  CHECK(judge_by("rule: 'self.num < 3', message: m, messageExpression: self.x", "{num: 5}") == "v breaks the rule: m");
}

TEST_CASE("a message for the value never shows secrets") {
  CHECK(validate("{properties: {key: {x-secret: true}}, x-kubernetes-validations: "
                 "[{rule: self.key != 'abc', message: nope, messageExpression: self.key}]}",
                 "{key: abc}")
        == "v breaks the rule: nope");
  CHECK(
    validate("{properties: {key: {x-secret: true}}, x-kubernetes-validations: [{rule: self.key > 1}]}", "{key: abc}")
    == "v has a rule that cannot be evaluated: 'self.key > 1': the reason is hidden, because the rule is about a "
       "secret");
}

TEST_CASE("the reason of a rule begins its message") {
  CHECK(judge_by("rule: 'false', message: m, reason: FieldValueForbidden", "{}") == "v is forbidden: m");
  CHECK(judge_by("rule: 'false', message: m, reason: FieldValueRequired", "{}") == "v is required: m");
  CHECK(judge_by("rule: 'false', message: m, reason: FieldValueDuplicate", "{}") == "v is a duplicate: m");
  CHECK(judge_by("rule: 'false', message: m, reason: FieldValueInvalid", "{}") == "v breaks the rule: m");
  CHECK(judge_by("rule: 'false', reason: Other", "{}")
        == "schema.x-kubernetes-validations[0]: 'reason' must be FieldValueInvalid, FieldValueForbidden, "
           "FieldValueRequired or FieldValueDuplicate");
}

TEST_CASE("a path of fields moves the violation") {
  constexpr auto schema = "{properties: {a: {properties: {b-c: {}}}}, additionalProperties: {}, "
                          "x-kubernetes-validations: [{rule: 'false', message: m, fieldPath: \".a['b-c']\"}]}";
  CHECK(validate(schema, "{}") == "v.a.b-c breaks the rule: m");
  CHECK(judge_by("rule: 'false', fieldPath: .a", "{}")
        == "schema.x-kubernetes-validations[0]: 'fieldPath' must lead to a property of the schema, like .port or "
           "['my-port'], got '.a'");
}

TEST_CASE("rules belong to properties, items, additional properties and combinations") {
  constexpr auto rule = "{x-kubernetes-validations: [{rule: 'self > 1', message: m}]}";
  const auto in = [&](const std::string& before, const std::string& behind, const char* value) {
    return validate((before + rule + behind).c_str(), value);
  };
  CHECK(in("{properties: {a: ", "}}", "{a: 1}") == "v.a breaks the rule: m");
  CHECK(in("{items: ", "}", "[2, 1]") == "v[1] breaks the rule: m");
  CHECK(in("{additionalProperties: ", "}", "{b: 1}") == "v.b breaks the rule: m");
  CHECK(in("{allOf: [", "]}", "1") == "v breaks the rule: m");
  CHECK(in("{not: ", "}", "2") == "v must not match the schema of 'not', got a number");
}

TEST_CASE("a rule gets only values that fit the rest of the schema") {
  constexpr auto schema =
    "{properties: {num: {type: integer}}, x-kubernetes-validations: [{rule: self.num + 1 < 3, message: m}]}";
  CHECK(validate(schema, "{num: 1}") == "");
  CHECK(validate(schema, "{num: 2}") == "v breaks the rule: m");
  CHECK(validate(schema, "{num: text}") == "v.num must be of type integer, got a string");
}

TEST_CASE("a rule that reads an absent member is broken until the member is there") {
  const auto schema = core::schema::schema::compile(yaml("{x-kubernetes-validations: [{rule: self.num < 3}]}")).value();
  const auto found = schema.validate(yaml("{}"), "v");
  CHECK(core::schema::describe(found) == "v has a rule that cannot be evaluated: 'self.num < 3': no such key: num");
  CHECK(found.all_missing());
  const auto wrong = schema.validate(yaml("{num: x}"), "v");
  CHECK(core::schema::describe(wrong)
        == "v has a rule that cannot be evaluated: 'self.num < 3': no such overload: _<_ of string and int");
  CHECK(!wrong.any_missing());
}

TEST_CASE("a rule about the old value needs one, unless it takes an absent one") {
  constexpr auto fixed = "rule: self.a == oldSelf.a, message: a is fixed";
  CHECK(judge_by(fixed, "{a: 1}") == "");
  CHECK(judge_by(fixed, "{a: 1, b: 2}", "{a: 1}") == "");
  CHECK(judge_by(fixed, "{a: 2}", "{a: 1}") == "v breaks the rule: a is fixed");
  constexpr auto grows = "rule: 'self.a > oldSelf.orValue({\"a\": 3}).a', message: m, optionalOldSelf: true";
  CHECK(judge_by(grows, "{a: 2}") == "v breaks the rule: m");
  CHECK(judge_by(grows, "{a: 2}", "{a: 1}") == "");
  CHECK(judge_by("rule: 'oldSelf.hasValue()', message: m, optionalOldSelf: true", "{a: 2}", "{a: 1}") == "");
}

TEST_CASE("items have old values in lists with keys alone") {
  constexpr auto by_key = "{x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: "
                          "{x-kubernetes-validations: [{rule: self.port == oldSelf.port, message: port is fixed}]}}";
  CHECK(validate(by_key, "[{name: b, port: 2}, {name: a, port: 1}]", "[{name: a, port: 1}, {name: b, port: 2}]") == "");
  CHECK(validate(by_key, "[{name: b, port: 3}]", "[{name: a, port: 1}, {name: b, port: 2}]")
        == "v[0] breaks the rule: port is fixed");
  constexpr auto unknown =
    "schema.items.x-kubernetes-validations[0]: no old value is known here for 'oldSelf': items of a list have one "
    "with 'x-kubernetes-list-type: map' and 'x-kubernetes-list-map-keys', and schemas in anyOf, oneOf and not have "
    "none";
  CHECK(validate("{items: {x-kubernetes-validations: [{rule: self == oldSelf}]}}", "[]") == unknown);
}

TEST_CASE("the names of fields may be escaped, and the libraries of the API server are there") {
  CHECK(judge_by("rule: 'self.a__dash__b.trim() == \"x\"', message: m", "{a-b: ' x '}") == "");
  CHECK(judge_by("rule: 'quantity(self.memory).isLessThan(quantity(\"1Gi\"))', message: m", "{memory: 2Gi}")
        == "v breaks the rule: m");
}

TEST_CASE("mistakes of rules are named with their place") {
  const auto mistake = [](const std::string& rule) { return judge_by(rule, "{}"); };
  const std::string here = "schema.x-kubernetes-validations[0]: ";
  CHECK(validate("{x-kubernetes-validations: {a: 1}}", "{}")
        == "schema: 'x-kubernetes-validations' must be a list of rules");
  CHECK(validate("{x-kubernetes-validations: [text]}", "{}") == here + "a rule is a map with 'rule' and 'message'");
  CHECK(mistake("message: m") == here + "'rule' must be an expression in CEL");
  CHECK(mistake("rule: ' '") == here + "'rule' must be an expression in CEL");
  CHECK(mistake("rule: 'selv.a'") == here + "rule 'selv.a': line 1, column 1: undeclared reference to 'selv'");
  CHECK(
    mistake("rule: 'true', messageExpression: 'self +'").starts_with(here + "messageExpression 'self +': line 1, "));
  CHECK(mistake("rule: 'true', message: 5") == here + "'message' must be a text");
  CHECK(mistake("rule: 'true', optionalOldSelf: true") == here + "'optionalOldSelf' is for rules that use 'oldSelf'");
  CHECK(mistake("expression: 'true'")
        == here
             + "a rule has no 'expression', but 'rule', 'message', 'messageExpression', 'reason', 'fieldPath' and "
               "'optionalOldSelf'");
}

TEST_CASE("a rule that takes too many steps is broken") {
  const auto schema =
    core::schema::schema::compile(yaml("{x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, self.all(z, x + y "
                                       "+ z > 0)))'}]}"))
      .value();
  text::json::array_type items(200, text::json(1));
  const auto found = schema.validate(text::json::array(std::move(items)), "v");
  CHECK(core::schema::describe(found).ends_with("the evaluation takes too many steps"));
}
