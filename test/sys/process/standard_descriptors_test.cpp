#include "sys/process/standard_descriptors.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace {

bool is_dev_null(int descriptor) {
  struct stat null {};
  struct stat found {};
  return ::stat("/dev/null", &null) == 0 && ::fstat(descriptor, &found) == 0 && found.st_rdev == null.st_rdev;
}

/// The number of descriptors 0 to 2 that are /dev/null in a child that has filled these; -1: the child has
/// crashed.
int filled_after_closing(const std::vector<int>& closed) {
  const auto child = ::fork();
  if (child == 0) {
    int pipe[2];
    if (::pipe(pipe) != 0) ::_exit(99);
    for (const int x : {0, 1, 2}) ::dup2(pipe[1], x);
    for (const int x : closed) ::close(x);
    sys::process::fill_standard_descriptors();
    int filled = 0;
    for (const int x : {0, 1, 2}) filled += is_dev_null(x) ? 1 : 0;
    ::_exit(filled);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("closed standard descriptors are filled, and open ones stay") {
  CHECK(filled_after_closing({}) == 0);
  CHECK(filled_after_closing({2}) == 1);
  CHECK(filled_after_closing({0, 2}) == 2);
  CHECK(filled_after_closing({0, 1, 2}) == 3);
}
