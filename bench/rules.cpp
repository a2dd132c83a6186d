#include "measures.hpp"

#include "core/cel/program.hpp"
#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr int runs = 101;
constexpr int modules = 100;
constexpr int rules = 20;
constexpr int items = 20;

/// A rule as modules have them: a comparison, and a condition for each item of a list.
constexpr auto rule = "self.min <= self.max && self.list.all(x, x > 0)";

template <class T>
T must(base::result<T> x) {
  if (!x) throw std::runtime_error(x.error().message);
  return std::move(*x);
}

/// The time of an action by the median of several runs, in microseconds.
template <class Action>
double time_of(Action action) {
  std::vector<double> samples;
  for (int run = 0; run < runs; ++run) {
    const auto before = std::chrono::steady_clock::now();
    action();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - before;
    samples.push_back(took.count());
  }
  return percentile(samples, 0.5);
}

std::string values_text() {
  std::string list;
  for (int i = 1; i <= items; ++i) list += fmt::format("{}{}", i > 1 ? ", " : "", i);
  std::string text = fmt::format("min: 1\nmax: 3\nlist: [{}]\n", list);
  for (int i = 0; i < rules; ++i)
    text +=
      fmt::format("part{}: {{replicas: {}, timeout: 90s, hosts: [a.example.com, b.example.com]}}\n", i, 1 + i % 3);
  return text;
}

core::cel::program compiled_rule() {
  return must(core::cel::program::compile(rule, {.variables = {"self", "oldSelf"}}));
}

double time_of_evaluation() {
  const auto program = compiled_rule();
  const auto values = must(text::parse_yaml(values_text()));
  return time_of([&] {
    const std::array variables{core::cel::from_json(values, core::cel::json_numbers::doubles), core::cel::value()};
    core::cel::budget steps(core::cel::steps_max);
    if (!program.evaluate(variables, steps, {}).is(true)) throw std::runtime_error("the rule does not hold");
  });
}

/// A schema with that many rules, of the kinds that modules have.
core::schema::schema schema_with(int count) {
  constexpr std::array kinds{"self.replicas >= 1 && self.replicas <= 10", "!has(self.mode) || self.mode in ['a', 'b']",
                             "duration(self.timeout) <= duration('1h')",
                             "self.hosts.all(host, host.matches('^[a-z0-9.-]+$'))"};
  std::string text = "type: object\nproperties:\n";
  for (int i = 0; i < rules; ++i) {
    text += fmt::format("  part{}:\n    type: object\n", i);
    if (i < count)
      text += fmt::format("    x-deckhouse-validations: [{{expression: \"{}\", message: no}}]\n",
                          kinds[static_cast<std::size_t>(i) % kinds.size()]);
  }
  return must(core::schema::schema::compile(must(text::parse_yaml(text))));
}

/// The check of the values of all modules, in milliseconds.
double time_of_checks(int count) {
  const std::vector<core::schema::schema> all(modules, schema_with(count));
  const auto values = must(text::parse_yaml(values_text()));
  return time_of([&] {
           for (const auto& schema : all)
             if (const auto found = schema.validate(values, "module"); !found.empty())
               throw std::runtime_error(core::schema::describe(found));
         })
         / 1000;
}

} // namespace

std::vector<figure> measure_rules() {
  const auto compiled = time_of([] { static_cast<void>(compiled_rule()); });
  const auto with_rules = time_of_checks(rules), without_rules = time_of_checks(0);
  return {
    {"a rule in CEL compiled, p50", compiled, "us", 1, 100},
    {fmt::format("a rule in CEL evaluated over a list of {}, p50", items), time_of_evaluation(), "us", 1, 5},
    {fmt::format("{} rules in CEL in each of {} modules: all checked, beyond the schemas", rules, modules),
     std::max(with_rules - without_rules, 0.0), "ms", 2, 2},
  };
}

} // namespace bench
