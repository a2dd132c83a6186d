// A rule in CEL and, behind a line of `===`, the values that it judges.

#include "core/cel/program.hpp"
#include "core/cel/value_text.hpp"
#include "fuzz/claim.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <string>
#include <vector>

using core::cel::value;
using fuzz::claim;

namespace {

constexpr std::size_t message_max = std::size_t{16} << 10U;

/// The result as text; a failure with its message.
std::string shown(const value& x) {
  const auto* failed = x.as<core::cel::failure_ptr>();
  if (failed == nullptr) return core::cel::short_text(x);
  claim(!(*failed)->message.empty() && (*failed)->message.size() < message_max, "a failure is short");
  return (*failed)->message;
}

void evaluate(const core::cel::program& rule, const text::json& self, core::cel::json_numbers numbers) {
  const std::vector<value> variables{core::cel::from_json(self, numbers)};
  const auto run = [&](std::size_t steps_max) {
    core::cel::budget steps(steps_max);
    auto result = shown(rule.evaluate(variables, steps, {}));
    claim(!steps.is_used_up() || result == "the evaluation takes too many steps", "a used budget is said");
    return result;
  };
  const auto result = run(core::cel::steps_max);
  claim(run(core::cel::steps_max) == result, "a rule gives the same for the same values");
  constexpr std::size_t few_steps = 10;
  static_cast<void>(run(few_steps));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  constexpr std::string_view separator = "\n===\n";
  const auto text = fuzz::text_of(data, size);
  const auto end = std::min(text.find(separator), text.size());
  const auto rule = core::cel::program::compile(text.substr(0, end), {.variables = {"self"}});
  if (!rule) {
    claim(!rule.error().message.empty() && rule.error().message.size() < message_max, "an error is short");
    return 0;
  }
  const auto values = text::parse_json(text.substr(std::min(end + separator.size(), text.size())));
  const auto self = values ? *values : text::json::object();
  evaluate(*rule, self, core::cel::json_numbers::doubles);
  evaluate(*rule, self, core::cel::json_numbers::by_notation);
  return 0;
}
