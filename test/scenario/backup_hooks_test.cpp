// Hooks of beforeHelm that may have made a backup, before an upgrade that removes objects.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The chart of `web` has an object that a value of a hook makes.
struct backup_fixture : operator_fixture {
  backup_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n---\n{{ .Values.web.extra }}\n");
    create_config_map();
    hook("web/a.sh", v1("kubernetes: [{name: pods, kind: Pod}]"), [](test::hook_run& run) {
      run.values_patch = R"([{"op": "add", "path": "/web/extra",
                              "value": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n"}])";
    });
    hook("web/backup.sh", v1("beforeHelm: 1"), [this](test::hook_run& run) { run.words = words; });
  }
  [[nodiscard]] bool has_extra() { return api().object("ConfigMap", namespace_name, "extra").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }

  std::string words; ///< of the backup, on stderr
};

} // namespace

TEST_CASE_FIXTURE(backup_fixture, "objects do not go behind a hook of beforeHelm whose stderr names a failure") {
  start();
  REQUIRE(has_extra());
  words = "dump: connection to server failed: Connection refused";
  replay("web/a.sh", [](test::hook_run& run) { run.values_patch = R"([{"op": "remove", "path": "/web/extra"}])"; });
  api().put_object(test::object_of("v1", "Pod", "a"));
  advance(1min);
  CHECK(has_extra());
  CHECK_MESSAGE(problems().find("a backup or values may be missing of hooks that have not ended well: hook "
                                "'hooks/backup.sh' of beforeHelm (it has ended with 0, but wrote to stderr: "
                                "Connection refused)")
                  != std::string::npos,
                problems());
  words.clear();
  set_config("web", "a: 1\n");
  advance(1min);
  CHECK_FALSE(has_extra());
}
