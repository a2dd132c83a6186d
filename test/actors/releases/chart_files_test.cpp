#include "actors/releases/chart_files.hpp"

#include "support/files.hpp"
#include "sys/temp_dir.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct module_directory {
  sys::temp_dir directory = *sys::temp_dir::create("/tmp", "chart-test-");

  void write(const std::string& path, const std::string& content) {
    test::put_file(directory.path() + "/" + path, content);
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

TEST_CASE("what a packed chart asks for is not known, so it counts as if it asked for capabilities") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("templates/a.yaml", "a: 1");
  module.write("charts/sub-0.1.0.tgz", "packed");
  CHECK(module.read().asks_capabilities);
}

TEST_CASE("a huge file counts by its size and does not fail the chart") {
  module_directory module;
  module.write("Chart.yaml", "name: a\n");
  module.write("files/big", std::string(2 << 20, 'x'));
  const auto before = module.read().chart.digest;
  module.write("files/big", std::string((2 << 20) + 1, 'x'));
  CHECK(module.read().chart.digest != before);
}
