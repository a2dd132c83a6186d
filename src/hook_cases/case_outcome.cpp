#include "hook_cases/case_outcome.hpp"

#include "actors/processes/hook_program.hpp"
#include "actors/processes/review_output.hpp"
#include "core/hooks/doubtful_end.hpp"
#include "core/hooks/output.hpp"
#include "core/values/names.hpp"
#include "hook_cases/output_json.hpp"

#include <cstddef>
#include <utility>

namespace hook_cases {

namespace {

using text::json;

/// A section and the flags of hooks, in the form of `VALUES_PATH`.
json document_of(const core::store::values_state& state, const core::values::values_owner& owner) {
  json::object_type members{{owner.key(), state.section_values(owner)}};
  if (owner.is_global())
    for (const auto& [key, is_on] : state.flags().layer(core::values::flag_source::hook_patch))
      members.emplace_back(core::values::enabled_key(key), is_on);
  return json::object(std::move(members));
}

json config_of(const core::store::values_state& state, const core::values::values_owner& owner) {
  return json::object({{owner.key(), state.config_values(owner)}});
}

core::hooks::output_texts texts_of(std::map<std::string, std::string>& files) {
  return {.config_values_patch = std::move(files[actors::processes::config_patch_path]),
          .values_patch = std::move(files[actors::processes::values_patch_path]),
          .metrics = std::move(files[actors::processes::metrics_path]),
          .kubernetes_patch = std::move(files[actors::processes::object_patch_path])};
}

/// Reads the answer of a review. @returns null for any other run
base::result<json> answer_of(const case_context& context, const std::map<std::string, std::string>& files,
                             const core::hooks::output& output) {
  if (context.webhook == nullptr) return json();
  actors::messages::review_run review;
  review.binding = context.webhook;
  review.operation = context.operation;
  const auto answer = actors::processes::read_review_answer(review, files, output);
  if (!answer) return tl::unexpected(answer.error());
  return as_json(*answer->admission);
}

/// Checks the patches and applies them.
base::result<void> apply_patches(const core::hooks::output_texts& texts, const core::hooks::output& output,
                                 const std::string& hook, const core::values::values_owner& owner,
                                 core::store::values_book& values) {
  const std::string none;
  const auto& of_values = output.values_operations == 0 ? none : texts.values_patch;
  const auto& of_config = output.config_values_operations == 0 ? none : texts.config_values_patch;
  if (of_values.empty() && of_config.empty()) return {};
  return values.prepare_hook_commit(owner, of_values, of_config, hook)
    .and_then([&](core::store::prepared_commit x) { return values.commit(std::move(x), 0); })
    .map([](const core::store::values_change&) {});
}

json list_of(const std::vector<json>& items) {
  return json::array(json::array_type(items));
}

} // namespace

case_outcome outcome_of(ended_hook ended, const core::bindings::hook_definition& hook, const case_context& context,
                        const core::values::values_owner& owner, core::store::values_book& values) {
  case_outcome x{.doubt = std::move(ended.doubt),
                 .exit_code = ended.exit_code,
                 .duration = ended.duration,
                 .printed = std::move(ended.printed)};
  const auto failed = [&x](std::string why) {
    x.failure = std::move(why);
    return std::move(x);
  };
  if (!ended.result) return failed(ended.result.error().message);
  const auto texts = texts_of(ended.files);
  const auto output = core::hooks::parse_hook_output(texts);
  if (!output) return failed("its output is not valid: " + output.error().text);
  auto answer = answer_of(context, ended.files, *output);
  if (!answer) return failed(answer.error().message);
  const auto deletions = core::hooks::words_of_deletions(output->operations);
  if (!x.doubt.empty() && !deletions.empty())
    return failed(core::hooks::words_of_doubt(x.doubt, "it deletes no object (" + deletions + ")",
                                              core::hooks::run_effect::changes));
  const auto before = values.state();
  if (const auto applied = apply_patches(texts, *output, hook.name, owner, values); !applied)
    return failed("its values are refused: " + applied.error().message);
  const auto after = values.state();
  x.values = changes_between(document_of(*before, owner), document_of(*after, owner));
  x.config = changes_between(config_of(*before, owner), config_of(*after, owner));
  for (const auto& operation : output->operations) x.operations.push_back(as_json(operation));
  for (std::size_t i = 0; i < output->metrics.size(); ++i) x.metrics.push_back(as_json(output->metrics[i]));
  x.answer = std::move(*answer);
  return x;
}

json as_json(const case_outcome& x) {
  if (!x.failure.empty()) return json::object({{"fails", x.failure}});
  auto made = json::object({{"values", as_json(x.values)},
                            {"configValues", as_json(x.config)},
                            {"operations", list_of(x.operations)},
                            {"metrics", list_of(x.metrics)}});
  if (!x.answer.is_null()) made = made.with("answer", x.answer);
  return made;
}

} // namespace hook_cases
