#include "moving/moved.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

using e2e::contains;
using texts = std::vector<std::string>;

namespace {

texts variables_of(const moving::tree& files, const std::string& space) {
  return {"MODULES_DIR=" + files.path("modules"), "ADDON_OPERATOR_NAMESPACE=" + space, "TARGET_NAMESPACE=" + space,
          "GLOBAL_HOOKS_DIR=" + files.path("my-hooks"), "ADDON_OPERATOR_CRD_FILTER_PREFIXES=doc-,wip-,README-"};
}

/// The output of a start that fails at once, because the modules have no namespace.
std::string words_of_failed_start(const moving::tree& files, const texts& more) {
  texts environment{"MODULES_DIR=" + files.path("modules")};
  environment.insert(environment.end(), more.begin(), more.end());
  try {
    return e2e::run_program({e2e::given().operator_program, "start"}, environment);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

} // namespace

TEST_CASE("options that mean something here work, and each that does not is named once"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("options_of_there");
  const auto space = e2e::cluster().new_namespace("options-of-there");
  auto variables = variables_of(files, space);
  for (const auto* x : {"KUBE_CLIENT_QPS=20", "DEBUG_HTTP_SERVER_ADDR=127.0.0.1:9652", "RLOG_LOG_LEVEL=debug",
                        "QUEUE_ACTIONS_METRICS=no", "LOG_LEVEL=Info", "GLOBAL_HOOKS_DIR=/nowhere"})
    variables.emplace_back(x);
  moving::moved_operator run(
    files,
    {.environment = variables, .arguments = {"--hooks-dir", files.path("my-hooks"), "--kube-client-burst", "40"}});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);

  texts named;
  for (const auto& x : run.all({{"event", "option_without_effect"}, {"level", "warning"}}))
    named.push_back(x["option"]);
  std::sort(named.begin(), named.end());
  CHECK_EQ(named, texts{"--kube-client-burst", "DEBUG_HTTP_SERVER_ADDR", "KUBE_CLIENT_QPS", "QUEUE_ACTIONS_METRICS",
                        "RLOG_LOG_LEVEL"});
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"hook", "copy.sh"}}).size(), 1);
  CHECK_EQ(run.all({{"event", "definition_installed"}}).size(), 0);
  for (const auto* name : {"beside", "within"})
    CHECK_EQ(e2e::cluster().call(kube::api::get_request(test::config_maps(), {space, name, {}})).string_at("kind"),
             "ConfigMap");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("flags that are texts count, a flag without a value does not, each with a warning"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("options_of_there");
  const auto space = e2e::cluster().new_namespace("text-flags");
  moving::moved_operator run(files, {.environment = variables_of(files, space)});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(e2e::modules_run(run), texts{"plain", "base", "last"});
  std::string warnings;
  for (const auto& x : run.all({{"event", "values_file_suspicious"}})) warnings += x["error"] + "\n";
  for (const auto* part : {"'plainEnabled' is a text and counts as true", "'offEnabled' is a text and counts as false",
                           "'undecidedEnabled' has no value and does not count"})
    CHECK_MESSAGE(contains(warnings, part), warnings);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("modules without a number run where the variable says, in both its spellings"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("options_of_there");
  const auto space = e2e::cluster().new_namespace("unnumbered");
  auto variables = variables_of(files, space);
  texts arguments;
  SUBCASE("as the code of the predecessor has it") {
    variables.emplace_back("UNNUMBERED_MODULES_ORDER=15");
  }
  SUBCASE("as its page has it") {
    variables.emplace_back("UNNUMBERED_MODULE_ORDER=15");
  }
  SUBCASE("as an option") {
    arguments = {"--unnumbered-modules-order", "15"};
  }
  moving::moved_operator run(files, {.environment = variables, .arguments = arguments});
  run.await_converged();
  CHECK_EQ(e2e::modules_run(run), texts{"base", "plain", "last"});
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("all kinds and levels of the log that are known there are accepted" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("options_of_there");
  const auto colored = words_of_failed_start(files, {"LOG_TYPE=color", "LOG_LEVEL=INFO"});
  CHECK_MESSAGE(contains(colored, R"(WARN option_without_effect option="LOG_TYPE=color")"), colored);
  CHECK_MESSAGE(contains(colored, "ERROR operator_cannot_start"), colored);
  // Options without effect may be why the start fails.
  const auto old =
    words_of_failed_start(files, {"MODULES_DIR=/nowhere", "ADDON_OPERATOR_WORKING_DIR=" + files.path("")});
  CHECK_MESSAGE(contains(old, "WARN option_without_effect option=ADDON_OPERATOR_WORKING_DIR"), old);
  CHECK_MESSAGE(contains(old, "they are MODULES_DIR and GLOBAL_HOOKS_DIR"), old);
  const auto fatal = words_of_failed_start(files, {"LOG_TYPE=Color", "LOG_LEVEL=Fatal"});
  CHECK_MESSAGE(!contains(fatal, "WARN"), fatal);
  CHECK_MESSAGE(contains(fatal, "ERROR operator_cannot_start"), fatal);
}
