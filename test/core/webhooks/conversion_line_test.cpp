#include "core/webhooks/conversion_line.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <random>
#include <set>
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

/// Adds a review with a single small object of this name and uid.
std::string add_object(conversion_line& line, std::uint64_t review, const std::string& name, const std::string& uid) {
  core::webhooks::conversion_object x{.version = "x.io/v1", .kind = "Tab", .namespace_name = "n", .name = name};
  x.uid = uid;
  const auto run = line.add("up", {review, 1, 100, conversion_line::identities_of(x)});
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

TEST_CASE("two objects of the same name or the same uid are never in a run together") {
  conversion_line line;
  fill(line);
  CHECK(add_object(line, 11, "a", "1") == "waits");
  CHECK(add_object(line, 12, "a", "1") == "waits");
  CHECK(add_object(line, 13, "a", "2") == "waits");
  CHECK(add_object(line, 14, "b", "1") == "waits");
  CHECK(add_object(line, 15, "b", "2") == "waits");
  CHECK(add_object(line, 16, "a", "1") == "waits");
  CHECK(words(line.end(1)) == "5:11,15");
  CHECK(words(line.end(2)) == "6:12");
  CHECK(words(line.end(3)) == "7:13,14");
  CHECK(words(line.end(4)) == "8:16");
}

TEST_CASE("objects without a name or a uid may be the same, too") {
  conversion_line line;
  fill(line);
  CHECK(add_object(line, 11, "", "1") == "waits");
  CHECK(add_object(line, 12, "", "2") == "waits");
  CHECK(add_object(line, 13, "a", "") == "waits");
  CHECK(add_object(line, 14, "b", "") == "waits");
  CHECK(words(line.end(1)) == "5:11,13");
  CHECK(words(line.end(2)) == "6:12,14");
}

// Reviews of up to four of nine objects come, and runs end or fail, by chance.
TEST_CASE("whatever comes in any order, each review runs and no run has an object twice") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 chance(seed);
    conversion_line line;
    std::map<std::uint64_t, std::vector<std::size_t>> objects;
    std::map<std::uint64_t, std::vector<std::uint64_t>> running;
    std::set<std::uint64_t> left;
    const auto begin = [&](const std::vector<conversion_line::run>& runs) {
      for (const auto& run : runs) {
        std::set<std::size_t> known;
        for (const auto review : run.reviews)
          for (const auto x : objects.at(review)) CHECK_MESSAGE(known.insert(x).second, "seed " << seed);
        running.emplace(run.number, run.reviews);
      }
    };
    const auto end_one = [&] {
      auto at = std::next(running.begin(), static_cast<std::ptrdiff_t>(chance() % running.size()));
      const auto [number, reviews] = *at;
      running.erase(at);
      const bool is_repeated = reviews.size() > 1 && chance() % 4 == 0;
      if (!is_repeated)
        for (const auto review : reviews) CHECK(left.erase(review) == 1);
      begin(is_repeated ? line.fail(number) : line.end(number));
    };
    for (std::uint64_t review = 1; review <= 60; ++review) {
      std::set<std::size_t> mine;
      for (std::size_t i = 0, n = 1 + chance() % 4; i < n; ++i) mine.insert(chance() % 9);
      objects[review].assign(mine.begin(), mine.end());
      left.insert(review);
      if (const auto run = line.add("up", {review, mine.size(), 100, objects[review]})) begin({*run});
      if (chance() % 3 == 0 && !running.empty()) end_one();
    }
    while (!running.empty()) end_one();
    CHECK_MESSAGE(left.empty(), "seed " << seed);
    CHECK(line.waiting() == 0);
  }
}

TEST_CASE("a stage without runs leaves nothing behind") {
  conversion_line line;
  REQUIRE(add(line, 1) == "1:1");
  CHECK(words(line.fail(1)) == "none");
  CHECK(add(line, 2) == "2:2");
  CHECK(words(line.end(2)) == "none");
}
