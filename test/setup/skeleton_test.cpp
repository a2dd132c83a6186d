#include "setup/skeleton.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

const setup::skeleton_file* find(const std::vector<setup::skeleton_file>& files, const std::string& path) {
  const auto at = std::find_if(files.begin(), files.end(), [&](const auto& x) { return x.path == path; });
  return at == files.end() ? nullptr : &*at;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the number of a new entry is ten above the highest, and full") {
  CHECK(setup::next_number({}, 3) == "010");
  CHECK(setup::next_number({"010-web", "values.yaml", "025-shop"}, 3) == "030");
  CHECK(setup::next_number({"10-a.sh", "README"}, 2) == "20");
  CHECK(setup::next_number({"990-web"}, 3) == "1000");
}

TEST_CASE("a module skeleton uses the module's key in each file, and its hook is a program") {
  const auto files = setup::module_skeleton("web-app", "020");
  const auto* values = find(files, "modules/020-web-app/values.yaml");
  REQUIRE(values != nullptr);
  CHECK(values->content == "webAppEnabled: true\nwebApp:\n  greeting: hello\n");
  const auto* chart = find(files, "modules/020-web-app/Chart.yaml");
  REQUIRE(chart != nullptr);
  CHECK(has(chart->content, "name: web-app\n"));
  const auto* hook = find(files, "modules/020-web-app/hooks/10-count-nodes.sh");
  REQUIRE(hook != nullptr);
  CHECK(hook->is_program);
  CHECK(has(hook->content, R"(\"path\": \"/webApp/nodes\")"));
  const auto* test = find(files, "modules/020-web-app/tests/10-count-nodes.case.yaml");
  REQUIRE(test != nullptr);
  CHECK(has(test->content, "hook: ../hooks/10-count-nodes.sh\n"));
  CHECK(has(test->content, "values: {/webApp/nodes: 2}\n"));
  CHECK_FALSE(test->is_program);
}

TEST_CASE("no mark is left in any skeleton") {
  auto all = setup::platform_skeleton();
  for (auto& x : setup::module_skeleton("a", "010")) all.push_back(x);
  for (auto& x : setup::hook_skeleton("b-c", "20", "global-hooks")) all.push_back(x);
  for (const auto& x : all)
    for (const auto* mark : {"@name@", "@key@", "@place@", "@metric@", "@file@", "@about@", "@values@", "@metrics@"})
      CHECK_FALSE(has(x.content, mark));
}

TEST_CASE("a hook skeleton sets a metric that is named after it") {
  const auto files = setup::hook_skeleton("b-c", "20", "modules/010-web");
  REQUIRE(files.size() == 2);
  CHECK(files[0].path == "modules/010-web/hooks/20-b-c.sh");
  CHECK(has(files[0].content, "b_c_nodes"));
  CHECK(has(files[1].content, "metrics: [{action: set, name: b_c_nodes, value: 2}]"));
}
