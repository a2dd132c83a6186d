// Files of a chart that lose their content while their module stays: objects keep what the files gave them.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;

namespace {

namespace fs = std::filesystem;

/// The chart of `web` has an object with the content of a file, and an object of its own template.
struct contents_fixture : operator_fixture {
  contents_fixture() {
    setup.helm.platform = {"shop", {}};
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                 "data:\n  rules: {{ .Files.Get \"files/rules.conf\" }}\n");
    write("modules/010-web/templates/users.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: users}\n");
    write(file, "allow anna\n");
    write("modules/010-web/README.md", "of web\n");
    start();
    REQUIRE_MESSAGE(rules() == "allow anna", log());
    stop();
  }
  [[nodiscard]] std::string rules() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("rules").value_or("");
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void check_held(const std::string& words) {
    start();
    CHECK_EQ(rules(), "allow anna");
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(problems().find(words) != std::string::npos, problems());
  }
  void confirm() {
    auto last = *helm().latest("web");
    last.labels.erase("moduleChartDirectories");
    helm().store(last);
    run();
  }

  const std::string file = "modules/010-web/files/rules.conf";
};

} // namespace

TEST_CASE_FIXTURE(contents_fixture, "objects keep the content of a file that is missing until a label confirms it") {
  fs::remove(path(file));
  check_held("release of module 'web' is held: helm would change objects of the release, which stays as it is, "
             "revision 1: contents of the chart have gone from "
             + path("modules/010-web") + ": files/rules.conf (missing)");
  confirm();
  CHECK_EQ(rules(), "");
  CHECK_EQ(helm().revision("web"), 2);
}

TEST_CASE_FIXTURE(contents_fixture, "objects keep the content of a file that is a pointer of Git LFS") {
  write(file, "version https://git-lfs.github.com/spec/v1\noid sha256:abab\nsize 11\n");
  check_held("files/rules.conf (a pointer of Git LFS in place of the file)");
  CHECK_NE(log().find("WARN chart_files_damaged module=web"), std::string::npos);
}

TEST_CASE_FIXTURE(contents_fixture, "objects keep the content of a file of NUL bytes, and of a file without text") {
  write(file, std::string(11, '\0'));
  check_held("files/rules.conf (NUL bytes in place of text)");
  stop();
  write(file, "");
  check_held("files/rules.conf (without text)");
}

TEST_CASE_FIXTURE(contents_fixture, "objects stay with a template that a new .helmignore hides") {
  write("modules/010-web/.helmignore", "users*\n");
  check_held("templates/users.yaml (hidden by .helmignore)");
  CHECK(api().object("ConfigMap", namespace_name, "users"));
  confirm();
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "users"));
}

TEST_CASE_FIXTURE(contents_fixture, "a file that no template reads may go with a new version of the chart") {
  fs::remove(path("modules/010-web/README.md"));
  fs::remove(path(file));
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {rules: own}\n");
  start();
  CHECK_EQ(rules(), "own");
  CHECK_EQ(problems(), "");
}
