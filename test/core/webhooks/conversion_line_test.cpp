#include "core/webhooks/conversion_line.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using core::webhooks::conversion_line;

/// `1:5,6 2:7`: runs and their reviews.
std::string words(const std::vector<conversion_line::run>& runs) {
  std::string text;
  for (const auto& run : runs) {
    text += (text.empty() ? "" : " ") + std::to_string(run.number) + ":";
    for (std::size_t i = 0; i < run.reviews.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(run.reviews[i]);
  }
  return text.empty() ? "none" : text;
}

/// Adds a review with a single small object.
std::string add(conversion_line& line, std::uint64_t review, const std::string& stage = "up") {
  const auto run = line.add(stage, {review, 1, 100});
  return run ? words({*run}) : "waits";
}

/// Fills the runs of the stage `up` with the reviews 1 to `runs_max`.
void fill(conversion_line& line) {
  for (std::uint64_t i = 1; i <= conversion_line::runs_max; ++i)
    REQUIRE(add(line, i) == std::to_string(i) + ":" + std::to_string(i));
}

} // namespace

TEST_CASE("requests for a stage wait while enough runs are under way, and become a single run") {
  conversion_line line;
  fill(line);
  CHECK(add(line, 11) == "waits");
  CHECK(add(line, 12) == "waits");
  CHECK(add(line, 13, "down") == "5:13");
  CHECK(words(line.end(2)) == "6:11,12");
  CHECK(words(line.end(1)) == "none");
  CHECK(add(line, 14) == "7:14");
  CHECK(line.waiting() == 0);
}

TEST_CASE("a failed run of several requests is repeated for each of them alone") {
  conversion_line line;
  fill(line);
  for (const auto i : {11U, 12U, 13U}) CHECK(add(line, i) == "waits");
  REQUIRE(words(line.end(1)) == "5:11,12,13");
  CHECK(add(line, 14) == "waits");
  CHECK(words(line.fail(5)) == "6:11");
  CHECK(words(line.end(2)) == "7:12");
  CHECK(words(line.fail(6)) == "8:13");
  CHECK(words(line.end(3)) == "9:14");
  CHECK(line.waiting() == 0);
}

TEST_CASE("a long list begins at once, and makes no other request wait") {
  conversion_line line;
  for (const auto i : {1U, 2U, 3U, 4U, 5U}) {
    const auto run = line.add("up", {i, conversion_line::objects_max, 1'000});
    CHECK(run.has_value());
  }
  CHECK(line.add("up", {6, 1, conversion_line::bytes_max}).has_value());
  CHECK(add(line, 7) == "7:7");
  CHECK(words(line.end(1)) == "none");
}

TEST_CASE("a run has no more objects and bytes than its bounds, but at least a single request") {
  conversion_line line;
  fill(line);
  const auto part = conversion_line::bytes_max / conversion_line::runs_max;
  for (std::uint64_t i = 11; i < 17; ++i) CHECK_FALSE(line.add("up", {i, 1, part}).has_value());
  CHECK(words(line.end(1)) == "5:11,12,13,14");
  CHECK(words(line.end(2)) == "6:15,16");
}

TEST_CASE("a stage without runs leaves nothing behind") {
  conversion_line line;
  REQUIRE(add(line, 1) == "1:1");
  CHECK(words(line.fail(1)) == "none");
  CHECK(add(line, 2) == "2:2");
  CHECK(words(line.end(2)) == "none");
}
