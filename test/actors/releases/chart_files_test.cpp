#include "actors/releases/chart_copy.hpp"
#include "actors/releases/chart_files.hpp"

#include "support/files.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

struct module_directory {
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "chart-test-");

  void write(const std::string& path, const std::string& content) {
    test::put_file(directory.path() + "/" + path, content);
  }
  using files = std::map<std::string, std::string>;
  /// A chart that is packed like by `helm package`.
  std::string packed(const std::string& name, const files& content) {
    const auto place = sys::files::temp_dir::create("/tmp", "chart-packed-");
    for (const auto& [path, text] : content) test::put_file(place->path() + "/" + name + "/" + path, text);
    const auto archive = place->path() + "/packed.tgz";
    REQUIRE_EQ(std::system(("tar -C " + place->path() + " --format=ustar -czf " + archive + " " + name).c_str()), 0);
    return *sys::files::read_file(archive);
  }
  void pack(const std::string& name, const files& content) {
    write("charts/" + name + "-0.1.0.tgz", packed(name, content));
  }
  actors::releases::chart_on_disk read() { return *actors::releases::read_chart_files(directory.path(), "web"); }
  /// The error of reading the chart.
  std::string refusal() {
    const auto read = actors::releases::read_chart_files(directory.path(), "web");
    return read ? "" : read.error().message;
  }
  void link(const std::string& target, const std::string& at) {
    std::filesystem::create_directories(std::filesystem::path(directory.path() + "/" + at).parent_path());
    std::filesystem::create_symlink(target, directory.path() + "/" + at);
  }
};

} // namespace

TEST_CASE("a directory with neither Chart.yaml nor templates has no chart") {
  module_directory module;
  module.write("hooks/a.sh", "");
  CHECK(module.read().chart.kind == core::releases::chart_kind::none);
}

TEST_CASE("the digest follows every file that Helm reads, and no other") {
  module_directory module;
  module.write("templates/a.yaml", "a: 1");
  const auto before = module.read().chart.digest;
  module.write("hooks/a.sh", "echo");
  CHECK(module.read().chart.digest == before);
  module.write("templates/a.yaml", "a: 2");
  CHECK(module.read().chart.digest != before);
}

TEST_CASE("a chart that looks at capabilities or demands a version is noticed") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  CHECK_FALSE(module.read().asks_capabilities);
  module.write("templates/b.yaml", "{{ .Capabilities.KubeVersion }}");
  CHECK(module.read().asks_capabilities);
  module.write("templates/b.yaml", "");
  module.write("Chart.yaml", "name: a\nkubeVersion: '>=1.30'\n");
  CHECK(module.read().asks_capabilities);
}

TEST_CASE("a packed dependency is looked at as it is unpacked, however deep it is packed") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  module.pack("sub", {{"Chart.yaml", "name: sub\n"}, {"templates/x.yaml", "b: 2"}});
  CHECK_FALSE(module.read().asks_capabilities);
  CHECK(module.read().chart.volatile_functions.empty());
  module.pack("sub",
              {{"templates/x.yaml", "{{ lookup \"v1\" \"Secret\" \"\" \"a\" }}{{ .Capabilities.KubeVersion }}"}});
  CHECK(module.read().asks_capabilities);
  CHECK(module.read().chart.uses_lookup);
  CHECK_EQ(module.read().chart.volatile_functions, std::vector<std::string>{"charts/sub-0.1.0.tgz: lookup"});
  const auto inner = module.packed("inner", {{"templates/y.yaml", "{{ randAlphaNum 5 }}"}});
  module.pack("sub", {{"charts/inner-0.1.0.tgz", inner}});
  CHECK_EQ(module.read().chart.volatile_functions, std::vector<std::string>{"charts/sub-0.1.0.tgz: randAlphaNum"});
}

TEST_CASE("of a packed dependency that cannot be unpacked nothing is taken for granted") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("charts/sub-0.1.0.tgz", "packed");
  CHECK(module.read().asks_capabilities);
  CHECK_EQ(core::releases::stability(module.read().chart), core::releases::chart_stability::changing);
  CHECK_EQ(module.read().chart.asked, core::releases::varying_facts{true, true});
}

TEST_CASE("a packed dependency is searched for what an upgrade alone has") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.pack("sub", {{"templates/x.yaml", "{{ .Release.Name }}"}});
  CHECK_FALSE(module.read().chart.asked.any());
  const auto inner = module.packed("inner", {{"templates/y.yaml", "{{ .Release.Revision }}"}});
  module.pack("sub", {{"charts/inner-0.1.0.tgz", inner}});
  CHECK_EQ(module.read().chart.asked, core::releases::varying_facts{true, false});
}

