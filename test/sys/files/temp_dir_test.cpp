#include "sys/files/temp_dir.hpp"

#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <utility>

using sys::files::temp_dir;

TEST_CASE("a temporary directory is private and goes with all that is in it") {
  std::string path;
  {
    const auto directory = temp_dir::create("/tmp", "temp-dir-test-");
    REQUIRE(directory);
    path = directory->path();
    CHECK(path.starts_with("/tmp/temp-dir-test-"));
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0700));
    REQUIRE(sys::files::make_directories(directory->file("deep")));
    REQUIRE(sys::files::write_file_private(directory->file("deep/values.json"), "{}"));
  }
  CHECK_FALSE(sys::files::path_exists(path));
}

TEST_CASE("the base is made if it is missing, and stays") {
  const auto outer = temp_dir::create("/tmp", "temp-dir-test-").value();
  const auto base = outer.file("new/base");
  CHECK(temp_dir::create(base, "x-"));
  CHECK(sys::files::directory_exists(base));
  CHECK(std::filesystem::is_empty(base));
}

TEST_CASE("two directories of one prefix differ") {
  const auto first = temp_dir::create("/tmp", "temp-dir-test-").value();
  const auto second = temp_dir::create("/tmp", "temp-dir-test-").value();
  CHECK(first.path() != second.path());
}

TEST_CASE("moving hands the directory over, releasing keeps it") {
  auto first = temp_dir::create("/tmp", "temp-dir-test-").value();
  const auto path = first.path();
  {
    temp_dir second = std::move(first);
    CHECK(second.path() == path);
    first = std::move(second);
  }
  CHECK(sys::files::directory_exists(path));
  {
    auto last = std::move(first);
    CHECK(last.release() == path);
  }
  CHECK(sys::files::directory_exists(path));
  CHECK(sys::files::remove_tree(path));
}

TEST_CASE("a base that cannot be made is named") {
  const auto refused = temp_dir::create("/proc/none", "x-");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("/proc/none: cannot be made: "));
}
