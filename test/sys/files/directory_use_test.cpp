#include "sys/files/directory_use.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>

TEST_SUITE("sys/directory_use") {
  TEST_CASE("the largest entries are named, without those that are left out") {
    const auto dir = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "use-");
    REQUIRE(dir);
    const auto write = [&](const std::string& name, std::size_t bytes) {
      REQUIRE(sys::files::write_file_private(dir->file(name), std::string(bytes, 'x')));
    };
    write("small", 10);
    write("b.csv", 200'000);
    write("a.csv", 400'000);
    write("operator-1", 900'000);
    REQUIRE(std::filesystem::create_directory(dir->file("sub")));
    write("sub/c", 300'000);
    const auto use = sys::files::use_of_directory(dir->path(), "operator-");
    CHECK_GT(use.size, 0);
    CHECK_LE(use.free, use.size);
    CHECK_EQ(use.entries, 4);
    CHECK_GE(use.bytes, 900'000);
    REQUIRE_EQ(use.largest.size(), 3);
    CHECK_EQ(use.largest[0].name, "a.csv");
    CHECK_EQ(use.largest[1].name, "sub");
    CHECK_EQ(use.largest[2].name, "b.csv");
    CHECK_GE(use.largest[0].bytes, 400'000);
  }

  TEST_CASE("a directory that is not there has no entries") {
    const auto use = sys::files::use_of_directory("/nowhere/at/all", "x");
    CHECK_EQ(use.size, 0);
    CHECK_EQ(use.entries, 0);
  }
}
