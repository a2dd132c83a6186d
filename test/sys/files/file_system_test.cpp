#include "sys/files/file_system.hpp"

#include "sys/files/system_error.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <limits>

TEST_CASE("a file system has a size, and a path that is nowhere has no bound") {
  CHECK(sys::files::size_of_file_system("/tmp") > 0);
  CHECK(sys::files::size_of_file_system("/tmp") < std::numeric_limits<std::uint64_t>::max());
  CHECK(sys::files::size_of_file_system("/nowhere/at/all") == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("a failure for want of room is known from other failures") {
  const auto failed = [](int error_number) {
    return sys::files::system_failure("/tmp/a", "cannot be written", error_number).value();
  };
  CHECK(sys::files::lacks_room(failed(ENOSPC)));
  CHECK(sys::files::lacks_room(failed(EDQUOT)));
  CHECK_FALSE(sys::files::lacks_room(failed(EIO)));
  CHECK_FALSE(sys::files::lacks_room(failed(EACCES)));
}
