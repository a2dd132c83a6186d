// An admission policy that removes the operator's labels from the records of releases.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>
#include <string_view>

using test::operator_fixture;

namespace {

/// The policy keeps only Helm's own labels.
text::json without_foreign_labels(const kube::api::resource& what, text::json object) {
  if (what.kind != "Secret") return object;
  const auto* metadata = object.find("metadata");
  const auto* labels = metadata == nullptr ? nullptr : metadata->find("labels");
  if (labels == nullptr || !labels->is_object()) return object;
  text::json::object_type kept;
  for (const auto& [key, value] : labels->as_object())
    if (key == "name" || key == "owner" || key == "status" || key == "version") kept.emplace_back(key, value);
  return object.with("metadata", metadata->with("labels", text::json::object(std::move(kept))));
}

struct stripped_fixture : operator_fixture {
  stripped_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\ndata: {a: b}\n");
    module("020-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                 "data: {word: \"{{ .Values.web.word }}\"}\n---\n{{ .Values.web.more }}\n");
    strip();
  }

  void strip() { api().admit_by(without_foreign_labels); }
  void exempt() {
    api().admit_by([](const kube::api::resource&, text::json object) { return object; });
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
  [[nodiscard]] bool names(std::string_view text) { return problems().find(text) != std::string::npos; }
  [[nodiscard]] std::size_t warnings() const {
    std::size_t count = 0;
    for (auto at = log().find("WARN release_labels_removed"); at != std::string::npos;
         at = log().find("WARN release_labels_removed", at + 1))
      ++count;
    return count;
  }
  void restart() {
    stop();
    start();
  }
};

} // namespace

TEST_CASE_FIXTURE(stripped_fixture, "labels that a policy removes are missed at once, and named as long as it is so") {
  set_config("web", "word: secret\n");
  start();
  CHECK_EQ(warnings(), 1);
  CHECK_MESSAGE(names("releases base, web"), problems());
  CHECK_MESSAGE(names("inputsChecksum"), problems());
  SUBCASE("the running operator knows what it has written") {
    set_config("web", "word: other\n");
    run();
    CHECK_EQ(word(), "other");
    CHECK_MESSAGE(!names("is held"), problems());
    set_config("webEnabled", "false");
    run();
    CHECK_EQ(helm().revision("web"), 0);
    CHECK_EQ(warnings(), 1);
  }
  SUBCASE("without the policy the labels are written again") {
    exempt();
    set_config("global", "a: 1");
    run();
    CHECK_MESSAGE(problems().empty(), problems());
    CHECK_NE(helm().latest("web")->labels["moduleValuesFrom"], "");
  }
}

TEST_CASE_FIXTURE(stripped_fixture, "after a restart unknown sources of values may have been all") {
  set_config("web", "word: secret\n");
  start();
  REQUIRE_EQ(word(), "secret");
  stop();
  SUBCASE("no value of an object is reset") {
    remove_config("web");
    start();
    CHECK_EQ(word(), "secret");
    CHECK_MESSAGE(names("an upgrade would reset web"), problems());
    CHECK_MESSAGE(names("moduleAdopt"), problems());
    CHECK_MESSAGE(names("admission policy"), problems());
    set_config("web", "word: secret\n");
    run();
    CHECK_MESSAGE(!names("is held"), problems());
  }
  SUBCASE("nothing is held if nothing has changed, and the labels come back without the policy") {
    start();
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(!names("is held"), problems());
    exempt();
    restart();
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(problems().empty(), problems());
    CHECK_NE(helm().latest("web")->labels["inputsChecksum"], "");
    remove_config("web");
    restart();
    CHECK_MESSAGE(names("section 'web' of the ConfigMap"), problems());
    CHECK_EQ(word(), "secret");
  }
  SUBCASE("releases without a directory are named") {
    std::filesystem::rename(path("modules/020-web"), path("web"));
    start();
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(names("nor web"), problems());
  }
}

TEST_CASE_FIXTURE(stripped_fixture, "objects that would go are held in words about the policy") {
  set_config("web", "word: a\nmore: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: more}\n");
  start();
  REQUIRE(api().object("ConfigMap", namespace_name, "more"));
  stop();
  remove_config("web");
  start();
  CHECK(api().object("ConfigMap", namespace_name, "more"));
  CHECK_MESSAGE(names("an upgrade would delete addon-operator/ConfigMap/more"), problems());
  CHECK_MESSAGE(names("admission policy"), problems());
}
