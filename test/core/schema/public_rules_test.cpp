// Rules as public modules for flant/addon-operator write them.
#include "core/schema/schema.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

/// A value, and the message of the rule that it breaks; empty: it breaks none.
struct rule_case {
  const char* value;
  const char* message;
  const char* old = nullptr;
};

/// Checks the values by a schema, whose root has the name `v`.
void check(const char* schema, const std::vector<rule_case>& cases) {
  const auto compiled = core::schema::schema::compile(text::parse_yaml(schema).value());
  REQUIRE_MESSAGE(compiled, compiled.error().message);
  for (const auto& x : cases) {
    CAPTURE(x.value);
    const auto old = x.old ? std::optional(text::parse_yaml(x.old).value()) : std::nullopt;
    const auto found = core::schema::describe(
      compiled->validate(text::parse_yaml(x.value).value(), "v", {.old = old ? &*old : nullptr}));
    CHECK(found == (*x.message == '\0' ? std::string() : std::string("v") + x.message));
  }
}

} // namespace

TEST_CASE("a ternary with has gives an absent field its default") {
  check(R"yaml(
x-deckhouse-validations:
- expression: "(has(self.tier) ? self.tier : 'Small') == (has(oldSelf.tier) ? oldSelf.tier : 'Small')"
  message: tier cannot be changed
)yaml",
        {{"{tier: Large}", ""},
         {"{tier: Small}", "", "{}"},
         {"{}", "", "{tier: Small}"},
         {"{tier: Large}", " breaks the rule: tier cannot be changed", "{}"},
         {"{}", " breaks the rule: tier cannot be changed", "{tier: Large}"}});
}

TEST_CASE("durations are compared") {
  check(
    R"yaml(
properties:
  retention: {type: string}
  interval: {type: string}
x-deckhouse-validations:
- expression: "!has(self.interval) || duration(self.interval) >= duration('30s')"
  message: interval must be at least 30s
- expression: >-
    !has(self.interval) || !has(self.retention) ||
    duration(self.retention) > duration(self.interval)
  message: retention must be longer than interval
)yaml",
    {{"{}", ""},
     {"{interval: 30s}", ""},
     {"{interval: 1m, retention: 1h30m}", ""},
     {"{interval: 29s}", " breaks the rule: interval must be at least 30s"},
     {"{interval: 5m, retention: 300s}", " breaks the rule: retention must be longer than interval"},
     {"{interval: soon}", " has a rule that cannot be evaluated: '!has(self.interval) || duration(self.interval) >= "
                          "duration('30s')': the text is no duration such as 1h30m"}});
}

TEST_CASE("a rule at a list asks all items, and a rule at a map asks all keys") {
  check(R"yaml(
properties:
  hosts:
    items: {type: string}
    x-deckhouse-validations:
    - {expression: self.size() > 0, message: a host is needed}
    - {expression: "self.all(x, x.matches('^[a-z0-9.-]+$'))", message: hosts are lower case}
    - {expression: "self.all(x, self.exists_one(y, y == x))", message: hosts are unique}
  weights:
    additionalProperties: {type: integer}
    x-deckhouse-validations:
    - {expression: "self.all(key, self[key] > 0)", message: weights are positive}
    - {expression: "self.all(key, key.startsWith('zone-'))", message: keys are zones}
)yaml",
        {{"{hosts: [a.example, b.example], weights: {zone-a: 1, zone-b: 2}}", ""},
         {"{weights: {}}", ""},
         {"{hosts: []}", ".hosts breaks the rule: a host is needed"},
         {"{hosts: [A.example]}", ".hosts breaks the rule: hosts are lower case"},
         {"{hosts: [a, a]}", ".hosts breaks the rule: hosts are unique"},
         {"{weights: {zone-a: 0}}", ".weights breaks the rule: weights are positive"},
         {"{weights: {rack-a: 1}}", ".weights breaks the rule: keys are zones"}});
}

