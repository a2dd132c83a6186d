#include "sys/files/shared_number.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace {

/// The number as a reader of the file sees it; -1 if the file is not whole.
std::int64_t number_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, sizeof(std::int64_t)> bytes{};
  if (!file.read(bytes.data(), bytes.size())) return -1;
  std::int64_t number = 0;
  std::memcpy(&number, bytes.data(), bytes.size());
  return number;
}

} // namespace

TEST_CASE("a shared number is 0 first, and another process reads the last number that was stored") {
  auto made = sys::files::shared_number::create();
  REQUIRE(made);
  CHECK(number_in(made->path()) == 0);
  made->store(1);
  made->store(123456789012345);
  auto moved = std::move(*made);
  const auto path = moved.path();
  const auto child = ::fork();
  if (child == 0) ::_exit(number_in(path) == 123456789012345 ? 0 : 1);
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
