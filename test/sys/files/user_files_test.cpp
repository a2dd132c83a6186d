#include "sys/files/user_files.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "user-files-test-").value();

  [[nodiscard]] bool is_program(const std::string& path) const {
    return (fs::status(path).permissions() & fs::perms::owner_exec) != fs::perms::none;
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a new file gets its directories, and its mode by its use") {
  const auto hook = directory.file("a/b/hook.sh");
  REQUIRE(sys::files::make_user_file(hook, "#!/bin/sh\n", sys::files::file_use::run));
  CHECK(sys::files::read_file(hook) == "#!/bin/sh\n");
  CHECK(is_program(hook));
  const auto page = directory.file("a/page");
  REQUIRE(sys::files::make_user_file(page, "x", sys::files::file_use::read));
  CHECK_FALSE(is_program(page));
}

TEST_CASE_FIXTURE(fixture, "a file that is there is not overwritten") {
  const auto path = directory.file("a");
  REQUIRE(sys::files::make_user_file(path, "first", sys::files::file_use::read));
  const auto second = sys::files::make_user_file(path, "second", sys::files::file_use::read);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == base::error_code::already_exists);
  CHECK(sys::files::read_file(path) == "first");
}

TEST_CASE_FIXTURE(fixture, "a replaced file keeps its mode, and a link to it stays") {
  const auto path = directory.file("a");
  REQUIRE(sys::files::make_user_file(path, "first", sys::files::file_use::run));
  const auto link = directory.file("link");
  fs::create_symlink(path, link);
  REQUIRE(sys::files::replace_user_file(link, "second"));
  CHECK(sys::files::read_file(path) == "second");
  CHECK(is_program(path));
  CHECK(fs::is_symlink(link));
  CHECK(fs::exists(path));
  CHECK(std::distance(fs::directory_iterator(directory.path()), fs::directory_iterator()) == 2);
}

TEST_CASE_FIXTURE(fixture, "a file that is not there is not replaced") {
  CHECK_FALSE(sys::files::replace_user_file(directory.file("nowhere"), "x"));
}
