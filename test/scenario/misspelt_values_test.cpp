// Keys within sections of the ConfigMap, or of values files, that a user has misspelt.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;

namespace {

/// The chart of `web` has an object with `web.size`, and an object that `web.user` names.
struct misspelt_fixture : operator_fixture {
  misspelt_fixture() {
    setup.helm.platform = {"shop", {}};
    setup.helm.platform.modules_dirs = {path("modules")};
    set_config({{"web", "size: 50\nuser: anna\n"}});
    module("010-web", "web: {size: 1, user: nobody}\nwebEnabled: true\n");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\"}\n"
                 "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-{{ .Values.web.user }}}\n");
    start();
    REQUIRE_MESSAGE(size() == "50", log());
    REQUIRE(has_user());
  }
  void edit(const std::string& section) {
    set_config({{"web", section}});
    run();
  }
  void module_values(const std::string& section) {
    write("modules/010-web/values.yaml", "web: {user: nobody, " + section + "}\nwebEnabled: true\n");
  }
  [[nodiscard]] std::string size() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("size").value_or("");
  }
  [[nodiscard]] bool has_user() { return api().object("ConfigMap", namespace_name, "user-anna").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void check_named(const char* words) { CHECK_MESSAGE(problems().find(words) != std::string::npos, problems()); }
};

} // namespace

TEST_CASE_FIXTURE(misspelt_fixture, "a slip in a key that changes objects holds the upgrade until it is corrected") {
  edit("szie: 80\nuser: anna\n");
  CHECK_EQ(size(), "50");
  check_named("web.szie is not read by the chart, and web.size has gone. Correct the key");
  SUBCASE("the key is corrected") {
    edit("size: 80\nuser: anna\n");
    CHECK_EQ(size(), "80");
  }
  SUBCASE("both keys are removed") {
    edit("user: anna\n");
    CHECK_EQ(size(), "1");
  }
  SUBCASE("a label confirms it") {
    auto last = *helm().latest("web");
    last.labels["moduleGivesUp"] = "1";
    helm().store(last);
    run();
    CHECK_EQ(size(), "1");
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(misspelt_fixture, "a slip in a key while the operator is down holds the upgrade") {
  stop();
  set_config({{"web", "szie: 80\nuser: anna\n"}});
  start();
  CHECK_EQ(size(), "50");
  check_named("web.szie is not read by the chart, and web.size has gone");
}

TEST_CASE_FIXTURE(misspelt_fixture, "a slip in a key that makes objects holds the upgrade, too") {
  edit("size: 50\nusre: anna\n");
  CHECK(has_user());
  check_named("web.usre is not read by the chart, and web.user has gone");
  edit("size: 50\nuser: anna\n");
  CHECK(has_user());
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(misspelt_fixture, "a key that the chart reads, or another word, is no slip") {
  SUBCASE("a value that goes") {
    edit("user: anna\n");
  }
  SUBCASE("another word") {
    edit("colour: red\nuser: anna\n");
  }
  CHECK_EQ(size(), "1");
  CHECK_MESSAGE(problems().empty(), problems());
}

namespace {

/// The chart has an object that `web.backup.name` names, and a digest of all values.
struct moved_fixture : misspelt_fixture {
  moved_fixture() {
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\"}\n"
                 "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-{{ .Values.web.backup.owner }}}\n"
                 "# {{ .Values | toJson | sha256sum }}\n");
    set_config({{"web", "backup:\n  owner: anna\nsize: 5\n"}});
    stop();
    start();
    REQUIRE_MESSAGE(has_user(), log());
  }
};

} // namespace

TEST_CASE_FIXTURE(moved_fixture, "a key that was moved to a place without a reader holds the upgrade") {
  const char* words = nullptr;
  SUBCASE("flat") {
    edit("backup.owner: anna\nsize: 5\n");
    words = "web.backup.owner is not read by the chart, and web.backup.owner has gone";
  }
  SUBCASE("with less indentation") {
    edit("backup: {}\nowner: anna\nsize: 5\n");
    words = "web.owner is not read by the chart, and web.backup.owner has gone";
  }
  SUBCASE("one level deeper") {
    edit("jobs:\n  backup:\n    owner: anna\nsize: 5\n");
    words = "web.jobs.backup.owner is not read by the chart, and web.backup.owner has gone";
  }
  CHECK(has_user());
  check_named(words);
  edit("backup:\n  owner: anna\nsize: 5\n");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(misspelt_fixture, "a slip in a values file holds the upgrade until it is corrected") {
  stop();
  set_config({{"web", "user: anna\n"}});
  common_values("web: {size: 1}\n");
  module_values("size: 70");
  start();
  REQUIRE_MESSAGE(size() == "70", log());
  stop();
  std::string words;
  SUBCASE("misspelt") {
    module_values("szie: 70");
    words = "a key of a values file may be misspelt: web.szie is not read by the chart, and web.size has gone. Correct "
            "the key; or, if the value is to go, remove both keys from the file, or: kubectl";
  }
  SUBCASE("deeper") {
    module_values("box: {size: 70}");
    words = "a key of a values file may be misspelt: web.box.size is not read by the chart, and web.size has gone";
  }
  start();
  CHECK_EQ(size(), "70");
  check_named(words.c_str());
  stop();
  module_values("size: 80");
  start();
  CHECK_EQ(size(), "80");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(misspelt_fixture, "a key of a values file that goes is no slip") {
  stop();
  set_config({{"web", "user: anna\n"}});
  common_values("web: {size: 1}\n");
  module_values("size: 70");
  start();
  stop();
  module_values("colour: 70");
  start();
  CHECK_EQ(size(), "1");
  CHECK_MESSAGE(problems().empty(), problems());
}
