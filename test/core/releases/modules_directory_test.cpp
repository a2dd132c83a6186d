#include "core/releases/modules_directory.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using core::releases::former_modules_directory;
using core::releases::modules_directory_labels;
using directories = std::vector<std::string>;

core::releases::release made_in(const directories& all, const std::string& module) {
  return {"web", 3, core::releases::release_status::deployed, modules_directory_labels(all, module)};
}

} // namespace

TEST_CASE("a revision names its directory of modules only if there are several") {
  CHECK(modules_directory_labels({}, "/a/010-web").empty());
  CHECK(modules_directory_labels({"/a"}, "/a/010-web").empty());
  CHECK(modules_directory_labels({"/a", "/b"}, "/c/010-web").empty());
  for (const auto& name : {std::string("overlay"), std::string("a b"), std::string(80, 'x'), std::string("_")}) {
    const auto labels = modules_directory_labels({"/m/base", "/m/" + name}, "/m/" + name + "/010-web");
    REQUIRE_EQ(labels.size(), 1);
    CHECK_LE(labels.at("moduleModulesDir").size(), 63);
  }
  CHECK(modules_directory_labels({"/a/m", "/b/m"}, "/a/m/010-web")
        != modules_directory_labels({"/a/m", "/b/m"}, "/b/m/x"));
}

TEST_CASE("the former directory of modules is known while it is one of them, and else by its label") {
  const directories both{"/overlay", "/base"};
  const auto last = made_in(both, "/overlay/010-web");
  CHECK_EQ(former_modules_directory(last, both, "/overlay/010-web"), std::nullopt);
  CHECK_EQ(former_modules_directory(last, both, "/base/010-web"), std::optional<std::string>("/overlay"));
  CHECK_EQ(former_modules_directory(last, {"/base"}, "/base/010-web"), last.label("moduleModulesDir"));
  CHECK_EQ(former_modules_directory(made_in({"/base"}, "/base/010-web"), both, "/base/010-web"), std::nullopt);
}

TEST_CASE("a revision names a directory of modules that is not configured any more") {
  const std::vector<std::string> both{"/extra", "/modules"};
  core::releases::release x;
  CHECK_EQ(core::releases::lost_modules_directory(x, {"/modules"}), "");
  x.labels = modules_directory_labels(both, "/extra/010-web");
  CHECK_EQ(core::releases::lost_modules_directory(x, both), "");
  CHECK_EQ(core::releases::lost_modules_directory(x, {"/modules"}).find("extra-"), 0);
  CHECK_EQ(core::releases::lost_modules_directory(x, {}), "");
}
