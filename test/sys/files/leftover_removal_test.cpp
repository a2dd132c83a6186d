#include "sys/files/leftover_removal.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>

namespace {

namespace fs = std::filesystem;

struct leftovers_fixture {
  /// Shared with the thread of the removal, which may outlive a test that fails.
  struct removals {
    std::mutex mutex;
    std::condition_variable changed;
    int count = 0;
  };

  [[nodiscard]] std::string directory(const std::string& name) const {
    fs::create_directory(root.file(name));
    return root.file(name);
  }
  void await_removals(int count) const {
    std::unique_lock guard(done->mutex);
    done->changed.wait(guard, [&] { return done->count >= count; });
  }

  sys::files::temp_dir root = *sys::files::temp_dir::create("/tmp", "leftovers-");
  std::shared_ptr<removals> done = std::make_shared<removals>();
  sys::files::leftover_removal removal{[to = done] {
    const std::lock_guard guard(to->mutex);
    ++to->count;
    to->changed.notify_all();
  }};
};

} // namespace

TEST_CASE_FIXTURE(leftovers_fixture, "a directory with few files is gone when the call returns") {
  const auto few = directory("few");
  for (std::size_t i = 0; i < sys::files::leftover_removal::files_at_once; ++i)
    std::ofstream(few + "/" + std::to_string(i)) << "x";
  removal.remove(few);
  CHECK_FALSE(fs::exists(few));
}

TEST_CASE_FIXTURE(leftovers_fixture, "directories with folders or many files go soon after, all of them") {
  for (int round = 0; round < 3; ++round) {
    const auto deep = directory("deep" + std::to_string(round));
    fs::create_directories(deep + "/a/b/c");
    const auto many = directory("many" + std::to_string(round));
    for (int i = 0; i < 100; ++i) std::ofstream(many + "/" + std::to_string(i)) << "x";
    removal.remove(deep);
    removal.remove(many);
    await_removals(2 * round + 2);
    CHECK_FALSE(fs::exists(deep));
    CHECK_FALSE(fs::exists(many));
  }
}

TEST_CASE_FIXTURE(leftovers_fixture, "a directory that is missing is no matter") {
  removal.remove(root.file("none"));
  CHECK_FALSE(fs::exists(root.file("none")));
}
