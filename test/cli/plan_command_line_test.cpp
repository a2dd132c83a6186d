#include "cli/plan_command_line.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using test::parse;
using test::refused;
using test::words;

namespace {

cli::plan_options planned(words arguments, words environment = {}) {
  arguments.insert(arguments.begin(), "plan");
  auto command = parse(std::move(arguments), std::move(environment));
  if (const auto* exit = std::get_if<cli::exit_with>(&command)) FAIL(exit->text);
  return std::get<cli::plan_options>(command);
}

} // namespace

TEST_CASE("a plan is against the cluster, as text, without other options") {
  const auto x = planned({"p"});
  CHECK(x.directory == "p");
  CHECK(x.against == "cluster");
  CHECK(x.output == cli::plan_output::text);
  CHECK(x.config_file.empty());
  CHECK(x.export_file.empty());
  CHECK(x.after_file.empty());
}

TEST_CASE("a plan takes files and a form") {
  const auto x = planned({"p", "--against", "a", "--config", "b", "--export", "c", "--after", "d", "-o", "markdown"});
  CHECK(x.against == "a");
  CHECK(x.config_file == "b");
  CHECK(x.export_file == "c");
  CHECK(x.after_file == "d");
  CHECK(x.output == cli::plan_output::markdown);
}

TEST_CASE("a plan has the options of start that name the platform and the cluster") {
  const auto x =
    planned({"p", "--namespace", "d9", "--platform", "shop", "--kube-config", "k"}, {"ADDON_OPERATOR_CONFIG_MAP=cm"});
  CHECK(x.platform.namespace_name == "d9");
  CHECK(x.platform.platform == "shop");
  CHECK(x.platform.kube_config == "k");
  CHECK(x.platform.config_map == "cm");
}

TEST_CASE("a plan without a directory or with another form is refused") {
  CHECK(refused({"plan"}).find("DIR") != std::string::npos);
  CHECK(refused({"plan", "p", "-o", "yaml"}).find("yaml") != std::string::npos);
}
