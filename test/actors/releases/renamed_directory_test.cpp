#include "actors/releases/renamed_directory.hpp"

#include "sys/files/temp_dir.hpp"
#include "text/plain/checksum.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

struct directories {
  sys::files::temp_dir root = *sys::files::temp_dir::create(fs::temp_directory_path(), "modules-");
  cluster::records::known_releases known;

  void module(const std::string& directory, const std::string& content) const {
    fs::create_directories(root.file(directory + "/templates"));
    std::ofstream(root.file(directory + "/templates/a.yaml")) << content;
  }
  [[nodiscard]] std::string find() const {
    core::releases::revision_contents before;
    before.files["templates/a.yaml"] = text::md5_hex("a: 1\n");
    return actors::releases::renamed_directory({root.path()}, "web", before, known);
  }
};

} // namespace

TEST_CASE("the directory that another was renamed to has its chart and no release") {
  const directories x;
  x.module("010-base", "b: 1\n");
  CHECK_EQ(x.find(), "");
  x.module("020-website", "a: 1\n");
  CHECK_EQ(x.find(), x.root.file("020-website"));
  x.module("030-web", "c: 1\n");
  CHECK_EQ(x.find(), "");
}

TEST_CASE("the chart is also found in a directory that no module can have") {
  for (const auto* name : {"010-web.old", "010_web", ".010-web.Xy12", "modules/010-web"}) {
    const directories x;
    x.module("010-base", "b: 1\n");
    x.module(name, "a: 1\n");
    CHECK_EQ(x.find(), x.root.file(name));
  }
  const directories other;
  other.module("010-base", "b: 1\n");
  other.module("010-base/charts", "a: 1\n");
  CHECK_EQ(other.find(), "");
}

TEST_CASE("a module that has a release of its own has no renamed directory") {
  directories x;
  x.module("020-website", "a: 1\n");
  x.known.list({R"({"metadata":{"name":"sh.helm.release.v1.website.v1","labels":{"owner":"helm","name":"website",)"
                R"("status":"deployed"}},"type":"helm.sh/release.v1"})"});
  CHECK_EQ(x.find(), "");
}
