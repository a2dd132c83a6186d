// Files of hooks that come into a module after the start: a global hook copies them before the first run.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

struct late_hook_fixture : operator_fixture {
  late_hook_fixture() {
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n---\n{{ .Values.web.extra }}\n");
    hook("web/50-own.sh", v1("beforeHelm: 1"));
  }

  /// A hook of `web` that sets a value, which an object needs.
  void copy(const std::string& file) {
    hook("web/" + file, v1("beforeHelm: 1"), [](test::hook_run& run) {
      run.values_patch =
        R"([{"op":"add","path":"/web/extra","value":"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n"}])";
    });
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

} // namespace

TEST_CASE_FIXTURE(late_hook_fixture, "hooks that a global hook copies into a module are run from its first run on") {
  std::string moment;
  SUBCASE("onStartup") {
    moment = "onStartup: 1";
  }
  SUBCASE("beforeAll") {
    moment = "beforeAll: 1";
  }
  hook("global/copy.sh", v1(moment), [this](test::hook_run&) { copy("20-late.sh"); });
  start();
  CHECK(api().object("ConfigMap", namespace_name, "extra"));
  // In the order of their names, as if they had been there at the start.
  CHECK_EQ(take_journal(), "global/copy.sh " + moment.substr(0, moment.find(':'))
                             + "; web/20-late.sh beforeHelm; web/50-own.sh beforeHelm; helm upgrade web");
  CHECK_EQ(problems(), "");
  // A new Pod has the files of the image again.
  stop();
  fs::remove(path("modules/010-web/hooks/20-late.sh"));
  start();
  CHECK(api().object("ConfigMap", namespace_name, "extra"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(late_hook_fixture, "a directory of hooks that comes late counts") {
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  hook("global/copy.sh", v1("beforeAll: 1"), [this](test::hook_run&) { hook("db/20-late.sh", v1("beforeHelm: 1")); });
  start();
  CHECK_FALSE(runs_of("db/20-late.sh").empty());
}

TEST_CASE_FIXTURE(late_hook_fixture,
                  "a hook of the start that is gone at the first run keeps its module from running") {
  copy("20-late.sh");
  hook("global/copy.sh", v1("beforeAll: 1"), [this](test::hook_run&) {
    fs::remove(path("modules/010-web/hooks/20-late.sh"));
    hooks().reconfigure("web/20-late.sh", ""); // like a shell that does not find its file
  });
  start();
  CHECK_EQ(runs_of("web/50-own.sh").size(), 0);
  CHECK_MESSAGE(problems().find("module 'web': cannot run: hook 'hooks/20-late.sh' --config") != std::string::npos,
                problems());
}

TEST_CASE_FIXTURE(late_hook_fixture, "a late file that is not executable is named") {
  hook("global/copy.sh", v1("beforeAll: 1"),
       [this](test::hook_run&) { write("modules/010-web/hooks/30-more.sh", "#!/bin/sh\n"); });
  start();
  CHECK_NE(log().find("WARN hooks_not_executable owner=\"module 'web'\""), std::string::npos);
  CHECK_NE(log().find("30-more.sh"), std::string::npos);
}

TEST_CASE_FIXTURE(late_hook_fixture, "hooks that cannot be listed at the first run keep their module from running") {
  hook("global/copy.sh", v1("beforeAll: 1"), [this](test::hook_run&) {
    fs::rename(path("modules/010-web/hooks"), path("modules/010-web/away"));
    fs::create_directory_symlink(path("nowhere"), path("modules/010-web/hooks"));
  });
  start();
  CHECK_EQ(runs_of("web/50-own.sh").size(), 0);
  CHECK_MESSAGE(problems().find("module 'web': cannot run") != std::string::npos, problems());
}
