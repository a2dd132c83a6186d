// Charts with content that differs between an upgrade and a rendering: their renderings are compared with
// each other.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

const std::string shows_revision = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                                   "data: {revision: '{{ .Release.Revision }}', word: '{{ .Values.web.word }}'}\n";

struct revision_fixture : operator_fixture {
  explicit revision_fixture(const std::string& manifest = shows_revision) {
    module("web");
    chart("web", manifest);
  }

  void edit(const std::string& values) {
    set_config("web", values);
    run();
    advance(10s);
  }
  /// Edits a value three times that the chart does not use.
  void edit_what_is_not_shown(const std::string& word) {
    for (const auto* number : {"1", "2", "3"}) edit("word: " + word + "\nunused: " + (counter_ += number));
  }
  void take_over(operator_fixture& before) {
    for (const auto* kind : {"Secret", "ConfigMap"})
      for (const auto& object : before.api().objects(kind, namespace_name)) api().put_object(object);
  }
  [[nodiscard]] std::uint32_t revision() { return helm().revision("web"); }
  [[nodiscard]] std::string shown(const char* name) {
    return api().object("ConfigMap", namespace_name, "web").value().find("data")->string_at(name).value_or("");
  }

private:
  std::string counter_ = "1";
};

} // namespace

TEST_CASE_FIXTURE(revision_fixture, "a chart that shows its revision gets another one only if something else changes") {
  start();
  CHECK_EQ(revision(), 1);
  edit_what_is_not_shown("one");
  CHECK_EQ(revision(), 2);
  edit_what_is_not_shown("one");
  CHECK_EQ(revision(), 2);
  edit("word: two");
  CHECK_EQ(revision(), 3);
  CHECK_EQ(shown("revision"), "3");
  CHECK_EQ(shown("word"), "two");
  edit_what_is_not_shown("two");
  CHECK_EQ(revision(), 3);
  stop();

  revision_fixture second;
  second.take_over(*this);
  second.start();
  second.edit_what_is_not_shown("two");
  CHECK_EQ(second.revision(), 3);
  second.edit("word: three");
  CHECK_EQ(second.revision(), 4);
}

TEST_CASE_FIXTURE(revision_fixture,
                  "the first install is compared, too, and so is an upgrade that makes an object again") {
  start();
  edit_what_is_not_shown("");
  CHECK_EQ(revision(), 1);
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  advance(1min);
  CHECK_EQ(revision(), 2);
  edit_what_is_not_shown("");
  CHECK_EQ(revision(), 2);
}

TEST_CASE_FIXTURE(revision_fixture, "a rendering that fails after the upgrade fails nothing, and costs one revision") {
  bool fails = true;
  helm().on_run = [&](const std::string& what) {
    if (what == "helm template web" && std::exchange(fails, false)) helm().next_end = test::fake_end::exits(1);
  };
  start();
  CHECK(describe().problems.empty());
  CHECK_FALSE(fails);
  edit_what_is_not_shown("");
  CHECK_LE(revision(), 2);
  const auto before = revision();
  edit_what_is_not_shown("");
  CHECK_EQ(revision(), before);
}

TEST_CASE_FIXTURE(revision_fixture, "a record that may not be written fails nothing, and costs one revision") {
  api().fail_next(
    {{"PATCH", "/secrets/"}, simulation::response_of(simulation::api_failure{403, "Forbidden", "no"}), 1});
  start();
  CHECK(describe().problems.empty());
  edit_what_is_not_shown("");
  CHECK_LE(revision(), 2);
  const auto before = revision();
  edit_what_is_not_shown("");
  CHECK_EQ(revision(), before);
}

TEST_CASE("a chart that shows none of it is rendered no more often than before") {
  revision_fixture plain(
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: '{{ .Values.web.word }}'}\n");
  plain.start();
  CHECK_EQ(plain.take_journal(), "helm upgrade web");
}

TEST_CASE("the revision that somebody else makes is replaced, whatever the rendering says") {
  revision_fixture first;
  first.start();
  first.stop();
  revision_fixture second;
  second.take_over(first);
  second.helm().store({"web", 2, "deployed", "", second.helm().stored("web", 1).value().labels});
  second.start();
  CHECK_EQ(second.revision(), 3);
}
