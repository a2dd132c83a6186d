#include "actors/releases/twin_directories.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Modules in a directory. Each change gets a time of its own, as on a file system after the clock has moved.
struct directories {
  sys::files::temp_dir root = *sys::files::temp_dir::create(fs::temp_directory_path(), "twins-");
  std::int64_t now_us = 0;
  int changes = 0;
  actors::releases::twin_directories twins;

  void make(const std::string& name) {
    fs::create_directory(root.file(name));
    settle(60);
  }
  /// The directory has changed so many seconds ago.
  void settle(std::int64_t seconds) {
    fs::last_write_time(root.path(), fs::last_write_time(root.path()) + std::chrono::seconds(++changes));
    const auto state = sys::files::directory_state_of(root.path()).value();
    now_us = std::max(state.modified_ns, state.changed_ns) / 1'000 + seconds * 1'000'000;
  }
  [[nodiscard]] std::vector<std::string> beside(const std::string& name, const std::string& module) {
    return twins.beside(root.file(name), module, now_us);
  }
};

} // namespace

TEST_CASE("the names of a directory are listed once for all of its modules") {
  directories x;
  constexpr int modules = 200;
  for (int i = 0; i < modules; ++i) x.make(fmt::format("{:03}-m{}", i, i));
  for (int i = 0; i < modules; ++i) CHECK(x.beside(fmt::format("{:03}-m{}", i, i), fmt::format("m{}", i)).empty());
  CHECK_EQ(x.twins.listings(), 1);
}

TEST_CASE("a directory with the name of the same module is found when it comes, and not when it has gone") {
  directories x;
  x.make("010-web");
  x.make("020-webs");
  CHECK(x.beside("010-web", "web").empty());
  x.make("030-web");
  x.make("020-web");
  CHECK_EQ(x.beside("010-web", "web"), std::vector<std::string>{x.root.file("020-web"), x.root.file("030-web")});
  CHECK_EQ(x.beside("030-web", "web"), std::vector<std::string>{x.root.file("010-web"), x.root.file("020-web")});
  fs::remove(x.root.file("030-web"));
  x.settle(60);
  CHECK_EQ(x.beside("010-web", "web"), std::vector<std::string>{x.root.file("020-web")});
  CHECK_EQ(x.twins.listings(), 3);
}

TEST_CASE("a directory that may change within the same tick is listed again") {
  directories x;
  x.make("010-web");
  x.settle(1);
  CHECK(x.beside("010-web", "web").empty());
  CHECK(x.beside("010-web", "web").empty());
  CHECK_EQ(x.twins.listings(), 2);
}

TEST_CASE("a link is a twin while it leads to a directory") {
  directories x;
  x.make("010-web");
  fs::create_directory_symlink(x.root.file("there"), x.root.file("020-web"));
  x.settle(60);
  CHECK(x.beside("010-web", "web").empty());
  const auto elsewhere = *sys::files::temp_dir::create(fs::temp_directory_path(), "twin-");
  fs::remove(x.root.file("020-web"));
  fs::create_directory_symlink(elsewhere.path(), x.root.file("020-web"));
  x.settle(60);
  CHECK_EQ(x.beside("010-web", "web"), std::vector<std::string>{x.root.file("020-web")});
}

TEST_CASE("a directory that cannot be listed has no twins") {
  directories x;
  CHECK(x.twins.beside(x.root.file("gone/010-web"), "web", 0).empty());
  CHECK(x.twins.beside("010-web", "web", 0).empty());
}
