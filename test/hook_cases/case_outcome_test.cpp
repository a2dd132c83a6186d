#include "hook_cases/case_outcome.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "parsed.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace {

using files = std::map<std::string, std::string>;

hook_cases::ended_hook ended_with(files written) {
  hook_cases::ended_hook ended;
  ended.exit_code = 0;
  ended.files = std::move(written);
  return ended;
}

/// The outcome of a module's hook, as a case expects it.
std::string outcome(hook_cases::ended_hook ended, const hook_cases::case_context& context = {},
                    const core::values::values_owner& owner = {"web"}) {
  core::store::values_book values;
  core::config::static_values statics;
  statics.sections["web"];
  values.load(std::move(statics));
  values.apply_configuration({}, 0);
  const auto hook = test::hook_with("{configVersion: v1, beforeHelm: 1}");
  return as_json(hook_cases::outcome_of(std::move(ended), hook, context, owner, values)).dump();
}

constexpr auto set_a = R"([{"op": "add", "path": "/web/a", "value": 1}])";

} // namespace

TEST_CASE("patches become changes of values") {
  CHECK(outcome(ended_with({{"VALUES_JSON_PATCH_PATH", set_a}}))
        == R"({"configValues":{},"metrics":[],"operations":[],"values":{"/web/a":1}})");
}

TEST_CASE("a patch of the config values changes both") {
  CHECK(outcome(ended_with({{"CONFIG_VALUES_JSON_PATCH_PATH", set_a}}))
        == R"({"configValues":{"/web/a":1},"metrics":[],"operations":[],"values":{"/web/a":1}})");
}

TEST_CASE("a global hook's flag is a changed value") {
  CHECK(outcome(ended_with({{"VALUES_JSON_PATCH_PATH", R"([{"op": "add", "path": "/webEnabled", "value": true}])"}}),
                {}, {})
        == R"({"configValues":{},"metrics":[],"operations":[],"values":{"/webEnabled":true}})");
}

TEST_CASE("an output that an operator would refuse is a failure") {
  CHECK(outcome(ended_with({{"METRICS_PATH", "{"}})).starts_with(R"({"fails":"its output is not valid: )"));
  CHECK(outcome(ended_with({{"VALUES_JSON_PATCH_PATH", R"([{"op": "add", "path": "/shop/a", "value": 1}])"}}))
          .starts_with(R"({"fails":"its values are refused: )"));
  auto failed = ended_with({});
  failed.result = base::fail(base::error_code::process_failed, "exit code 3");
  CHECK(outcome(std::move(failed)) == R"({"fails":"exit code 3"})");
}

TEST_CASE("a run in doubt deletes no object") {
  auto doubted = ended_with({{"KUBERNETES_PATCH_PATH", R"({"operation": "Delete", "kind": "Pod", "name": "a"})"}});
  doubted.doubt = "line 3: command not found";
  CHECK(outcome(std::move(doubted)).find("it deletes no object") != std::string::npos);
}

TEST_CASE("the answer of a review is read, and a review sets no values") {
  hook_cases::case_context review;
  review.webhook = std::make_shared<const core::bindings::webhook_binding>();
  review.operation = "CREATE";
  CHECK(outcome(ended_with({{"VALIDATING_RESPONSE_PATH", R"({"allowed": true})"}}), review)
        == R"({"answer":{"allowed":true},"configValues":{},"metrics":[],"operations":[],"values":{}})");
  CHECK(
    outcome(ended_with({}), review).starts_with(R"({"fails":"its answer ($VALIDATING_RESPONSE_PATH) is not valid)"));
  CHECK(outcome(ended_with({{"VALUES_JSON_PATCH_PATH", set_a}}), review).find("a review may not") != std::string::npos);
}
