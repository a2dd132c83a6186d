#include "actors/processes/review_output.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <string_view>
#include <utility>

namespace actors::processes {

namespace {

tl::unexpected<base::error> bad(std::string what) {
  return base::fail(base::error_code::invalid_input, std::move(what));
}

} // namespace

const char* answer_variable(const messages::review_run& review) {
  return review.binding == nullptr ? "CONVERSION_RESPONSE_PATH" : "VALIDATING_RESPONSE_PATH";
}

base::result<review_answer> read_review_answer(const messages::review_run& review,
                                               const std::map<std::string, std::string>& files,
                                               const core::hooks::output& output) {
  if (output.config_values_operations + output.values_operations > 0)
    return bad("it changes values, and a review may not: do that in another binding of the hook");
  const std::string file = answer_variable(review);
  const auto found = files.find(file);
  const std::string_view text = found == files.end() ? std::string_view() : std::string_view(found->second);
  const auto is_wrong = "its answer ($" + file + ") is not valid: ";
  if (review.binding == nullptr) {
    auto converted = core::webhooks::parse_conversion_answer(text);
    if (!converted) return bad(is_wrong + converted.error().message);
    return review_answer{.conversion =
                           std::make_shared<const core::webhooks::conversion_answer>(std::move(*converted))};
  }
  auto answer = core::webhooks::parse_admission_answer(text, review.binding->kind, review.operation);
  if (!answer) return bad(is_wrong + answer.error().message);
  return review_answer{.admission = std::make_shared<const core::webhooks::admission_answer>(std::move(*answer))};
}

operations_fate fate_of_operations(const messages::review_run& review) {
  if (review.is_dry_run || review.is_repeated) return operations_fate::left_out;
  if (!review.client.is_vouched) return operations_fate::refused;
  const bool is_declared = review.binding == nullptr || review.binding->side_effects != "None";
  return is_declared ? operations_fate::carried_out : operations_fate::undeclared;
}

} // namespace actors::processes
