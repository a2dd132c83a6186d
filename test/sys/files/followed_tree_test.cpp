#include "sys/files/followed_tree.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create("/tmp", "followed-tree-").value();
  std::string root = directory.file("root");

  fixture() {
    for (const auto* below : {"root/b/deep", "shared/more"})
      REQUIRE(sys::files::make_directories(directory.file(below)));
    for (const auto* file : {"root/b/deep/x", "root/b-c", "shared/y", "shared/more/z"})
      REQUIRE(sys::files::write_file_private(directory.file(file), ""));
  }

  void link(const std::string& target, const std::string& at) const { fs::create_symlink(target, root + "/" + at); }

  /// The listed paths, or the message of the error.
  std::vector<std::string> paths(const sys::files::followed_walk& walk = {}) const {
    const auto tree = sys::files::list_followed_tree(root, walk);
    if (!tree) return {tree.error().message};
    std::vector<std::string> all;
    for (const auto& entry : *tree) all.push_back(entry.path);
    return all;
  }
};

using names = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(fixture, "what is behind a link is listed as if it were in its place") {
  link("../shared", "a");
  link("../shared/y", "y");
  CHECK_EQ(paths(), names{"a", "a/more", "a/more/z", "a/y", "b", "b-c", "b/deep", "b/deep/x", "y"});
  link("../../../shared/more", "b/deep/again");
  CHECK_EQ(paths({.leaves_out = [](const auto& x) { return x.path == "a"; }}),
           names{"b", "b-c", "b/deep", "b/deep/again", "b/deep/again/z", "b/deep/x", "y"});
}

TEST_CASE_FIXTURE(fixture, "the root may be a link, and has to be there") {
  fs::create_directory_symlink("root", directory.file("linked"));
  root = directory.file("linked");
  CHECK_EQ(paths(), names{"b", "b-c", "b/deep", "b/deep/x"});
  root = directory.file("none");
  CHECK_EQ(paths(), names{root + ": cannot be looked at: No such file or directory"});
}

TEST_CASE_FIXTURE(fixture, "a link back into a directory that it is in is one line, wherever the way leads through") {
  link("..", "b/up");
  CHECK_EQ(paths(), names{root + "/b/up: the link leads back into " + root + ", so that there is no end: remove it"});
  fs::remove(root + "/b/up");
  fs::create_directory_symlink("../root/b", directory.file("shared/back"));
  link("../../shared", "b/to");
  CHECK_EQ(paths(),
           names{root + "/b/to/back: the link leads back into " + root + "/b, so that there is no end: remove it"});
  // The same directory beside itself is no loop.
  fs::remove(directory.file("shared/back"));
  link("../shared", "c");
  CHECK_EQ(paths().size(), 12);
}

TEST_CASE_FIXTURE(fixture, "a link that leads nowhere is an error, unless the walk passes by it") {
  link("nowhere", "gone");
  CHECK_EQ(paths(), names{root + "/gone: the link leads nowhere"});
  CHECK_EQ(paths({.leaves_out = [](const auto&) { return true; }}), names{root + "/gone: the link leads nowhere"});
  CHECK_EQ(paths({.passes_by = [](auto path) { return path == "gone" || path == "b"; }}), names{"b-c"});
  fs::remove(root + "/gone");
  link("self", "self");
  CHECK_EQ(paths(), names{root + "/self: cannot be looked at: Too many levels of symbolic links"});
}

TEST_CASE_FIXTURE(fixture, "links that show the same directories over and over come to an end") {
  // 2 to the power of 20 ways lead through them.
  for (int i = 0; i < 20; ++i) {
    const auto here = directory.file("shared/level" + std::to_string(i));
    REQUIRE(sys::files::make_directories(here));
    for (const auto* name : {"a", "b"})
      if (i > 0) fs::create_directory_symlink("../level" + std::to_string(i - 1), here + "/" + name);
  }
  link("../shared/level19", "all");
  CHECK_EQ(paths(), names{root + ": has more than 200000 entries, links followed"});
}
