#include "sys/files/tree_watch.hpp"

#include "sys/files/temp_dir.hpp"
#include "sys/files/user_files.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace {

namespace fs = std::filesystem;

/// A directory with a watch, and the change that it has reported.
class fixture {
public:
  fixture() { fs::create_directories(root_); }

  [[nodiscard]] const std::string& root() const { return root_; }
  [[nodiscard]] std::string file(const std::string& name) const { return directory_.file(name); }

  /// With this patience a report before the end of a writer could only be a mistake.
  void watch(sys::files::tree_watch::times how = {.writer_patience = std::chrono::hours(1)}) {
    auto begun = sys::files::tree_watch::begin(
      {root_},
      [this](const std::string& path) {
        const std::lock_guard locked(mutex_);
        ++reports_;
        path_ = path;
        came_.notify_all();
      },
      how);
    REQUIRE(begun);
    watch_ = std::move(*begun);
  }

  /// Waits for the next report. @returns its path
  std::string await() {
    std::unique_lock locked(mutex_);
    came_.wait(locked, [this] { return path_.has_value(); });
    return std::exchange(path_, std::nullopt).value_or("");
  }

  [[nodiscard]] int reports() {
    const std::lock_guard locked(mutex_);
    return reports_;
  }

  static void write(const std::string& path, const std::string& content = "x") {
    REQUIRE(sys::files::make_user_file(path, content, sys::files::file_use::read));
  }

private:
  sys::files::temp_dir directory_ = sys::files::temp_dir::create("/tmp", "tree-watch-test-").value();
  std::string root_ = directory_.file("modules");
  std::mutex mutex_;
  std::condition_variable came_;
  std::optional<std::string> path_;
  int reports_ = 0;
  std::unique_ptr<sys::files::tree_watch> watch_; ///< last: its thread uses all of the above
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a new file, a changed mode and a removed file are changes") {
  const auto path = root() + "/010-web/hooks/a.sh";
  fs::create_directories(root() + "/010-web/hooks");
  watch();
  write(path);
  CHECK(await() == path);
  fs::permissions(path, fs::perms::owner_all);
  CHECK(await() == path);
  fs::remove(path);
  CHECK(await() == path);
}

TEST_CASE_FIXTURE(fixture, "a file that is being written is waited for") {
  watch({.quiet = std::chrono::milliseconds(1), .writer_patience = std::chrono::hours(1)});
  std::ofstream half(root() + "/values.yaml");
  half << "web: [" << std::flush;
  write(root() + "/other");
  half << "]\n";
  half.close();
  CHECK(await().starts_with(root()));
  std::ifstream whole(root() + "/values.yaml");
  std::string line;
  std::getline(whole, line);
  CHECK(line == "web: []");
  CHECK(reports() == 1);
}

TEST_CASE_FIXTURE(fixture, "a swapped link on the way to the directory is a change, and the new directory is watched") {
  fs::create_directories(file("v1/010-web"));
  fs::create_directories(file("v2/010-web"));
  fs::remove(root());
  fs::create_symlink("v1", root());
  watch();
  fs::create_symlink("v2", file("next"));
  fs::rename(file("next"), root());
  CHECK(await() == root());
  write(file("v2/010-web/values.yaml"));
  CHECK(await() == root() + "/010-web/values.yaml");
}

TEST_CASE_FIXTURE(fixture, "a directory that appears later is found") {
  fs::remove(root());
  watch();
  fs::create_directories(root());
  CHECK(await() == root());
  write(root() + "/values.yaml");
  CHECK(await() == root() + "/values.yaml");
}

TEST_CASE_FIXTURE(fixture, "files of editors and of Python are no changes") {
  watch();
  write(root() + "/.a.swp");
  write(root() + "/__pycache__/a.pyc");
  write(root() + "/b");
  CHECK(await() == root() + "/b");
  CHECK(reports() == 1);
}
