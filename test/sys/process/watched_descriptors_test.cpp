#include "sys/process/watched_descriptors.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>

using sys::process::source;
using sys::process::watched_descriptors;

namespace {

/// A pipe with both ends.
struct open_pipe {
  open_pipe() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    read_end = sys::files::file_descriptor(ends[0]);
    write_end = sys::files::file_descriptor(ends[1]);
  }
  void put() const { REQUIRE(::write(write_end.get(), "x", 1) == 1); }

  sys::files::file_descriptor read_end;
  sys::files::file_descriptor write_end;
};

} // namespace

TEST_CASE("an event names the process and the kind of descriptor that were given with it") {
  for (const auto from : {source::out, source::err, source::exit, source::orphan, source::wake}) {
    watched_descriptors all;
    const open_pipe pipe;
    REQUIRE(all.watch(pipe.read_end.get(), {4711, from}));
    CHECK(all.wait(0).empty());
    pipe.put();
    const auto events = all.wait(-1);
    REQUIRE(events.size() == 1);
    CHECK(events[0].id == 4711);
    CHECK(events[0].from == from);
  }
}

TEST_CASE("output is reported once until it is watched again, and all other descriptors as long as there is a reason") {
  watched_descriptors all;
  const open_pipe output;
  const open_pipe other;
  REQUIRE(all.watch(output.read_end.get(), {1, source::out}));
  output.put();
  CHECK(all.wait(-1).size() == 1);
  CHECK(all.wait(0).empty());
  all.watch_again(output.read_end.get(), {1, source::out});
  CHECK(all.wait(-1).size() == 1);
  REQUIRE(all.watch(other.read_end.get(), {2, source::exit}));
  other.put();
  CHECK(all.wait(-1).size() == 1);
  CHECK(all.wait(-1).size() == 1);
}

TEST_CASE("an input is watched for room, also if it was not watched before") {
  watched_descriptors all;
  const open_pipe input;
  all.watch_again(input.write_end.get(), {3, source::in});
  const auto events = all.wait(-1);
  REQUIRE(events.size() == 1);
  CHECK(events[0].from == source::in);
}

TEST_CASE("a descriptor that is not open is refused") {
  watched_descriptors all;
  CHECK_FALSE(all.watch(-1, {1, source::out}));
}
