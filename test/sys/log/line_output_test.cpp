#include "sys/log/line_output.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

using namespace std::chrono_literals;

namespace {

/// No wait for a reader.
constexpr sys::log::line_output_patience none{.wait_max = 0ms, .regained = 0ms};

/// Two ends that the test holds both.
struct two_ends {
  explicit two_ends(bool is_socket) {
    int ends[2];
    const int made = is_socket ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : ::pipe2(ends, O_CLOEXEC);
    REQUIRE(made == 0);
    reading = sys::files::file_descriptor(ends[0]);
    writing = sys::files::file_descriptor(ends[1]);
    REQUIRE(::fcntl(reading.get(), F_SETFL, O_NONBLOCK) == 0);
  }

  std::string read_all() const {
    std::string all;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::read(reading.get(), buffer.data(), buffer.size())) > 0;)
      all.append(buffer.data(), static_cast<std::size_t>(got));
    return all;
  }

  sys::files::file_descriptor reading;
  sys::files::file_descriptor writing;
};

/// @returns how many lines the output has taken until it took no more.
int fill(sys::log::line_output& output, const std::string& line) {
  int taken = 0;
  while (output.put(line)) ++taken;
  return taken;
}

void check_that_lines_stay_whole(const two_ends& ends) {
  sys::log::line_output output(ends.writing.get(), none);
  const std::string line = std::string(9000, 'x') + "\n";
  const int taken = fill(output, line);
  REQUIRE(taken > 0);
  auto read = ends.read_all();
  CHECK(output.put("after\n"));
  read += ends.read_all();
  std::string expected;
  for (int i = 0; i < taken; ++i) expected += line;
  CHECK((read == expected + "after\n"));
}

} // namespace

TEST_CASE("a full pipe takes no line and holds nobody up, and each line that it has begun is finished later") {
  check_that_lines_stay_whole(two_ends(false));
}

TEST_CASE("a full socket takes no line and holds nobody up, and each line that it has begun is finished later") {
  check_that_lines_stay_whole(two_ends(true));
}

TEST_CASE("the flags of a descriptor, which other processes share, stay as they are") {
  const two_ends ends(false);
  sys::log::line_output output(ends.writing.get(), none);
  CHECK(output.put("line\n"));
  CHECK((::fcntl(ends.writing.get(), F_GETFL) & O_NONBLOCK) == 0);
}

TEST_CASE("lines wait for a reader within their patience, which the last lines have less of") {
  const two_ends ends(false);
  sys::log::line_output output(ends.writing.get(), {.wait_max = 50ms, .regained = 0ms});
  fill(output, std::string(9000, 'x') + "\n");
  // The first lines have used up the patience. If each line waited again, this loop would take minutes.
  for (int i = 0; i < 10'000; ++i) CHECK_FALSE(output.put("late\n"));
  sys::log::line_output patient(ends.writing.get(), {.wait_max = 1h, .regained = 1h});
  patient.hurry(1ms);
  CHECK_FALSE(patient.put("last\n"));
}

TEST_CASE("a pipe whose reader has gone loses lines, and no signal ends the program") {
  two_ends ends(true);
  ends.reading.close();
  sys::log::line_output output(ends.writing.get(), none);
  CHECK_FALSE(output.put("line\n"));
}