TEST_CASE("in asks lists and keys of maps") {
  check(R"yaml(
x-deckhouse-validations:
- {expression: "!has(self.mode) || self.mode in ['Direct', 'Proxy']", message: mode is Direct or Proxy}
- {expression: "!has(self.counts) || 'ready' in self.counts", message: counts need ready}
- {expression: "!has(self.main) || self.main in self.all", message: main is one of all}
- {expression: "!(has(self.a) && has(self.b))", message: a and b exclude each other}
- {expression: "!has(self.x) || (size(self.x) == 0) != (self.z.size() == 0)", message: either x or z}
)yaml",
        {{"{mode: Proxy, counts: {ready: 0}, main: 2, all: [1, 2], a: 1, x: [], z: [1]}", ""},
         {"{mode: Relay}", " breaks the rule: mode is Direct or Proxy"},
         {"{counts: {done: 1}}", " breaks the rule: counts need ready"},
         {"{main: 3, all: [1, 2]}", " breaks the rule: main is one of all"},
         {"{a: 1, b: 1}", " breaks the rule: a and b exclude each other"},
         {"{x: [1], z: [2]}", " breaks the rule: either x or z"}});
}

TEST_CASE("rules may stand behind anchors and in block scalars") {
  check(R"yaml(
x-positive: &positive
- expression: |
    self > 0
  message: >-
    the number must be
    positive
properties:
  cpu: {type: integer, x-deckhouse-validations: *positive}
  disk:
    type: object
    properties:
      size:
        type: integer
        x-deckhouse-validations: *positive
    x-deckhouse-validations:
    - expression: >
        self.size >= 10
          || (has(self.thin)
              && self.thin)
      message: a disk below 10 must be thin
)yaml",
        {{"{cpu: 1, disk: {size: 5, thin: true}}", ""},
         {"{cpu: 0}", ".cpu breaks the rule: the number must be positive"},
         {"{disk: {size: -1, thin: true}}", ".disk.size breaks the rule: the number must be positive"},
         {"{disk: {size: 5}}", ".disk breaks the rule: a disk below 10 must be thin"}});
}

TEST_CASE("plain rules count with and without an old value, side by side with rules about it") {
  constexpr const char* schema = R"yaml(
x-deckhouse-validations:
- {expression: self.workers >= 1, message: a worker is needed}
- {expression: self.engine == oldSelf.engine, message: engine is fixed}
)yaml";
  check(schema, {{"{workers: 2, engine: a}", ""},
                 {"{workers: 0}", " breaks the rule: a worker is needed"},
                 {"{workers: 2, engine: a}", "", "{workers: 1, engine: a}"},
                 {"{workers: 2, engine: a}", " breaks the rule: engine is fixed", "{workers: 1, engine: b}"},
                 {"{workers: 0, engine: a}", " breaks the rule: a worker is needed; v breaks the rule: engine is fixed",
                  "{workers: 1, engine: b}"}});
}

TEST_CASE("a rule about oldSelf deeper inside sees the old value of its own place") {
  check(R"yaml(
properties:
  mirror:
    x-deckhouse-validations: [{expression: self.kind == oldSelf.kind, message: kind is fixed}]
)yaml",
        {{"{mirror: {kind: push}}", "", "{mirror: {kind: push}}"},
         {"{mirror: {kind: push}}", ".mirror breaks the rule: kind is fixed", "{mirror: {kind: pull}}"},
         {"{mirror: {kind: push}}", "", "{}"},
         {"{mirror: {kind: push}}", "", "{mirror: null}"}});
}

TEST_CASE("oldSelf counts within macros, too") {
  constexpr const char* schema = R"yaml(
x-deckhouse-validations:
- {expression: "oldSelf.zones.all(x, x in self.zones)", message: zones can only be added}
)yaml";
  check(schema, {{"{zones: [a]}", ""},
                 {"{zones: [a, b]}", "", "{zones: [a]}"},
                 {"{zones: [b]}", " breaks the rule: zones can only be added", "{zones: [a]}"}});
}

TEST_CASE("a range of three fields counts only if all are there") {
  check(R"yaml(
x-deckhouse-validations:
- {expression: "self.low <= self.now && self.now <= self.high", message: now lies between low and high}
)yaml",
        {{"{low: 1, now: 2, high: 3}", ""},
         {"{low: 1, now: 4, high: 3}", " breaks the rule: now lies between low and high"},
         {"{low: 5, now: 4}", " breaks the rule: now lies between low and high"},
         {"{now: 4}", ""},
         {"{}", ""}});
}

TEST_CASE("rules in a wrong form are mistakes of the schema") {
  for (const auto* rules : {"just a text", "[{message: m}]", "[{expression: 'true'}]", "[{}]", "[text]",
                            "[{expression: 1, message: m}]", "[{expression: 'true', message: ''}]"}) {
    CAPTURE(rules);
    CHECK_FALSE(
      core::schema::schema::compile(text::parse_yaml(std::string("{x-deckhouse-validations: ") + rules + "}").value()));
  }
}
