// An expression in CEL and the JSON that its variable `self` has, separated by a line of `===`.

#include "core/cel/program.hpp"
#include "core/cel/value_text.hpp"
#include "fuzz/claim.hpp"
#include "text/json/json.hpp"

#include <array>
#include <string>

using core::cel::value;
using fuzz::claim;

namespace {

/// Few enough that an input ends at once, and enough for lists that are made of lists.
constexpr std::size_t steps_max = 100'000;

/// The settings of an evaluation by which a dialect differs from others.
struct dialect {
  core::cel::json_numbers numbers = core::cel::json_numbers::doubles;
  core::cel::number_conversion conversion = core::cel::number_conversion::none;
};

value evaluate(const core::cel::program& program, const text::json& self, dialect how, core::cel::budget& steps) {
  const auto variable = core::cel::from_json(self, how.numbers);
  return program.evaluate(std::array{variable, variable}, steps, {.numbers = how.conversion, .zones = nullptr});
}

/// The message of a failure, a scalar as a text, or the type.
std::string shown(const value& x) {
  const auto* failed = x.as<core::cel::failure_ptr>();
  return failed ? "failed: " + (*failed)->message : core::cel::short_text(x);
}

void check(const core::cel::program& program, const text::json& self, dialect how) {
  core::cel::budget steps(steps_max), steps_again(steps_max), more_steps(2 * steps_max);
  const auto result = evaluate(program, self, how, steps);
  claim(shown(result) == shown(evaluate(program, self, how, steps_again)), "a result is the same each time");
  claim(steps.left() == steps_again.left(), "an evaluation takes the same steps each time");
  const auto* failed = result.as<core::cel::failure_ptr>();
  claim(!failed || !(*failed)->message.empty(), "a failure has a message");
  if (failed && (*failed)->kind == core::cel::failure_kind::limit) return;
  claim(shown(result) == shown(evaluate(program, self, how, more_steps)), "more steps do not change a result");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  constexpr std::string_view separator = "\n===\n";
  const auto input = fuzz::text_of(data, size);
  const auto end = input.find(separator);
  const auto source = input.substr(0, end);
  const auto json = text::parse_json(end == input.npos ? "{}" : input.substr(end + separator.size()));
  const auto program = core::cel::program::compile(
    source, {.variables = {"self", "oldSelf"}, .functions = core::cel::function_set::kubernetes});
  if (!program) {
    claim(program.error().message.starts_with("line "), "an error names the place");
    return 0;
  }
  claim(program->source() == source, "a program has its source");
  const auto self = json ? *json : text::json();
  check(*program, self, {.conversion = core::cel::number_conversion::whole_to_integer});
  check(*program, self, {.numbers = core::cel::json_numbers::by_notation});
  return 0;
}
