// Objects of users that charts look up and that are absent: the release keeps what they gave it.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

/// The chart of `web` copies a password from a Secret of a user.
struct lookup_fixture : operator_fixture {
  lookup_fixture() {
    setup.helm.stays = true;
    setup.helm.platform = {"shop", {}};
    create_config_map();
    module("010-web");
    write_chart("one");
    put_login("first");
    start();
    REQUIRE_MESSAGE(password() == "first", log());
  }
  void write_chart(const std::string& word) {
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  word: " + word
                   + "\n  password: '{{ (lookup \"v1\" \"Secret\" \"db\" \"login\").data.password }}'\n");
  }
  void put_login(const std::string& password) {
    api().put_object(
      test::object_of("v1", "Secret", "login", {}, "db").with("data", text::json::object({{"password", password}})));
  }
  void delete_login() { api().delete_object("Secret", "db", "login"); }
  [[nodiscard]] std::string password() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("password").value_or("");
  }
  void restart() {
    stop();
    start();
    advance(20s); // the kinds of the API server count now
  }
  void check_held() {
    CHECK_EQ(password(), "first");
    CHECK_EQ(helm().revision("web"), 1);
    std::string problems;
    for (const auto& line : describe().problems) problems += line + "\n";
    CHECK_MESSAGE(
      problems.find("release of module 'web' is held: helm would change objects of the release, which stays "
                    "as it is, revision 1: its chart reads Secret db/login by `lookup`, which revision 1 "
                    "had found and which is absent now")
        != problems.npos,
      problems);
  }
};

} // namespace

TEST_CASE_FIXTURE(lookup_fixture, "objects keep the content of an object that a lookup does not find any more") {
  delete_login();
  restart();
  check_held();
  advance(10min);
  check_held();
  SUBCASE("until the object is there again") {
    put_login("second");
    advance(2min);
    CHECK_EQ(password(), "second");
    CHECK_EQ(helm().revision("web"), 2);
    CHECK(describe().problems.empty());
  }
  SUBCASE("until a label confirms it") {
    auto last = *helm().latest("web");
    last.labels.erase("moduleChartDirectories");
    helm().store(last);
    run();
    CHECK_EQ(password(), "");
    CHECK(describe().problems.empty());
    CHECK_MESSAGE(helm().latest("web")->labels.count("moduleLookups.0") == 0, "the next run has nothing to lose");
  }
}

TEST_CASE_FIXTURE(lookup_fixture, "a module whose lookup finds nothing runs every minute only while it is held") {
  const auto runs = [&] {
    static_cast<void>(take_journal());
    advance(10min);
    const auto journal = take_journal();
    std::size_t count = 0;
    for (auto at = journal.find("helm template web"); at != journal.npos;
         at = journal.find("helm template web", at + 1))
      ++count;
    return count;
  };
  CHECK_EQ(runs(), 0);
  delete_login();
  restart();
  // Edits make further runs, and no further series of tries.
  set_config("web", "size: 1");
  advance(1s);
  set_config("web", "size: 2");
  advance(1s);
  CHECK_EQ(runs(), 10);
  put_login("first");
  advance(2min);
  CHECK_EQ(runs(), 0);
}

TEST_CASE_FIXTURE(lookup_fixture, "a revision of an earlier version gets its lookups with the next run") {
  auto last = *helm().latest("web");
  REQUIRE_EQ(last.labels.erase("moduleLookups.0"), 1);
  helm().store(last);
  restart();
  CHECK_EQ(helm().revision("web"), 1);
  delete_login();
  restart();
  check_held();
}

TEST_CASE_FIXTURE(lookup_fixture, "a lookup that finds nothing holds no upgrade of objects that do not change") {
  put_login("");
  restart();
  REQUIRE_EQ(helm().revision("web"), 2);
  delete_login();
  restart();
  CHECK(describe().problems.empty());
  write_chart("two");
  restart();
  CHECK_EQ(helm().revision("web"), 3);
}
