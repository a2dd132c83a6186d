#include "sys/files/files.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "files-test-").value();
  std::string path = directory.file("values.json");
};

std::filesystem::perms mode_of(const std::string& path) {
  return std::filesystem::status(path).permissions();
}

} // namespace

TEST_CASE_FIXTURE(fixture, "what is written is read back byte for byte, and only the owner may") {
  const std::string content("a\0b\n\xFF", 5);
  REQUIRE(sys::files::write_file_private(path, content));
  CHECK(sys::files::read_file(path) == content);
  CHECK(mode_of(path) == std::filesystem::perms(0600));
}

TEST_CASE_FIXTURE(fixture, "a content in many parts is written in their order") {
  std::vector<std::string> texts;
  std::string content;
  for (int i = 0; i < 5000; ++i) {
    texts.emplace_back(static_cast<std::size_t>(i % 7 * 100), static_cast<char>('a' + i % 26));
    content += texts.back();
  }
  const auto half = texts.begin() + 2500;
  REQUIRE(sys::files::write_file_private(path, [&](const sys::files::write_parts& write) {
    return write({texts.begin(), half}).and_then([&] { return write({half, texts.end()}); });
  }));
  CHECK(sys::files::read_file(path) == content);
  CHECK(mode_of(path) == std::filesystem::perms(0600));
}

TEST_CASE_FIXTURE(fixture, "a new file never replaces one that exists, nor follows a link") {
  REQUIRE(sys::files::write_file_private(path, "first"));
  const auto second = sys::files::write_file_private(path, "second");
  REQUIRE_FALSE(second);
  CHECK(second.error().code == base::error_code::already_exists);
  CHECK(second.error().message == path + ": cannot be made: File exists");
  CHECK(sys::files::read_file(path) == "first");
  std::filesystem::create_symlink(directory.file("target"), directory.file("link"));
  CHECK_FALSE(sys::files::write_file_private(directory.file("link"), "x"));
  CHECK_FALSE(sys::files::path_exists(directory.file("target")));
}

TEST_CASE_FIXTURE(fixture, "a file above the limit is refused, one at the limit is read") {
  REQUIRE(sys::files::write_file_private(path, "12345"));
  CHECK(sys::files::read_file(path, {.bytes_max = 5}) == "12345");
  const auto refused = sys::files::read_file(path, {.bytes_max = 4});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == path + ": has 5 bytes, 4 are allowed");
}

TEST_CASE("a file whose size the kernel does not report is read to its end") {
  const auto status = sys::files::read_file("/proc/self/status");
  REQUIRE(status);
  CHECK(status->find("VmRSS") != std::string::npos);
  CHECK_FALSE(sys::files::read_file("/proc/self/status", {.bytes_max = 10}));
}

TEST_CASE_FIXTURE(fixture, "a missing file is distinguished from one that cannot be read as a file") {
  const auto missing = sys::files::read_file(path);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == base::error_code::not_found);
  CHECK(missing.error().message == path + ": cannot be opened: No such file or directory");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  for (const auto& odd : {path, directory.path()}) {
    const auto refused = sys::files::read_file(odd);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == odd + ": is not a regular file");
  }
}

TEST_CASE_FIXTURE(fixture, "directories are made with all that are missing above them") {
  const auto deep = directory.file("a/b/c");
  REQUIRE(sys::files::make_directories(deep));
  REQUIRE(sys::files::make_directories(deep + '/'));
  CHECK(sys::files::directory_exists(deep));
  CHECK(mode_of(directory.file("a")) == std::filesystem::perms(0700));
  REQUIRE(sys::files::write_file_private(path, ""));
  const auto blocked = sys::files::make_directories(path + "/below");
  REQUIRE_FALSE(blocked);
  CHECK(blocked.error().message == path + ": cannot be made: File exists");
}

TEST_CASE_FIXTURE(fixture, "only a regular file with an execute bit is executable") {
  REQUIRE(sys::files::write_file_private(path, ""));
  CHECK_FALSE(sys::files::is_executable_file(path));
  std::filesystem::permissions(path, std::filesystem::perms(0700));
  CHECK(sys::files::is_executable_file(path));
  CHECK_FALSE(sys::files::is_executable_file(directory.path()));
  CHECK_FALSE(sys::files::is_executable_file(directory.file("missing")));
}
