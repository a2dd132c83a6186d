// What an upgrade removes is named before Helm is asked, with what differs from the revision that has it.
#include "support/operator_fixture.hpp"
#include "trace/read/why.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// The chart of `web` has an object of a template, and one that a value brings.
struct removal_fixture : operator_fixture {
  removal_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    create_config_map();
    chart("web", map_text("web") + "---\n{{ .Values.web.extra }}\n");
    write("modules/010-web/templates/backup.yaml", map_text("backup"));
  }

  [[nodiscard]] bool has(const std::string& name) {
    return api().object("ConfigMap", namespace_name, name).has_value();
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string removals() {
    std::string text;
    for (const auto& line : describe().removals) text += line + "\n";
    return text;
  }
  /// @param object that has gone
  void check_named(const std::string& object, std::string_view differs) {
    CHECK_FALSE(has(object));
    const auto named =
      log().find("WARN release_objects_removed module=web revision=1 objects=addon-operator/ConfigMap/" + object);
    REQUIRE_MESSAGE(named != std::string::npos, log());
    CHECK_MESSAGE(log().find("operation=upgrade", named) != std::string::npos, "it is named before");
    CHECK_MESSAGE(logged(differs), log());
    CHECK_MESSAGE(removals().find(differs) != std::string::npos, removals());
    CHECK_MESSAGE(removals().find("helm -n addon-operator get manifest web --revision 1") != std::string::npos,
                  removals());
    CHECK_MESSAGE(describe().problems.empty(), "a removal is no problem that lasts");
  }
};

/// A hook that sets the value `extra`, a whole object, in its first run only.
test::hook_script sets_once() {
  return [has_run = std::make_shared<bool>()](test::hook_run& run) {
    if (!std::exchange(*has_run, true))
      run.values_patch =
        R"([{"op":"add","path":"/web/extra","value":"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n"}])";
  };
}

} // namespace

TEST_CASE_FIXTURE(removal_fixture, "objects that an upgrade removes are named with what differs, for an hour") {
  SUBCASE("a template has gone") {
    start();
    fs::remove(path("modules/010-web/templates/backup.yaml"));
    set_config("web", "a: 1\n");
    run();
    check_named("backup", "file templates/backup.yaml is gone from the chart; value web.a is new");
    CHECK(logged("section 'web' of the ConfigMap was edited"));
  }
  SUBCASE("a hook sets its value no more after a restart") {
    hook("web/10-bucket.sh", v1("beforeHelm: 1"), sets_once());
    start();
    stop();
    REQUIRE(has("extra"));
    start();
    check_named("extra", "value web.extra is gone; hook 'hooks/10-bucket.sh' had set values, and no run since the "
                         "start has set any");
  }
  SUBCASE("an edit of the ConfigMap") {
    set_config("web", "extra: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: extra}\n");
    start();
    remove_config("web");
    run();
    check_named("extra", "value web.extra is gone; section 'web' is gone from the ConfigMap by an edit");
  }
  advance(30min);
  CHECK_FALSE(removals().empty());
  advance(31min);
  CHECK_EQ(removals(), "");
}

TEST_CASE_FIXTURE(removal_fixture, "a release that is removed is named with what had wanted it, for an hour") {
  set_config("webEnabled", "true");
  start();
  set_config("webEnabled", "false");
  run();
  CHECK_FALSE(has("web"));
  CHECK_MESSAGE(removals().find("release 'web' is removed: the flag webEnabled is false in: ConfigMap; before, it was "
                                "switched on by: ConfigMap. Hint: if this is a mistake")
                  != std::string::npos,
                removals());
  advance(61min);
  CHECK_EQ(removals(), "");
}
