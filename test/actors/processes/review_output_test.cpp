#include "actors/processes/review_output.hpp"

#include "core/bindings/webhook_binding.hpp"

#include <doctest/doctest.h>

using actors::processes::fate_of_operations;
using actors::processes::operations_fate;
using actors::processes::read_review_answer;

namespace {

actors::messages::review_run review(const std::string& side_effects = "NoneOnDryRun") {
  core::bindings::webhook_binding binding;
  binding.side_effects = side_effects;
  return {.binding = std::make_shared<const core::bindings::webhook_binding>(binding),
          .operation = "CREATE",
          .client = {"192.0.2.1", true}};
}

} // namespace

TEST_CASE("an admission and a conversion have answers in files of their own") {
  const auto admission = read_review_answer(review(), {{"VALIDATING_RESPONSE_PATH", R"({"allowed":true})"}}, {});
  REQUIRE(admission);
  CHECK(admission->admission->allowed);
  CHECK_FALSE(admission->conversion);
  auto conversion = review();
  conversion.binding = nullptr;
  const auto converted =
    read_review_answer(conversion, {{"CONVERSION_RESPONSE_PATH", R"({"failedMessage":"too old"})"}}, {});
  REQUIRE(converted);
  CHECK(converted->conversion->failure == "too old");
  CHECK_FALSE(converted->admission);
}

TEST_CASE("an answer to a review of another kind is not read") {
  // The library `deckhouse` of PyPI writes an empty conversion at the end of each run.
  const auto answer = read_review_answer(review(),
                                         {{"VALIDATING_RESPONSE_PATH", R"({"allowed":false,"message":"no"})"},
                                          {"CONVERSION_RESPONSE_PATH", R"({"convertedObjects":[]})"}},
                                         {});
  REQUIRE(answer);
  CHECK(answer->admission->message == "no");
  CHECK_FALSE(answer->conversion);
}

TEST_CASE("a missing answer and a change of values are errors that name the mistake") {
  CHECK(read_review_answer(review(), {}, {})
          .error()
          .message.starts_with("its answer ($VALIDATING_RESPONSE_PATH) is not valid: there is no answer"));
  core::hooks::output output;
  output.values_operations = 1;
  const auto changes = read_review_answer(review(), {{"VALIDATING_RESPONSE_PATH", R"({"allowed":true})"}}, output);
  REQUIRE_FALSE(changes);
  CHECK(changes.error().message.starts_with("it changes values, and a review may not"));
}

TEST_CASE("operations on objects are carried out only for a client with a certificate") {
  CHECK(fate_of_operations(review()) == operations_fate::carried_out);
  CHECK(fate_of_operations(review("None")) == operations_fate::undeclared);
  for (const auto* const side_effects : {"NoneOnDryRun", "None"}) {
    auto stranger = review(side_effects);
    stranger.client.is_vouched = false;
    CHECK(fate_of_operations(stranger) == operations_fate::refused);
    stranger.is_dry_run = true;
    CHECK(fate_of_operations(stranger) == operations_fate::left_out);
  }
  auto again = review();
  again.is_repeated = true;
  CHECK(fate_of_operations(again) == operations_fate::left_out);
  auto conversion = review();
  conversion.binding = nullptr;
  CHECK(fate_of_operations(conversion) == operations_fate::carried_out);
  conversion.client.is_vouched = false;
  CHECK(fate_of_operations(conversion) == operations_fate::refused);
}
