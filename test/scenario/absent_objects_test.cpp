// Objects of releases that are deleted: the cost of noticing this, and repairs of an object that is deleted
// again and again.
#include "support/operator_fixture.hpp"

#include <cstddef>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

std::string manifest_of(const std::string& module) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + module
         + "}\ndata: {word: \"{{ .Values.global.word }}\"}\n";
}

struct absent_fixture : operator_fixture {
  void lose(const std::string& name) {
    api().delete_object("ConfigMap", namespace_name, name);
    run();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  /// The number of reads of a place while all modules are installed, upgraded, and checked without a change.
  std::size_t reads_of_places(int modules) {
    std::size_t reads = 0;
    shared()->record = [&reads](trace::packed_event packed) {
      const auto x = trace::unpacked(packed);
      reads += x.type == "read_snapshot" && x.sender == "release watcher";
    };
    for (int i = 0; i < modules; ++i) {
      const auto name = "mod-" + std::string(1, static_cast<char>('a' + i));
      module(name);
      chart(name, manifest_of(name));
    }
    start();
    for (const auto* word : {"word: one", "word: two", "word: two\nunused: 1"}) {
      set_config("global", word);
      run();
    }
    shared()->record = {};
    CHECK_EQ(helm().revision("mod-a"), 3);
    return reads;
  }
};

} // namespace

TEST_CASE("the objects of a place are read once, however many modules have some there") {
  CHECK_EQ(absent_fixture().reads_of_places(3), 1);
  CHECK_EQ(absent_fixture().reads_of_places(12), 1);
}

TEST_CASE_FIXTURE(absent_fixture,
                  "an object that something deletes again and again is named, and made again later each time") {
  module("web");
  chart("web", manifest_of("web"));
  start();
  static_cast<void>(take_journal());
  for (int i = 0; i < 2; ++i) {
    lose("web");
    CHECK_EQ(take_journal(), "helm upgrade web");
  }
  CHECK_EQ(problems(), "");
  for (const auto wait : {10s, 20s, 40s}) {
    lose("web");
    CHECK_EQ(problems().find("objects of release 'web': addon-operator/ConfigMap/web has gone"), 0);
    advance(wait - 1ms);
    CHECK_EQ(take_journal(), "");
    advance(1ms);
    CHECK_EQ(take_journal(), "helm upgrade web");
  }
  CHECK_NE(log().find("release_object_restless release=web object=addon-operator/ConfigMap/web losses=5 "
                      "repair_in_seconds=40"),
           std::string::npos);
  advance(10min + 40s);
  CHECK_EQ(problems(), "");
  lose("web");
  CHECK_EQ(take_journal(), "helm upgrade web");
}

TEST_CASE_FIXTURE(absent_fixture, "a run for another reason makes an object again whose repair waits") {
  module("web");
  chart("web", manifest_of("web"));
  start();
  for (int i = 0; i < 3; ++i) lose("web");
  static_cast<void>(take_journal());
  set_config("web", "unused: 1");
  run();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  advance(1h);
  CHECK_EQ(take_journal(), "");
}

TEST_CASE_FIXTURE(absent_fixture, "objects that Helm is to keep, and hooks of Helm, may go") {
  module("web");
  chart(
    "web",
    manifest_of("web")
      + "---\n"
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, annotations: {helm.sh/resource-policy: keep}}\n---\n"
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: job, annotations: {helm.sh/hook: pre-install}}\n");
  start();
  static_cast<void>(take_journal());
  lose("kept");
  lose("job");
  advance(1h);
  CHECK_EQ(take_journal(), "");
}

TEST_CASE_FIXTURE(absent_fixture, "a finished Job that goes by its ttlSecondsAfterFinished is not made again") {
  module("web");
  chart("web", manifest_of("web")
                 + "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: brief}\n"
                   "spec: {ttlSecondsAfterFinished: 60}\n---\n"
                   "apiVersion: batch/v1\nkind: Job\nmetadata: {name: lasting}\nspec: {}\n");
  start();
  static_cast<void>(take_journal());
  const auto lose_job = [this](const std::string& name) {
    api().delete_object("Job", namespace_name, name);
    run();
  };
  lose_job("brief");
  advance(1h);
  CHECK_EQ(take_journal(), "");
  lose_job("lasting");
  CHECK_EQ(take_journal(), "helm upgrade web");
}
