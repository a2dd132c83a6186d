// Flags that go from the ConfigMap together while the operator runs: it may have been cut short.
#include "base/contains.hpp"
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>
#include <string_view>

using test::operator_fixture;

namespace {

struct vanished_fixture : operator_fixture {
  explicit vanished_fixture(std::string_view values = "") {
    write("modules/values.yaml", values);
    for (const std::string name : {"web", "db", "app"}) {
      module(name, "");
      chart(name, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n");
    }
    set_config({{"appEnabled", "true"}, {"dbEnabled", "true"}, {"webEnabled", "true"}});
    start();
    static_cast<void>(take_journal());
  }
  void edit(text::json data) {
    api().put_object(api().object("ConfigMap", namespace_name, "addon-operator").value().with("data", std::move(data)));
    run();
  }
  /// The releases that were uninstalled since the last question.
  [[nodiscard]] std::string uninstalled() {
    static constexpr std::string_view words = "helm uninstall ";
    const auto journal = take_journal() + ";";
    std::string names;
    for (auto at = journal.find(words); at != journal.npos; at = journal.find(words, at + 1))
      names += journal.substr(at + words.size(), journal.find(';', at) - at - words.size()) + " ";
    return names;
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

/// A file has a flag, too, and values.
struct flag_in_file_fixture : vanished_fixture {
  static constexpr std::string_view file = "dbEnabled: true\nglobal: {a: 1}\n";
  flag_in_file_fixture() : vanished_fixture(file) {}
};

} // namespace

TEST_CASE_FIXTURE(vanished_fixture, "releases whose flags vanish in a single edit stay until each is confirmed") {
  edit(text::json::object({{"appEnabled", "true"}}));
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(base::contains(problems(), "stay as they are: db, web"), problems());
  CHECK(base::contains(log(), "WARN removals_held"));
  SUBCASE("by a flag for each") {
    set_config("webEnabled", "false");
    run();
    CHECK_EQ(uninstalled(), "web ");
    CHECK_MESSAGE(base::contains(problems(), "stay as they are: db."), problems());
    set_config("dbEnabled", "false");
    run();
    CHECK_EQ(uninstalled(), "db ");
    CHECK_EQ(problems().find("stay as they are"), std::string::npos);
  }
  SUBCASE("also over a restart") {
    stop();
    start();
    CHECK_EQ(take_journal(), "");
    CHECK_MESSAGE(base::contains(problems(), "stay as they are: db, web"), problems());
  }
  SUBCASE("or the flags are back") {
    set_config({{"dbEnabled", "true"}, {"webEnabled", "true"}});
    run();
    CHECK_EQ(take_journal(), "");
    CHECK_EQ(problems(), "");
  }
}

TEST_CASE_FIXTURE(vanished_fixture, "a single flag that goes is a wish, and so is the next") {
  edit(text::json::object({{"appEnabled", "true"}, {"dbEnabled", "true"}}));
  CHECK_EQ(uninstalled(), "web ");
  edit(text::json::object({{"appEnabled", "true"}}));
  CHECK_EQ(uninstalled(), "db ");
}

TEST_CASE_FIXTURE(flag_in_file_fixture,
                  "a flag that goes while the file that may have it is missing removes no release") {
  stop();
  std::filesystem::remove(path("modules/values.yaml"));
  start();
  static_cast<void>(take_journal());
  edit(text::json::object({{"appEnabled", "true"}, {"webEnabled", "true"}}));
  CHECK_EQ(uninstalled(), "");
  CHECK_MESSAGE(base::contains(problems(), "stay as they are: db"), problems());
  SUBCASE("until a user confirms it") {
    set_config("dbEnabled", "false");
    run();
    CHECK_EQ(uninstalled(), "db ");
  }
  SUBCASE("and the file brings it back") {
    stop();
    write("modules/values.yaml", file);
    start();
    CHECK_EQ(uninstalled(), "");
    CHECK_MESSAGE(problems().empty(), problems());
  }
}
