// Values of users in the ConfigMap that a new chart does not read any more.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;

namespace {

/// The chart of `web` reads `web.size` of the ConfigMap, and `web.user`, which names an object.
struct unread_fixture : operator_fixture {
  unread_fixture() {
    setup.helm.platform = {"shop", {}};
    setup.helm.platform.modules_dirs = {path("modules")};
    set_config({{"web", "size: 50\nuser: anna\n"}, {"global", "domain: example.com\n"}});
    module("010-web", "web: {size: 1, storage: {size: 1}, account: {name: nobody}}\nwebEnabled: true\n");
    version("0.1.0");
    write(sizes, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\", "
                 "domain: \"{{ .Values.global.domain }}\"}\n");
    write(users, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-{{ .Values.web.user }}}\n");
    start();
    REQUIRE_MESSAGE(size() == "50", log());
    stop();
  }
  void version(const std::string& number) {
    write("modules/010-web/Chart.yaml", "apiVersion: v2\nname: web\nversion: " + number + "\n");
  }
  /// An image whose chart reads the size at another place.
  void rename_size(const std::string& number = "0.2.0") {
    version(number);
    write(sizes, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.storage.size "
                 "}}\", domain: \"{{ .Values.global.domain }}\"}\n");
  }
  void read_domain_elsewhere() {
    version("0.2.0");
    write(sizes, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\"}\n");
  }
  [[nodiscard]] std::string size() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("size").value_or("");
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool is_named() { return log().find("WARN user_value_without_reader module=web") != std::string::npos; }
  [[nodiscard]] bool has_user() { return api().object("ConfigMap", namespace_name, "user-anna").has_value(); }

  const std::string sizes = "modules/010-web/templates/web.yaml";
  const std::string users = "modules/010-web/templates/users.yaml";
};

} // namespace

TEST_CASE_FIXTURE(unread_fixture, "a value of users that a new chart does not read is named until it is edited") {
  rename_size();
  start();
  CHECK_EQ(size(), "1");
  CHECK(is_named());
  const std::string line = "values of module 'web': web.size of the ConfigMap has no effect since version 0.2.0 of the "
                           "chart (version 0.1.0 read it)";
  CHECK_MESSAGE(problems().find(line) != std::string::npos, problems());
  stop();
  start(); // a label of the revision has it
  CHECK_MESSAGE(problems().find(line) != std::string::npos, problems());
  set_config({{"web", "storage: {size: 50}\nuser: anna\n"}, {"global", "domain: example.com\n"}});
  run();
  CHECK_EQ(size(), "50");
  CHECK_EQ(problems(), "");
  stop();
  start();
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(unread_fixture, "a value that a chart reads again is not named any more") {
  rename_size();
  start();
  CHECK_NE(problems(), "");
  stop();
  version("0.3.0");
  write(sizes, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\"}\n");
  start();
  CHECK_EQ(size(), "50");
  CHECK_EQ(problems().find("web.size"), std::string::npos);
}

TEST_CASE_FIXTURE(unread_fixture, "objects stay while the value that had made them has no reader") {
  version("0.2.0");
  write(users, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-{{ .Values.web.account.name }}}\n");
  start();
  CHECK(has_user());
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_MESSAGE(problems().find("does not read web.user of the ConfigMap any more (version 0.1.0 read it)")
                  != std::string::npos,
                problems());
  SUBCASE("until a user moves the value") {
    set_config({{"web", "size: 50\naccount: {name: anna}\n"}, {"global", "domain: example.com\n"}});
    run();
    CHECK(has_user());
    CHECK_EQ(problems(), "");
  }
  SUBCASE("until a user removes the value") {
    set_config({{"web", "size: 50\n"}, {"global", "domain: example.com\n"}});
    run();
    CHECK_FALSE(has_user());
  }
  SUBCASE("until a label confirms it") {
    auto last = *helm().latest("web");
    last.labels.erase("moduleChartDirectories");
    helm().store(last);
    run();
    CHECK_FALSE(has_user());
    CHECK(is_named());
  }
}

TEST_CASE_FIXTURE(unread_fixture, "a value that a script of the module names has a reader") {
  write("modules/010-web/lib/sizes.sh", "jq .web.size $VALUES_PATH\n");
  rename_size();
  start();
  CHECK_EQ(size(), "1");
  CHECK_FALSE(is_named());
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(unread_fixture, "a value of global is read by any module") {
  SUBCASE("which is not there") {
    read_domain_elsewhere();
    start();
    CHECK(is_named());
    CHECK_MESSAGE(problems().find("global.domain of the ConfigMap has no effect") != std::string::npos, problems());
  }
  SUBCASE("which is there") {
    module("020-db");
    write("modules/020-db/templates/a.yaml",
          "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\ndata: {a: \"{{ .Values.global.domain }}\"}\n");
    read_domain_elsewhere();
    start();
    CHECK_FALSE(is_named());
    CHECK_EQ(problems(), "");
  }
}

TEST_CASE_FIXTURE(unread_fixture, "a value is named when an older image comes back that does not read it") {
  stop();
  rename_size();
  start();
  set_config({{"web", "storage: {size: 80}\nuser: anna\n"}, {"global", "domain: example.com\n"}});
  run();
  CHECK_EQ(size(), "80");
  stop();
  version("0.1.0");
  write(sizes, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {size: \"{{ .Values.web.size }}\", "
               "domain: \"{{ .Values.global.domain }}\"}\n");
  start();
  CHECK_EQ(size(), "1");
  CHECK_MESSAGE(problems().find("web.storage.size of the ConfigMap has no effect since version 0.1.0 of the chart "
                                "(version 0.2.0 read it)")
                  != std::string::npos,
                problems());
}
