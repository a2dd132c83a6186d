// For `run`: reads conformance tests of CEL as lines of JSON (see conformance.py), and writes the name of
// each test with `passed`, or with the result where it differs.

#include "core/cel/budget.hpp"
#include "core/cel/ordering.hpp"
#include "core/cel/program.hpp"
#include "core/cel/value_text.hpp"
#include "sys/time/time_zones.hpp"
#include "text/json/json.hpp"

#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

using core::cel::value;
using text::json;

std::string bytes_of(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

/// A value from `[TYPE, CONTENT]`.
value read_value(const json& typed) {
  const auto& type = typed.as_array()[0].as_string();
  const auto& content = typed.as_array()[1];
  const auto part = [&](std::size_t i) { return *content.as_array()[i].as_int(); };
  if (type == "bool") return content.as_bool();
  if (type == "int") return std::int64_t{std::stoll(content.as_string())};
  if (type == "uint") return std::uint64_t{std::stoull(content.as_string())};
  if (type == "double") return std::stod(content.as_string());
  if (type == "string") return value::string(content.as_string());
  if (type == "bytes") return value::bytes(bytes_of(content.as_string()));
  if (type == "type") return core::cel::type_name{content.as_string()};
  if (type == "timestamp") return core::cel::timestamp{part(0), static_cast<std::int32_t>(part(1))};
  if (type == "duration") return core::cel::duration{part(0) * 1'000'000'000 + part(1)};
  if (type == "list") {
    std::vector<value> items;
    for (const auto& item : content.as_array()) items.push_back(read_value(item));
    return core::cel::list(std::move(items));
  }
  if (type != "map") return core::cel::null();
  std::vector<core::cel::map::entry> entries;
  for (const auto& entry : content.as_array())
    entries.emplace_back(read_value(entry.as_array()[0]), read_value(entry.as_array()[1]));
  return core::cel::map::of(std::move(entries)).value();
}

bool is_same(const value& found, const value& wanted) {
  if (found.content().index() != wanted.content().index()) return false;
  const auto *a = found.as<double>(), *b = wanted.as<double>();
  if (a && std::isnan(*a)) return std::isnan(*b);
  core::cel::budget steps(core::cel::steps_max);
  return (!a || std::signbit(*a) == std::signbit(*b)) && core::cel::equal(found, wanted, steps);
}

std::string answer(const json& test) {
  core::cel::declarations known{.container = *test.string_at("container"),
                                .unknown = core::cel::unknown_names::fail_at_evaluation,
                                .functions = core::cel::function_set::kubernetes};
  std::vector<value> variables;
  for (const auto& binding : test.find("bindings")->as_array()) {
    known.variables.push_back(binding.as_array()[0].as_string());
    variables.push_back(read_value(binding.as_array()[1]));
  }
  const bool wants_failure = test.find("error") != nullptr;
  const auto program = core::cel::program::compile(*test.string_at("expr"), known);
  if (!program) return wants_failure ? "passed" : "does not compile: " + program.error().message;
  const base::time_zone_source zones = sys::time::find_time_zone;
  core::cel::budget steps(core::cel::steps_max);
  const auto found = program->evaluate(variables, steps, {.zones = &zones});
  if (const auto* failed = found.as<core::cel::failure_ptr>())
    return wants_failure ? "passed" : "fails: " + (*failed)->message;
  if (wants_failure) return "has the value " + core::cel::short_text(found);
  return is_same(found, read_value(*test.find("value"))) ? "passed" : "has the value " + core::cel::short_text(found);
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto test = text::parse_json(line).value();
    std::cout << *test.string_at("file") << "\t" << *test.string_at("name") << "\t" << answer(test) << "\n";
  }
}
