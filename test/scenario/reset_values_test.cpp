// Content of objects that needs values of a source that was lost while the operator was down.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;

namespace {

namespace fs = std::filesystem;

/// The chart of `web` has an object whose content needs a value.
struct reset_fixture : operator_fixture {
  reset_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                 "data: {word: \"{{ .Values.web.word }}\"}\n");
  }

  [[nodiscard]] std::string word() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("word").value_or("");
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void check_held(std::string_view lost) {
    CHECK_EQ(word(), "secret");
    CHECK_EQ(helm().revision("web"), 1);
    const auto text = problems();
    CHECK_MESSAGE(text.find("release of module 'web' is held: helm would reset values in objects of the release, which "
                            "stays as it is, revision 1")
                    != text.npos,
                  text);
    CHECK_MESSAGE(text.find(lost) != text.npos, text);
    CHECK(log().find("WARN release_held step=5 module=web") != std::string::npos);
    CHECK(describe().first_reload_done);
  }
};

} // namespace

TEST_CASE_FIXTURE(reset_fixture,
                  "objects keep their content without a section that is lost, and an empty one is a wish") {
  set_config("web", "word: secret\n");
  start();
  REQUIRE_EQ(word(), "secret");
  stop();
  remove_config("web");
  start();
  check_held("section 'web' of the ConfigMap");
  set_config("web", "{}");
  run();
  CHECK_EQ(word(), "");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(reset_fixture, "objects keep their content without a ConfigMap that is lost") {
  set_config("web", "word: secret\n");
  start();
  stop();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  start();
  check_held("the ConfigMap that --config-map names");
  set_config("web", "word: other\n");
  run();
  CHECK_EQ(word(), "other");
}

TEST_CASE_FIXTURE(reset_fixture, "objects keep their content without a values.yaml that is lost") {
  write("modules/values.yaml", "webEnabled: true\n");
  write("modules/010-web/values.yaml", "web: {word: secret}\n");
  start();
  REQUIRE_EQ(word(), "secret");
  stop();
  fs::remove(path("modules/010-web/values.yaml"));
  start();
  check_held("values.yaml");
}

TEST_CASE_FIXTURE(reset_fixture,
                  "a lost section that changes nothing holds nothing, and an edit while running is a wish") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {word: secret}\n");
  set_config("web", "other: 1\n");
  start();
  stop();
  remove_config("web");
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(word(), "secret");
}
