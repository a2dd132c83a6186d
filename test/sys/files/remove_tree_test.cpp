#include "sys/files/remove_tree.hpp"

#include "sys/files/file_descriptor.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

namespace {

/// Thousands of directories take minutes on a disk that is busy.
std::string place_in_memory() {
  return sys::files::directory_exists("/dev/shm") ? "/dev/shm" : "/tmp";
}

struct fixture {
  sys::files::temp_dir directory = sys::files::temp_dir::create(place_in_memory(), "remove-tree-test-").value();
  std::string tree = directory.file("tree");
  std::string beside = directory.file("beside");
};

/// Makes directories in each other, so deep that the kernel accepts no path to the last of them.
void nest(const std::string& root, int levels, const std::string& name) {
  REQUIRE(sys::files::make_directories(root));
  sys::files::file_descriptor here(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < levels; ++i) {
    REQUIRE(::mkdirat(here.get(), name.c_str(), 0700) == 0);
    here = sys::files::file_descriptor(::openat(here.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    REQUIRE(here);
    const sys::files::file_descriptor file(::openat(here.get(), "file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    REQUIRE(file);
  }
}

/// The process may have only so many open files for a while.
class few_files {
public:
  explicit few_files(rlim_t count) {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    const rlimit fewer{count, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &fewer) == 0);
  }
  ~few_files() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
  rlimit before_{};
};

/// Root may write where no user may: this thread's files are another user's for a while.
class other_user {
public:
  explicit other_user(const std::string& owned) {
    if (::geteuid() != 0) return;
    REQUIRE(::chown(owned.c_str(), nobody, nobody) == 0);
    ::setfsgid(nobody);
    ::setfsuid(nobody);
  }
  ~other_user() {
    ::setfsuid(::geteuid());
    ::setfsgid(::getegid());
  }

private:
  static constexpr uid_t nobody = 65534;
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a tree is removed however deep it is and however long its paths are") {
  for (const auto& name : {std::string("d"), std::string(250, 'x')}) {
    nest(tree, 3000, name);
    const few_files limit(64);
    const auto removed = sys::files::remove_tree(tree);
    CHECK_MESSAGE(removed, (removed ? "" : removed.error().message));
    CHECK_FALSE(sys::files::path_exists(tree));
  }
}

TEST_CASE_FIXTURE(fixture, "a temporary directory goes with all that a program has nested in it") {
  std::string path;
  {
    const auto of_hook = sys::files::temp_dir::create(directory.path(), "hook-").value();
    path = of_hook.path();
    nest(of_hook.file("deep"), 3000, std::string(100, 'x'));
  }
  CHECK_FALSE(sys::files::path_exists(path));
}

TEST_CASE_FIXTURE(fixture, "removing a tree removes links, dead ones too, and not what they lead to") {
  REQUIRE(sys::files::make_directories(tree + "/deep"));
  REQUIRE(sys::files::make_directories(beside));
  REQUIRE(sys::files::write_file_private(beside + "/file", "kept"));
  std::filesystem::create_symlink(beside + "/file", tree + "/deep/link");
  std::filesystem::create_directory_symlink(beside, tree + "/folder");
  std::filesystem::create_symlink("/nowhere", tree + "/dead");
  std::filesystem::create_symlink("loop", tree + "/loop");
  REQUIRE(::mkfifo((tree + "/pipe").c_str(), 0600) == 0);
  REQUIRE(sys::files::remove_tree(tree));
  CHECK_FALSE(sys::files::path_exists(tree));
  CHECK(sys::files::read_file(beside + "/file") == "kept");
  CHECK(sys::files::remove_tree(tree));
}

TEST_CASE_FIXTURE(fixture, "a tree that is removed at once leaves its path before its first file goes") {
  REQUIRE(sys::files::make_directories(tree));
  REQUIRE(sys::files::write_file_private(tree + "/file", "text"));
  const sys::files::file_descriptor events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  REQUIRE(::inotify_add_watch(events.get(), tree.c_str(), IN_MOVE_SELF | IN_DELETE) >= 0);
  REQUIRE(sys::files::remove_tree_at_once(tree));
  alignas(::inotify_event) std::array<char, 4096> bytes{};
  REQUIRE(::read(events.get(), bytes.data(), bytes.size()) > 0);
  ::inotify_event first{};
  std::memcpy(&first, bytes.data(), sizeof first);
  CHECK_EQ(first.mask, IN_MOVE_SELF);
  CHECK(std::filesystem::is_empty(std::filesystem::path(tree).parent_path()));
  CHECK(sys::files::remove_tree_at_once(tree));
}

TEST_CASE_FIXTURE(fixture, "a link at the root is removed itself, and so is a file") {
  REQUIRE(sys::files::make_directories(beside + "/deep"));
  std::filesystem::create_directory_symlink(beside, tree);
  REQUIRE(sys::files::remove_tree(tree));
  CHECK_FALSE(std::filesystem::is_symlink(tree));
  CHECK(sys::files::directory_exists(beside + "/deep"));
  REQUIRE(sys::files::write_file_private(tree, ""));
  REQUIRE(sys::files::remove_tree(tree));
  CHECK_FALSE(sys::files::path_exists(tree));
}

TEST_CASE_FIXTURE(fixture, "directories that may not be written, read or entered are removed with what is in them") {
  const other_user one(directory.path());
  for (const int mode : {0555, 0333, 0000}) {
    REQUIRE(sys::files::make_directories(tree + "/a/b"));
    REQUIRE(sys::files::write_file_private(tree + "/a/b/file", ""));
    for (const auto* closed : {"/a/b", "/a", ""})
      REQUIRE(::chmod((tree + closed).c_str(), static_cast<mode_t>(mode)) == 0);
    const auto removed = sys::files::remove_tree(tree);
    CHECK_MESSAGE(removed, (removed ? "" : removed.error().message));
    CHECK_FALSE(sys::files::path_exists(tree));
  }
}

TEST_CASE_FIXTURE(fixture, "what cannot be removed is named, and all else is gone") {
  REQUIRE(sys::files::make_directories(tree + "/foreign"));
  REQUIRE(sys::files::make_directories(tree + "/own/deep"));
  REQUIRE(sys::files::write_file_private(tree + "/foreign/file", ""));
  if (::geteuid() != 0) return; // no directory of another user can be made
  base::result<void> removed;
  {
    const other_user one(directory.path());
    REQUIRE(::setfsuid(0) == 65534);
    REQUIRE(::chown(tree.c_str(), 65534, 65534) == 0);
    REQUIRE(::chown((tree + "/own").c_str(), 65534, 65534) == 0);
    ::setfsuid(65534);
    removed = sys::files::remove_tree(tree);
  }
  REQUIRE_FALSE(removed);
  CHECK(removed.error().code == base::error_code::forbidden);
  CHECK(removed.error().message == tree + "/foreign: cannot be removed: Permission denied");
  CHECK_FALSE(sys::files::path_exists(tree + "/own"));
  CHECK(sys::files::path_exists(tree + "/foreign/file"));
}

TEST_CASE_FIXTURE(fixture, "what is mounted in a tree stays, of the same file system too, and is named") {
  REQUIRE(sys::files::make_directories(tree + "/deep/mounted"));
  REQUIRE(sys::files::make_directories(beside));
  REQUIRE(sys::files::write_file_private(beside + "/file", "kept"));
  bool is_mounted = false;
  base::result<void> removed;
  // A thread has mounts of its own, and they end with it.
  std::thread([&] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
    const auto place = tree + "/deep/mounted";
    is_mounted = ::mount(beside.c_str(), place.c_str(), nullptr, MS_BIND, nullptr) == 0;
    if (is_mounted) removed = sys::files::remove_tree(tree);
  }).join();
  if (!is_mounted) return; // only root may
  REQUIRE_FALSE(removed);
  CHECK(removed.error().message == tree + "/deep/mounted: is mounted: Device or resource busy");
  CHECK(sys::files::read_file(beside + "/file") == "kept");
}
