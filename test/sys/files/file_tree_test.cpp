#include "sys/files/file_tree.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace {

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "tree-test-").value();

  fixture() {
    for (const auto* below : {"b", "b/deep", "empty"}) REQUIRE(sys::files::make_directories(directory.file(below)));
    for (const auto* file : {"b/z.sh", "b/deep/x", "b-c", "a", "b/.hidden"})
      REQUIRE(sys::files::write_file_private(directory.file(file), ""));
    std::filesystem::permissions(directory.file("b/z.sh"), std::filesystem::perms(0755));
  }
};

std::vector<std::string> paths(const std::vector<sys::files::tree_entry>& entries) {
  std::vector<std::string> all;
  for (const auto& entry : entries) all.push_back(entry.path);
  return all;
}

sys::files::tree_entry find(const std::vector<sys::files::tree_entry>& entries, const std::string& path) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& x) { return x.path == path; });
  REQUIRE(found != entries.end());
  return *found;
}

} // namespace

TEST_CASE_FIXTURE(fixture, "a tree is listed in the order of the bytes of its paths") {
  const auto tree = sys::files::list_tree(directory.path());
  REQUIRE(tree);
  CHECK(paths(*tree)
        == std::vector<std::string>{"a", "b", "b-c", "b/.hidden", "b/deep", "b/deep/x", "b/z.sh", "empty"});
}

TEST_CASE_FIXTURE(fixture, "a directory is listed without what is deeper") {
  const auto entries = sys::files::list_directory(directory.path());
  REQUIRE(entries);
  CHECK(paths(*entries) == std::vector<std::string>{"a", "b", "b-c", "empty"});
}

TEST_CASE_FIXTURE(fixture, "entries have their kind and their permissions") {
  const auto tree = sys::files::list_tree(directory.path());
  REQUIRE(tree);
  CHECK(find(*tree, "b").is_directory);
  CHECK_FALSE(find(*tree, "b").is_executable);
  CHECK(find(*tree, "b/z.sh").is_executable);
  CHECK(find(*tree, "b/z.sh").mode == 0755);
  CHECK_FALSE(find(*tree, "a").is_executable);
  CHECK(find(*tree, "a").mode == 0600);
}

TEST_CASE_FIXTURE(fixture, "links are described by what they lead to, but not entered") {
  std::filesystem::create_directory_symlink(directory.path(), directory.file("loop"));
  std::filesystem::create_symlink("b/z.sh", directory.file("run"));
  std::filesystem::create_symlink("nowhere", directory.file("dangling"));
  const auto tree = sys::files::list_tree(directory.path());
  REQUIRE(tree);
  CHECK(tree->size() == 11);
  CHECK(find(*tree, "loop").is_directory);
  CHECK(find(*tree, "loop").is_symlink);
  CHECK(find(*tree, "run").is_executable);
  CHECK_FALSE(find(*tree, "dangling").is_directory);
  CHECK_FALSE(find(*tree, "dangling").is_executable);
}

TEST_CASE_FIXTURE(fixture, "the root may be a link") {
  std::filesystem::create_directory_symlink("b", directory.file("root"));
  const auto tree = sys::files::list_tree(directory.file("root"));
  REQUIRE(tree);
  CHECK(paths(*tree) == std::vector<std::string>{".hidden", "deep", "deep/x", "z.sh"});
}

TEST_CASE_FIXTURE(fixture, "a missing root is an error that names it") {
  const auto missing = sys::files::list_tree(directory.file("none"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == base::error_code::not_found);
  CHECK(missing.error().message == directory.file("none") + ": cannot be listed: No such file or directory");
}

TEST_CASE_FIXTURE(fixture, "the names in a directory are listed without their content") {
  auto names = sys::files::list_names(directory.path()).value();
  std::sort(names.begin(), names.end());
  CHECK_EQ(names, std::vector<std::string>{"a", "b", "b-c", "empty"});
  CHECK_FALSE(sys::files::list_names(directory.file("none")));
}

TEST_CASE_FIXTURE(fixture, "the state of a directory differs after an entry has come, and follows links") {
  std::filesystem::create_directory_symlink(directory.file("b"), directory.file("link"));
  const auto before = sys::files::directory_state_of(directory.file("b")).value();
  CHECK(sys::files::directory_state_of(directory.file("link")).value() == before);
  CHECK(sys::files::directory_state_of(directory.file("empty")).value() != before);
  // The clock of a file system moves in ticks, so this change gets a time of its own.
  const auto modified = std::filesystem::last_write_time(directory.file("b"));
  REQUIRE(sys::files::write_file_private(directory.file("b/new"), ""));
  std::filesystem::last_write_time(directory.file("b"), modified + std::chrono::seconds(1));
  CHECK(sys::files::directory_state_of(directory.file("b")).value() != before);
  CHECK_FALSE(sys::files::directory_state_of(directory.file("none")));
}
