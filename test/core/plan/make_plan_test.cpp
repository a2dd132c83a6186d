#include "core/plan/make_plan.hpp"

#include "core/plan/forms.hpp"
#include "support/release_secret.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using core::plan::module_fate;
using core::plan::played_platform;
using core::plan::release_fate;

text::json yaml(const std::string& text) {
  return text::parse_yaml(text).value();
}

text::json record(const std::string& name, std::uint32_t revision, const std::string& values = "{}") {
  return test::secret_of({.name = name, .revision = revision, .manifest = {}, .values = yaml(values)});
}

text::json config_map(const std::string& release, const std::string& title) {
  return yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: page, namespace: d8, annotations: "
              "{meta.helm.sh/release-name: "
              + release + "}}, data: {title: " + title + "}}");
}

} // namespace

TEST_CASE("an unchanged cluster is a plan without changes") {
  played_platform x;
  x.before = {record("web", 1), config_map("web", "a")};
  x.after = x.before;
  x.known_modules = x.enabled_modules = {"web"};
  x.runs = {"web hooks/a.sh for onStartup", "web hooks/a.sh for onStartup"};
  const auto plan = core::plan::make_plan(x);
  CHECK_FALSE(core::plan::has_changes(plan));
  CHECK(core::plan::is_complete(plan));
  REQUIRE(plan.runs.size() == 1);
  CHECK(plan.runs[0].times == 2);
}

TEST_CASE("an upgrade has its values, with the hook that has set them, and its objects") {
  played_platform x;
  x.before = {record("web", 1, "{web: {title: a}}"), config_map("web", "a")};
  x.after = {record("web", 1, "{web: {title: a}}"), record("web", 2, "{web: {title: b}}"), config_map("web", "b")};
  x.known_modules = x.enabled_modules = {"web"};
  x.commits = {{"web.title", "hooks/old.sh"}, {"web.title", "hooks/a.sh"}, {"web.titles", "hooks/b.sh"}};
  const auto plan = core::plan::make_plan(x);
  CHECK(core::plan::has_changes(plan));
  REQUIRE(plan.releases.size() == 1);
  const auto& release = plan.releases[0];
  CHECK(release.fate == release_fate::upgraded);
  CHECK(release.revision_before == 1);
  CHECK(release.revision_after == 2);
  REQUIRE(release.values.size() == 1);
  CHECK(core::plan::line_of(release.values[0]) == R"(web.title: "a" -> "b" (set by hooks/a.sh))");
  REQUIRE(release.objects.size() == 1);
  CHECK(release.objects[0].fields[0].field.path == "data.title");
  CHECK(plan.objects.empty());
}

TEST_CASE("a release without module is uninstalled with its objects") {
  played_platform x;
  x.before = {record("web", 3), config_map("web", "a")};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.uninstalled.size() == 1);
  CHECK(plan.uninstalled[0].revision_before == 3);
  REQUIRE(plan.uninstalled[0].objects.size() == 1);
  REQUIRE(plan.modules.size() == 1);
  CHECK(plan.modules[0].fate == module_fate::off);
  CHECK(plan.modules[0].reason == "the platform has no such module");
}

TEST_CASE("a module that is switched off has the reason of the discovery") {
  played_platform x;
  x.before = {record("web", 1)};
  x.known_modules = {"web"};
  x.off_reasons = {{"web", "its enabled script says no"}};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.modules.size() == 1);
  CHECK(plan.modules[0].reason == "its enabled script says no");
}

TEST_CASE("a new release switches its module on") {
  played_platform x;
  x.after = {record("web", 1)};
  x.known_modules = x.enabled_modules = {"web"};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.releases.size() == 1);
  CHECK(plan.releases[0].fate == release_fate::installed);
  REQUIRE(plan.modules.size() == 1);
  CHECK(plan.modules[0].fate == module_fate::on);
}

TEST_CASE("a hook that changes an object of a release changes the release without a revision") {
  played_platform x;
  x.before = {record("web", 1), config_map("web", "a")};
  x.after = {record("web", 1), config_map("web", "b")};
  x.known_modules = x.enabled_modules = {"web"};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.releases.size() == 1);
  CHECK(plan.releases[0].revision_after == 1);
  CHECK(plan.releases[0].objects.size() == 1);
}

TEST_CASE("objects of no release and definitions stand apart") {
  played_platform x;
  x.after = {config_map("stranger", "a"),
             yaml("{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: b}}")};
  const auto plan = core::plan::make_plan(x);
  CHECK(plan.objects.size() == 1);
  CHECK(plan.definitions.size() == 1);
}

TEST_CASE("no secret of values is in a plan, neither the old nor the new one") {
  played_platform x;
  x.before = {record("web", 1, "{web: {word: old-secret-word}}"), config_map("web", "old-secret-word")};
  x.after = {record("web", 2, "{web: {word: new-secret-word}}"), config_map("web", "new-secret-word")};
  x.known_modules = x.enabled_modules = {"web"};
  x.secret_places = {{{"web", "word"}}};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.releases.size() == 1);
  CHECK(plan.releases[0].values.size() == 1);
  CHECK(plan.releases[0].objects.size() == 1);
  const auto text =
    core::plan::as_text(plan, core::plan::colouring::plain) + core::plan::as_json(plan) + core::plan::as_markdown(plan);
  CHECK(text.find("secret-word") == std::string::npos);
  CHECK(text.find("web.word: changed (hidden)") != std::string::npos);
}

TEST_CASE("runs of the former platform show which runs begin and end") {
  played_platform x;
  x.runs = {"web hooks/a.sh for onStartup", "web hooks/new.sh for onStartup"};
  x.former_runs = {"web hooks/old.sh for onStartup", "web hooks/a.sh for onStartup"};
  const auto plan = core::plan::make_plan(x);
  REQUIRE(plan.runs.size() == 3);
  CHECK(plan.runs[0].fate == core::plan::run_fate::runs);
  CHECK(plan.runs[1].fate == core::plan::run_fate::begins);
  CHECK(plan.runs[2].what == "web hooks/old.sh for onStartup");
  CHECK(plan.runs[2].fate == core::plan::run_fate::ends);
  CHECK_FALSE(core::plan::has_changes(plan));
}

TEST_CASE("rights that the former platform does not need are named if it is known") {
  played_platform x;
  x.rights = {"list nodes", "list secrets"};
  CHECK(core::plan::make_plan(x).rights.empty());
  x.former_runs.emplace();
  x.former_rights = {"list secrets"};
  CHECK(core::plan::make_plan(x).rights == std::vector<std::string>{"list nodes"});
}

TEST_CASE("a play that has stopped is no complete plan") {
  played_platform x;
  x.stopped = {"web waits"};
  CHECK_FALSE(core::plan::is_complete(core::plan::make_plan(x)));
  x.stopped.clear();
  x.unknown = {"secrets: forbidden"};
  CHECK_FALSE(core::plan::is_complete(core::plan::make_plan(x)));
}
