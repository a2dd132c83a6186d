#include "actors/releases/chart_files.hpp"

#include "support/files.hpp"
#include "sys/files.hpp"
#include "sys/temp_dir.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

struct module_directory {
  sys::temp_dir directory = *sys::temp_dir::create("/tmp", "chart-test-");

  void write(const std::string& path, const std::string& content) {
    test::put_file(directory.path() + "/" + path, content);
  }
  using files = std::map<std::string, std::string>;
  /// A chart as `helm package` packs it.
  std::string packed(const std::string& name, const files& content) {
    const auto place = sys::temp_dir::create("/tmp", "chart-packed-");
    for (const auto& [path, text] : content) test::put_file(place->path() + "/" + name + "/" + path, text);
    const auto archive = place->path() + "/packed.tgz";
    REQUIRE_EQ(std::system(("tar -C " + place->path() + " --format=ustar -czf " + archive + " " + name).c_str()), 0);
    return *sys::read_file(archive);
  }
  void pack(const std::string& name, const files& content) {
    write("charts/" + name + "-0.1.0.tgz", packed(name, content));
  }
  actors::chart_on_disk read() { return *actors::read_chart_files(directory.path()); }
};

} // namespace

TEST_CASE("a directory with neither Chart.yaml nor templates has no chart") {
  module_directory module;
  module.write("hooks/a.sh", "");
  CHECK(module.read().chart.kind == core::chart_kind::none);
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
  CHECK_EQ(core::stability(module.read().chart, "{}"), core::chart_stability::changing);
  CHECK_EQ(module.read().chart.asked, core::upgrade_facts{true, true});
}

TEST_CASE("a packed dependency is searched for what an upgrade alone has") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.pack("sub", {{"templates/x.yaml", "{{ .Release.Name }}"}});
  CHECK_FALSE(module.read().chart.asked.any());
  const auto inner = module.packed("inner", {{"templates/y.yaml", "{{ .Release.Revision }}"}});
  module.pack("sub", {{"charts/inner-0.1.0.tgz", inner}});
  CHECK_EQ(module.read().chart.asked, core::upgrade_facts{true, false});
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
  CHECK_EQ(core::stability(module.read().chart, "{}"), core::chart_stability::changing);
}