TEST_CASE("what .helmignore leaves out counts for nothing") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  module.write(".helmignore", "*.md\nimages/\n");
  const auto before = module.read().chart.digest;
  module.write("README.md", "{{ now }}");
  module.write("images/web/Dockerfile", "FROM {{ .Capabilities }}");
  module.write("templates/.a.yaml.swp", "{{ now }}");
  CHECK_EQ(module.read().chart.digest, before);
  CHECK_FALSE(module.read().asks_capabilities);
}

TEST_CASE("a large file counts by its content and is not kept in memory") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  auto content = std::string(9 << 20, 'x');
  module.write("files/big", content);
  const auto before = module.read().chart;
  content[5'000'000] = 'y';
  module.write("files/big", content);
  CHECK_NE(module.read().chart.digest, before.digest);
  CHECK(before.volatile_functions.empty());
  module.write("templates/big.yaml", content);
  CHECK_EQ(core::releases::stability(module.read().chart), core::releases::chart_stability::changing);
}

TEST_CASE("what is behind a link to a directory is part of the chart, with and without Chart.yaml") {
  for (const bool has_chart : {true, false}) {
    CAPTURE(has_chart);
    module_directory shared, module;
    shared.write("parts/a.yaml", "a: 1");
    shared.write("lib/templates/_text.tpl", "{{ define \"lib.text\" }}x{{ end }}");
    if (has_chart) module.write("Chart.yaml", "name: a\n");
    module.write("templates/own.yaml", "b: 1");
    module.link(shared.directory.path() + "/parts", "templates/parts");
    module.link(shared.directory.path() + "/lib", "charts/lib");
    const auto before = module.read();
    CHECK_EQ(before.chart.volatile_functions, std::vector<std::string>{});
    const std::vector<std::string> linked{"charts/lib/templates/_text.tpl", "templates/own.yaml",
                                          "templates/parts/a.yaml"};
    CHECK_EQ(std::vector(before.files.end() - 3, before.files.end()), linked);
    shared.write("parts/a.yaml", "a: 2");
    CHECK_NE(module.read().chart.digest, before.chart.digest);
    shared.write("lib/templates/_text.tpl", "{{ lookup \"v1\" \"Secret\" \"a\" \"b\" }}{{ .Capabilities }}");
    CHECK(module.read().chart.uses_lookup);
    CHECK(module.read().asks_capabilities);
  }
}

TEST_CASE("templates may be a link, and a copy has the files behind all links") {
  module_directory shared, module, made;
  shared.write("a.yaml", "a: 1");
  shared.write("more/b.yaml", "b: 1");
  module.link(shared.directory.path(), "templates");
  module.link("templates", "files");
  const auto chart = module.read();
  CHECK_EQ(chart.chart.kind, core::releases::chart_kind::templates_only);
  REQUIRE(actors::releases::copy_chart(module.directory.path(), chart, "web", made.directory.path() + "/chart"));
  for (const auto* path : {"templates/a.yaml", "templates/more/b.yaml", "files/more/b.yaml"})
    CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(made.directory.path() + "/chart/" + path)));
}

TEST_CASE("modules without Chart.yaml and with equal files have charts of different digests") {
  module_directory module;
  module.write("templates/a.yaml", "a: {{ .Chart.Name }}");
  const auto digest_for = [&](const std::string& name) {
    return actors::releases::read_chart_files(module.directory.path(), name)->chart.digest;
  };
  CHECK_NE(digest_for("web"), digest_for("api"));
  module.write("Chart.yaml", "name: own\n");
  CHECK_EQ(digest_for("web"), digest_for("api"));
}

TEST_CASE("a copy is read as the same chart, whether the module has a Chart.yaml or not") {
  for (const bool has_chart : {true, false}) {
    CAPTURE(has_chart);
    module_directory module, made;
    if (has_chart) module.write("Chart.yaml", "name: a\n");
    module.write("templates/a.yaml", "a: 1");
    module.write("templates/blank.yaml", "");
    module.write("templates/.hidden.yaml", "b: 1");
    module.write("files/big", std::string(9 << 20, 'x'));
    module.write("secret.key", "k");
    module.write(".helmignore", "*.key\n");
    module.pack("sub", {{"templates/x.yaml", "b: 2"}});
    const auto chart = module.read();
    const auto copy = made.directory.path() + "/chart";
    REQUIRE(actors::releases::copy_chart(module.directory.path(), chart, "web", copy));
    const auto copied = actors::releases::read_chart_files(copy, "web");
    REQUIRE(copied);
    CHECK_EQ(copied->chart.digest, chart.chart.digest);
    CHECK(sys::files::path_exists(copy + "/.helmignore"));
    for (const auto* path : {"/secret.key", "/templates/.hidden.yaml"})
      CHECK_FALSE(sys::files::path_exists(copy + path));
  }
}

