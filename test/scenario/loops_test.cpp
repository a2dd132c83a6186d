// Modules and reloads that make themselves necessary again.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

struct loops_fixture : operator_fixture {
  loops_fixture() {
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {at: '{{ .Values.web.at }}'}\n");
    module("020-db");
    chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\ndata: {word: '{{ .Values.db.word }}'}\n");
  }
  /// Plays a hook that sets a value to another number in each run.
  [[nodiscard]] test::hook_script counts(const std::string& path) {
    return [this, path](test::hook_run& run) {
      ++runs_;
      if (counts_)
        run.values_patch = R"([{"op":"add","path":")" + path + R"(","value":)" + std::to_string(runs_) + "}]";
    };
  }
  [[nodiscard]] bool names(const std::string& words) {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.find(words) != x.npos; });
  }
  [[nodiscard]] std::string word() {
    return api().object("ConfigMap", namespace_name, "db").value().find("data")->string_at("word").value_or("");
  }
  [[nodiscard]] std::size_t logged(const std::string& words) const {
    std::size_t n = 0;
    for (auto at = log().find(words); at != std::string::npos; at = log().find(words, at + 1)) ++n;
    return n;
  }

  bool counts_ = true;
  int runs_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(loops_fixture, "a module that changes its values after each run has pauses, and others go on") {
  hook("web/note.sh", "configVersion: v1\nafterHelm: 1\n", counts("/web/at"));
  start();
  CHECK(runs_ == 5);
  CHECK_MESSAGE(describe().first_reload_done, "the module behind it has run");
  CHECK(names("module 'web' comes to no rest: it has run 5 times in 0 s: web.at is changed each time by hook "
              "'hooks/note.sh' (afterHelm); it runs again in 5 s"));
  advance(4s);
  CHECK(runs_ == 5);
  advance(2s);
  CHECK(runs_ == 6);
  set_config("db", "word: two");
  run();
  CHECK_MESSAGE(word() == "two", "an edit of another module is carried out between two runs");
  advance(1h);
  CHECK(runs_ < 24);
  CHECK(logged("WARN module_loops module=web") == 1);
  SUBCASE("a change from outside runs it at once") {
    const auto before = runs_;
    set_config("web", "word: two");
    run();
    CHECK(runs_ == before + 5);
  }
  SUBCASE("it comes to rest") {
    counts_ = false;
    advance(10min);
    CHECK_FALSE(names("comes to no rest"));
  }
}

TEST_CASE_FIXTURE(loops_fixture,
                  "the operator's own write of the ConfigMap ends no pause of the module that made it necessary") {
  hook("web/note.sh", "configVersion: v1\nafterHelm: 1\n", [this](test::hook_run& run) {
    run.config_patch = R"([{"op":"add","path":"/web/at","value":)" + std::to_string(++runs_) + "}]";
  });
  start();
  CHECK(runs_ == 5);
  CHECK(config_map().find("data")->string_at("web").value_or("").find("at: 5") != std::string::npos);
  CHECK(names("web.at is changed each time by hook 'hooks/note.sh' (afterHelm); it runs again in 5 s"));
  advance(4s);
  CHECK(runs_ == 5);
  advance(1h);
  CHECK(runs_ < 24);
  CHECK(logged("WARN module_loops module=web") == 1);
}

TEST_CASE_FIXTURE(loops_fixture, "a write of the ConfigMap by an afterAll hook ends no pause of reloads") {
  hook("global/note.sh", "configVersion: v1\nafterAll: 1\n", [this](test::hook_run& run) {
    run.config_patch = R"([{"op":"add","path":"/global/at","value":)" + std::to_string(++runs_) + "}]";
  });
  start();
  CHECK(runs_ == 5);
  advance(4s);
  CHECK(runs_ == 5);
  advance(1h);
  CHECK(runs_ < 24);
  CHECK(logged("WARN converge_loops") == 1);
}

TEST_CASE_FIXTURE(loops_fixture, "modules side by side have the same pauses") {
  setup.parallel_module_runs = 2;
  module("010-two");
  chart("two", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: two}\n");
  hook("web/note.sh", "configVersion: v1\nafterHelm: 1\n", counts("/web/at"));
  start();
  CHECK(runs_ == 5);
  CHECK(describe().first_reload_done);
  advance(6s);
  CHECK(runs_ == 6);
}

TEST_CASE_FIXTURE(loops_fixture,
                  "reloads that afterAll hooks make necessary have pauses, and runs go on between them") {
  hook("global/note.sh", "configVersion: v1\nafterAll: 1\n", counts("/global/at"));
  start();
  CHECK(runs_ == 5);
  CHECK(describe().first_reload_done);
  CHECK(names(
    "the reload of all modules comes to no rest: it began 5 times in 0 s: global.at is changed each time by global "
    "hook 'note.sh' (afterAll); it begins again in 5 s"));
  advance(6s);
  CHECK(runs_ == 6);
  set_config("db", "word: two");
  run();
  CHECK(word() == "two");
  advance(1h);
  CHECK(runs_ < 24);
  CHECK(logged("WARN converge_loops") == 1);
  SUBCASE("a change from outside begins at once") {
    const auto before = runs_;
    set_config("global", "word: two");
    run();
    CHECK(runs_ == before + 5);
  }
  SUBCASE("they come to rest") {
    counts_ = false;
    advance(10min);
    CHECK_FALSE(names("comes to no rest"));
  }
}
