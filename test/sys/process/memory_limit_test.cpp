#include "sys/process/memory_limit.hpp"

#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

/// The files of the kernel, as a container sees them.
struct fixture {
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "memory-limit-");

  void write(const std::string& path, const std::string& text) const {
    const auto full = directory.path() + "/" + path;
    std::filesystem::create_directories(std::filesystem::path(full).parent_path());
    std::ofstream(full) << text;
  }
  [[nodiscard]] std::uint64_t limit() const {
    return sys::process::memory_limit(
      {.groups = directory.path() + "/cgroup", .own_group = directory.path() + "/self"});
  }
};

std::uint64_t of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE_FIXTURE(fixture, "without a limit all memory of the machine counts") {
  CHECK_EQ(limit(), of_machine());
  write("self", "0::/\n");
  write("cgroup/memory.max", "max\n");
  CHECK_EQ(limit(), of_machine());
}

TEST_CASE_FIXTURE(fixture, "in version 2 the lowest limit of the groups above counts") {
  write("self", "0::/pods/one\n");
  write("cgroup/pods/one/memory.max", "max\n");
  CHECK_EQ(limit(), of_machine());
  write("cgroup/pods/memory.max", "10485760\n");
  CHECK_EQ(limit(), 10 * mebibyte);
  write("cgroup/pods/one/memory.max", "5242880\n");
  CHECK_EQ(limit(), 5 * mebibyte);
}

TEST_CASE_FIXTURE(fixture, "in version 1 the controller of memory counts, and none stands for a very large number") {
  write("self", "12:pids:/pods/one\n4:memory:/pods/one\n1:name=systemd:/pods/one\n");
  write("cgroup/memory/pods/one/memory.limit_in_bytes", "9223372036854771712\n");
  CHECK_EQ(limit(), of_machine());
  write("cgroup/memory/pods/one/memory.limit_in_bytes", "7340032\n");
  CHECK_EQ(limit(), 7 * mebibyte);
}

TEST_CASE_FIXTURE(fixture, "a container whose path is the machine's has its own group at the root") {
  write("self", "0::/kubepods/burstable/pod1/container\n");
  write("cgroup/memory.max", "1073741824\n");
  CHECK_EQ(limit(), std::min(of_machine(), 1024 * mebibyte));
}
