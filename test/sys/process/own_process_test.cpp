#include "sys/process/own_process.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

TEST_CASE("the name of the machine and the identifier of the process are those of the kernel") {
  std::string name;
  std::ifstream("/proc/sys/kernel/hostname") >> name;
  CHECK_EQ(sys::process::host_name(), name);
  const auto self = std::filesystem::read_symlink("/proc/self").string();
  CHECK_EQ(std::to_string(sys::process::own_pid()), self);
}