TEST_CASE("no copy is made of a file that has changed since it was read") {
  const std::vector<std::pair<std::string, std::string>> changes{
    {"templates/a.yaml", ""}, {"templates/a.yaml", "a: 2"}, {"Chart.yaml", "name: b\n"}, {"files/big", "x"}};
  for (const auto& [path, content] : changes) {
    CAPTURE(path);
    module_directory module, made;
    module.write("Chart.yaml", "name: a\n");
    module.write("templates/a.yaml", "a: 1");
    module.write("files/big", std::string(9 << 20, 'x'));
    const auto chart = module.read();
    module.write(path, content);
    const auto copied =
      actors::releases::copy_chart(module.directory.path(), chart, "web", made.directory.path() + "/chart");
    REQUIRE_FALSE(copied);
    CHECK_EQ(copied.error().code, base::error_code::unavailable);
    CHECK_MESSAGE(copied.error().message.starts_with("chart: " + module.directory.path() + "/" + path + " has changed"),
                  copied.error().message);
  }
  module_directory module, made;
  module.write("templates/a.yaml", "a: 1");
  const auto chart = module.read();
  std::filesystem::remove(module.directory.path() + "/templates/a.yaml");
  const auto copied =
    actors::releases::copy_chart(module.directory.path(), chart, "web", made.directory.path() + "/chart");
  REQUIRE_FALSE(copied);
  CHECK_EQ(copied.error().code, base::error_code::unavailable);
}

TEST_CASE("no copy is made if the files of one commit have the contents of the next") {
  // `modules` leads to A, then to B, in which an object has moved to a file of its own.
  for (const auto has_chart : {false, true}) {
    CAPTURE(has_chart);
    module_directory commits, made;
    for (const std::string commit : {"a", "b"}) {
      if (has_chart) commits.write(commit + "/web/Chart.yaml", "name: web\n");
      commits.write(commit + "/web/templates/cm.yaml", "only: x");
    }
    commits.write("b/web/templates/moved.yaml", "only: y");
    const auto link = commits.directory.path() + "/modules";
    std::filesystem::create_directory_symlink("a", link);
    // Both commits have the same content in the file, so only the list shows the next commit.
    const auto chart = actors::releases::read_chart_files(link + "/web", "web");
    REQUIRE(chart);
    std::filesystem::remove(link);
    std::filesystem::create_directory_symlink("b", link);
    const auto copied = actors::releases::copy_chart(link + "/web", *chart, "web", made.directory.path() + "/chart");
    REQUIRE_FALSE(copied);
    CHECK_EQ(copied.error().code, base::error_code::unavailable);
    CHECK_NE(copied.error().message.find("has changed since the run began"), std::string::npos);
  }
}

TEST_CASE("a link without an end is one line, unless .helmignore leaves it out") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  module.link("..", "templates/up");
  const auto root = module.directory.path();
  CHECK_EQ(module.refusal(), "chart: " + root + "/templates/up: the link leads back into " + root
                               + ", so that there is no end: remove it");
  module.write(".helmignore", "up/\n");
  CHECK_EQ(module.refusal(), "");
}

TEST_CASE("a link that leads nowhere is an error as for Helm, even if .helmignore names it") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  module.write(".helmignore", "gone\ndocs/\n");
  module.link("nowhere", "docs/gone");
  CHECK_EQ(module.refusal(), "");
  module.link("nowhere", "gone");
  CHECK_EQ(module.refusal(), "chart: " + module.directory.path() + "/gone: the link leads nowhere");
}

TEST_CASE("an ignore file that leaves out Chart.yaml is an error as for Helm, and makes no other chart") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  for (const auto* rules : {"*.yaml\n", "!templates\n"}) {
    module.write(".helmignore", rules);
    CHECK_MESSAGE(module.refusal().find(".helmignore leaves out Chart.yaml") != std::string::npos, module.refusal());
  }
}

TEST_CASE("what is not copied into the chart of a module without Chart.yaml is not looked at") {
  module_directory module;
  module.write("templates/a.yaml", "a: 1");
  module.link("nowhere", "hooks/common.sh");
  module.link("..", "lib/up");
  CHECK_EQ(module.read().files, std::vector<std::string>{"templates/a.yaml"});
}

TEST_CASE("what cannot be looked into is an error, and never a module without a chart") {
  for (const auto* name : {"Chart.yaml", "templates", ".helmignore"}) {
    CAPTURE(name);
    module_directory module;
    if (name == std::string(".helmignore")) module.write("templates/a.yaml", "a: 1");
    module.link("nowhere", name);
    const auto said = module.refusal();
    CHECK_MESSAGE(said.starts_with("chart: " + module.directory.path() + "/" + name + ": "), said);
  }
  // A loop of links, because root can read any directory.
  module_directory module;
  module.link("templates", "templates");
  CHECK_MESSAGE(module.refusal().find("cannot be looked at") != std::string::npos, module.refusal());
  module_directory odd;
  odd.write("templates/a.yaml", "a: 1");
  odd.write(".helmignore/folder", "");
  CHECK_MESSAGE(odd.refusal().find(".helmignore: is not a regular file") != std::string::npos, odd.refusal());
}
