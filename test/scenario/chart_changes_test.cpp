// Files of a chart change while Helm is working: programs that replace files (cp, rsync, git checkout) empty
// a file before they write it.
#include "support/operator_fixture.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name, const std::string& data) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: '" + data + "'}\n";
}

struct changing_fixture : operator_fixture {
  changing_fixture() {
    module("010-web");
    chart("web", map_text("web", "{{ .Values.web.a }}"));
    put("one");
    set_config("web", "a: 1\n");
    start();
    static_cast<void>(take_journal());
    uid_ = uid();
    helm().on_run = [this, journal = helm().on_run](const std::string& run) {
      journal(run);
      if (const auto change = changes.find(run); change != changes.end()) put(change->second);
    };
  }

  /// Writes the template of the object `other`; an empty text makes the file empty.
  void put(const std::string& data) {
    write("modules/010-web/templates/other.yaml", data.empty() ? "" : map_text("other", data));
  }
  [[nodiscard]] std::string uid() {
    const auto object = api().object("ConfigMap", namespace_name, "other");
    return object ? object->find("metadata")->string_at("uid").value() : "gone";
  }
  [[nodiscard]] bool is_kept() { return uid() == uid_; }
  [[nodiscard]] std::string data_of_other() {
    const auto object = api().object("ConfigMap", namespace_name, "other");
    return object ? object->find("data")->string_at("a").value() : "gone";
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::size_t copies() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tmp_dir()))
      count += entry.path().filename() == "Chart.yaml" ? 1 : 0;
    return count;
  }

  /// Run of Helm -> the text of `other` that is written after Helm has started and before it reads the file.
  std::map<std::string, std::string> changes;

private:
  std::string uid_;
};

} // namespace

TEST_CASE_FIXTURE(changing_fixture, "a template that is empty while Helm reads the chart costs no object") {
  SUBCASE("in the rendering and in the upgrade") {
    changes = {{"helm template web", ""}, {"helm upgrade web", ""}};
  }
  SUBCASE("in the upgrade") {
    changes = {{"helm upgrade web", ""}};
  }
  SUBCASE("in the rendering") {
    changes = {{"helm template web", ""}};
  }
  set_config("web", "a: 2\n");
  run();
  CHECK(is_kept());
  changes.clear();
  put("one");
  advance(5min);
  CHECK(is_kept());
  CHECK_EQ(problems(), "");
  CHECK(api().object("ConfigMap", namespace_name, "web")->find("data")->string_at("a") == "2");
  CHECK_EQ(copies(), 0);
}

TEST_CASE_FIXTURE(changing_fixture, "a chart that changes between rendering and upgrade is named and judged again") {
  changes = {{"helm template web", "two"}};
  set_config("web", "a: 2\n");
  run();
  CHECK_EQ(take_journal(), "helm template web");
  CHECK_MESSAGE(problems().find("modules/010-web/templates/other.yaml has changed since the run began")
                  != std::string::npos,
                problems());
  CHECK_EQ(data_of_other(), "one");
  CHECK_EQ(copies(), 0);
  advance(5min);
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK_EQ(data_of_other(), "two");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(changing_fixture, "another version that is there for the moment of the upgrade gets no release") {
  changes = {{"helm upgrade web", "two"}};
  set_config("web", "a: 2\n");
  run();
  CHECK_EQ(data_of_other(), "one");
  changes.clear();
  set_config("web", "a: 3\n");
  run();
  CHECK_MESSAGE(data_of_other() == "two", "an edit brings the version on disk");
}
