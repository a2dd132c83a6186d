#include "hook_cases/case_run.hpp"

#include "actors/messages/values.hpp"
#include "actors/processes/hook_program.hpp"
#include "actors/processes/review_output.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace hook_cases {

namespace {

actors::messages::run_program program_for(const hook_to_run& x, const case_context& context,
                                          const core::store::values_book& values) {
  actors::messages::run_hook what;
  what.module = x.owner.module;
  what.hook = std::make_shared<const core::bindings::hook_definition>(x.hook);
  what.place = x.place;
  auto texts = values.state()->hook_files(x.owner, x.enabled_modules);
  actors::messages::values_read read;
  read.config_values = std::make_shared<const text::text_pieces>(std::move(texts.config_values));
  read.values = std::make_shared<const text::text_pieces>(std::move(texts.values));
  auto program =
    actors::processes::hook_program(what, std::make_shared<const text::text_pieces>(context.text), read, 1);
  if (context.webhook != nullptr) {
    actors::messages::review_run review;
    review.binding = context.webhook;
    program.read_back.emplace_back(actors::processes::answer_variable(review));
  }
  return program;
}

} // namespace

case_outcome run_case(const hook_to_run& x, const case_context& context, core::store::values_book& values,
                      hook_surroundings around) {
  if (const auto& own = x.hook.settings.timeout)
    around.limit = std::min(around.limit, std::chrono::duration_cast<std::chrono::milliseconds>(*own));
  auto ended = run_hook_process(program_for(x, context, values), around);
  return outcome_of(std::move(ended), x.hook, context, x.owner, values);
}

} // namespace hook_cases
