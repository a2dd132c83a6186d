#include "sys/process/memory_kills.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace {

/// The files of the kernel, as a container sees them.
struct kills_fixture {
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "memory-kills-");

  void write(const std::string& path, const std::string& text) const {
    const auto full = directory.path() + "/" + path;
    std::filesystem::create_directories(std::filesystem::path(full).parent_path());
    std::ofstream(full) << text;
  }
  [[nodiscard]] sys::process::memory_kills kills() const {
    return sys::process::memory_kills(
      {.groups = directory.path() + "/cgroup", .own_group = directory.path() + "/self"});
  }
};

} // namespace

TEST_CASE_FIXTURE(kills_fixture, "the killed processes of the own group are counted, in both versions") {
  SUBCASE("version 2") {
    write("self", "0::/pods/one\n");
    write("cgroup/memory.events", "low 0\noom 9\noom_kill 9\n");
    write("cgroup/pods/one/memory.events", "low 0\noom 4\noom_kill 3\noom_group_kill 1\n");
    CHECK(kills().count() == 3);
  }
  SUBCASE("version 2, the root of the tree is the container's group") {
    write("self", "0::/pods/one\n");
    write("cgroup/memory.events", "low 0\noom_kill 9\n");
    CHECK(kills().count() == 9);
  }
  SUBCASE("version 1") {
    write("self", "5:cpu:/x\n4:memory:/pods/one\n");
    write("cgroup/memory/pods/one/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
    CHECK(kills().count() == 2);
  }
}

TEST_CASE_FIXTURE(kills_fixture, "an open counter shows its newest number") {
  write("self", "0::/\n");
  write("cgroup/memory.events", "oom_kill 1\n");
  const auto counter = kills();
  CHECK(counter.count() == 1);
  write("cgroup/memory.events", "oom_kill 2\n");
  CHECK(counter.count() == 2);
}

TEST_CASE_FIXTURE(kills_fixture, "without a counter the number is not known") {
  CHECK_FALSE(kills().count());
  write("self", "0::/pods/one\n");
  CHECK_FALSE(kills().count());
  write("cgroup/memory.events", "oom 1\noom_group_kill 4\noom_kill\n");
  CHECK_FALSE(kills().count());
}
