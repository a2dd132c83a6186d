// Charts that render to nothing all at once.
#include "scenario/lost_fixture.hpp"

#include <string>

using test::lost_fixture;
using test::map_text;
using test::v1;
using namespace std::chrono_literals;

TEST_CASE_FIXTURE(
  lost_fixture, "a chart that renders to nothing all at once keeps its objects, and an edit of its section is a wish") {
  create_config_map();
  chart("web", map_text("web") + "---\n" + map_text("extra"));
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  chart("web", "{{ .Values.web.nothing }}");
  start();
  CHECK_EQ(take_journal(), "helm template web");
  CHECK_MESSAGE(names("its chart renders to nothing all at once"), problems());
  CHECK(has("web"));
  set_config("web", "a: 1\n");
  run();
  CHECK_FALSE(has("web"));
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture,
                  "a chart renders to nothing by a wish of its hook only if the hook has changed its values") {
  const auto sets = [](const std::string& value) {
    return [value](test::hook_run& run) {
      run.values_patch = R"([{"op": "add", "path": "/web/b", "value": ")" + value + R"("}])";
    };
  };
  create_config_map();
  hook("web/a.sh", v1("beforeHelm: 1"), sets("1"));
  chart("web", map_text("web"));
  start();
  stop();
  chart("web", "{{ .Values.web.nothing }}");
  start();
  CHECK(has("web"));
  CHECK_MESSAGE(names("its chart renders to nothing all at once"), problems());
  stop();
  replay("web/a.sh", sets("2"));
  start();
  CHECK_FALSE(has("web"));
}

TEST_CASE_FIXTURE(lost_fixture, "a chart that renders to nothing while the operator runs keeps its objects too") {
  create_config_map();
  chart("web", map_text("web") + "---\n" + map_text("extra"));
  start();
  chart("web", "{{ .Values.web.nothing }}");
  api().delete_object("ConfigMap", namespace_name, "web");
  advance(1min);
  CHECK(has("extra"));
  CHECK_MESSAGE(names("its chart renders to nothing all at once"), problems());
  set_config("web", "a: 1\n");
  run();
  CHECK_FALSE(has("extra"));
}
