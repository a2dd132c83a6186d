#include "sys/files/append_file.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

TEST_CASE("a file that only grows keeps what it had and is private") {
  const auto tmp = *sys::files::temp_dir::create("/tmp", "append-file-test-");
  const auto path = tmp.file("log");
  {
    auto file = sys::files::append_file::open(path);
    REQUIRE(file);
    REQUIRE(file->append("one\n"));
  }
  auto file = sys::files::append_file::open(path);
  REQUIRE(file);
  REQUIRE(file->append("two\n"));
  REQUIRE(file->append(""));
  CHECK(*sys::files::read_file(path) == "one\ntwo\n");
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0600);
}

TEST_CASE("what cannot be appended to is named") {
  const auto tmp = *sys::files::temp_dir::create("/tmp", "append-file-test-");
  const auto directory = sys::files::append_file::open(tmp.path());
  REQUIRE_FALSE(directory);
  CHECK(directory.error().message.starts_with(tmp.path() + ": "));
  const auto missing = sys::files::append_file::open(tmp.file("none/log"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == base::error_code::not_found);
}

TEST_CASE("a new file takes the place of one of ours, and of no other") {
  const auto tmp = *sys::files::temp_dir::create("/tmp", "append-file-test-");
  const auto path = tmp.file("log");
  const auto is_ours = [](std::string_view first) { return first.starts_with("ours"); };
  REQUIRE(sys::files::append_file::begin(path, is_ours)->append("ours 1\n"));
  REQUIRE(sys::files::append_file::begin(path, is_ours)->append("ours 2\n"));
  CHECK(*sys::files::read_file(path) == "ours 2\n");
  CHECK(*sys::files::read_file(path + ".1") == "ours 1\n");
  REQUIRE(sys::files::write_file_private(tmp.file("ours"), "ours"));
  REQUIRE(sys::files::write_file_private(tmp.file("ours.1"), "theirs"));
  CHECK_FALSE(sys::files::append_file::begin(tmp.file("ours"), is_ours));
  CHECK(*sys::files::read_file(tmp.file("ours.1")) == "theirs");
  const auto other = tmp.file("other");
  REQUIRE(sys::files::write_file_private(other, "theirs"));
  const auto refused = sys::files::append_file::begin(other, is_ours);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with(other + ": "));
  CHECK(*sys::files::read_file(other) == "theirs");
}

TEST_CASE("an older file is not lost for one without content, nor is anything that is no file of ours") {
  const auto tmp = *sys::files::temp_dir::create("/tmp", "append-file-test-");
  const auto path = tmp.file("log");
  const auto is_ours = [](std::string_view first) { return first.starts_with("ours"); };
  REQUIRE(sys::files::append_file::begin(path, is_ours)->append("ours 1\n"));
  for (int starts = 0; starts < 3; ++starts) REQUIRE(sys::files::append_file::begin(path, is_ours));
  CHECK(*sys::files::read_file(path + ".1") == "ours 1\n");
  CHECK(*sys::files::read_file(path) == "");

  const auto other = tmp.file("other");
  REQUIRE(sys::files::append_file::begin(other, is_ours)->append("ours\n"));
  REQUIRE(::symlink(tmp.file("nowhere").c_str(), (other + ".1").c_str()) == 0);
  const auto refused = sys::files::append_file::begin(other, is_ours);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with(other + ".1: is a file of another kind"));
  struct stat status {};
  CHECK(::lstat((other + ".1").c_str(), &status) == 0);
  CHECK(S_ISLNK(status.st_mode));
  CHECK(*sys::files::read_file(other) == "ours\n");
}

TEST_CASE("a file that was deleted is known to be") {
  const auto tmp = *sys::files::temp_dir::create("/tmp", "append-file-test-");
  const auto file = sys::files::append_file::open(tmp.file("log"));
  REQUIRE(file);
  CHECK(file->is_in_place());
  sys::files::remove_file(tmp.file("log"));
  CHECK_FALSE(file->is_in_place());
}
