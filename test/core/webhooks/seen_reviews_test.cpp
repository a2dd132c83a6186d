#include "core/webhooks/seen_reviews.hpp"

#include <doctest/doctest.h>

using core::webhooks::seen_reviews;
using outcome = seen_reviews::outcome;

namespace {

constexpr std::int64_t second = 1'000'000;

seen_reviews::mark of(const std::string& uid) {
  return seen_reviews::mark_of("/hooks/a", uid, "192.0.2.1", "{}");
}

} // namespace

TEST_CASE("a review is the same only with path, uid, client and body") {
  CHECK(of("1") == seen_reviews::mark_of("/hooks/a", "1", "192.0.2.1", "{}"));
  CHECK(of("1") != of("2"));
  CHECK(of("1") != seen_reviews::mark_of("/hooks/b", "1", "192.0.2.1", "{}"));
  CHECK(of("1") != seen_reviews::mark_of("/hooks/a", "1", "192.0.2.2", "{}"));
  CHECK(of("1") != seen_reviews::mark_of("/hooks/a", "1", "192.0.2.1", "[]"));
}

TEST_CASE("a review under way is known by its number until it ends") {
  seen_reviews seen;
  CHECK_FALSE(seen.under_way(of("1")));
  seen.begin(of("1"), 7);
  CHECK(seen.under_way(of("1")) == 7);
  CHECK_FALSE(seen.was_answered(of("1"), 0));
  seen.end(of("1"), outcome::answered, 0);
  CHECK_FALSE(seen.under_way(of("1")));
  CHECK(seen.was_answered(of("1"), 60 * second - 1));
  CHECK_FALSE(seen.was_answered(of("1"), 60 * second));
}

TEST_CASE("a review that has failed is a new review when it comes again") {
  seen_reviews seen;
  seen.begin(of("1"), 7);
  seen.end(of("1"), outcome::failed, 0);
  CHECK_FALSE(seen.was_answered(of("1"), 1));
}

TEST_CASE("a review that was answered again is known for a minute more") {
  seen_reviews seen;
  for (int i = 0; i < 2; ++i) {
    seen.begin(of("1"), 7);
    seen.end(of("1"), outcome::answered, i * 30 * second);
  }
  seen.end(of("2"), outcome::answered, 70 * second);
  CHECK(seen.was_answered(of("1"), 70 * second));
  CHECK_FALSE(seen.was_answered(of("1"), 90 * second));
}

TEST_CASE("of very many reviews the latest are known") {
  seen_reviews seen;
  for (std::size_t i = 0; i <= seen_reviews::answered_max; ++i) seen.end(of(std::to_string(i)), outcome::answered, 0);
  CHECK_FALSE(seen.was_answered(of("0"), 1));
  CHECK(seen.was_answered(of("1"), 1));
}
