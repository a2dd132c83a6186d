#include "core/webhooks/conversion_cache.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace {

using core::webhooks::conversion_cache;
using core::webhooks::conversion_object;

constexpr auto tabs = "tabs.x.io";

conversion_object object(const std::string& version, const std::string& text) {
  return {version, "Tab", "", "a", "1", std::make_shared<const std::string>(text)};
}

/// The text of the answer; `none`: the object has to be converted.
std::string found(conversion_cache& cache, const std::string& definition, const std::string& desired,
                  const conversion_object& x, std::int64_t now_us = 0) {
  const auto answer = cache.find(definition, desired, x, now_us);
  return answer ? *answer->text : "none";
}

} // namespace

TEST_CASE("an equal question has an answer, until hooks change") {
  conversion_cache cache(10'000);
  const auto old = object("x.io/v1", "old");
  CHECK(found(cache, tabs, "x.io/v2", old) == "none");
  cache.keep(tabs, old, object("x.io/v2", "new"), 0);
  CHECK(found(cache, tabs, "x.io/v2", old) == "new");
  CHECK(found(cache, tabs, "x.io/v3", old) == "none");
  CHECK(found(cache, "rows.x.io", "x.io/v2", old) == "none");
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "old ")) == "none");
  cache.clear();
  CHECK(found(cache, tabs, "x.io/v2", old) == "none");
}

TEST_CASE("a result is kept for a time only") {
  conversion_cache cache(10'000);
  const auto old = object("x.io/v1", "old");
  cache.keep(tabs, old, object("x.io/v2", "new"), 5);
  CHECK(found(cache, tabs, "x.io/v2", old, 5 + conversion_cache::age_max_us) == "new");
  CHECK(found(cache, tabs, "x.io/v2", old, 6 + conversion_cache::age_max_us) == "none");
  CHECK(cache.size() == 0);
}

TEST_CASE("the least recently used results go first, and a result beyond all room is not kept") {
  conversion_cache cache(3'000); // three results of 512 bytes and 400 bytes of text
  const std::string text(400, 'x');
  for (const auto* x : {"1", "2", "3"}) cache.keep(tabs, object("x.io/v1", x), object("x.io/v2", text), 0);
  REQUIRE(cache.size() == 3);
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "1")) == text);
  cache.keep(tabs, object("x.io/v1", "4"), object("x.io/v2", text), 0);
  CHECK(cache.size() == 3);
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "1")) == text);
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "2")) == "none");
  cache.keep(tabs, object("x.io/v1", "5"), object("x.io/v2", std::string(3'000, 'x')), 0);
  CHECK(cache.size() == 3);
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "5")) == "none");
}

TEST_CASE("a result takes the place of an earlier result of the same object") {
  conversion_cache cache(10'000);
  const auto old = object("x.io/v1", "old");
  cache.keep(tabs, old, object("x.io/v2", "new"), 0);
  cache.keep(tabs, old, object("x.io/v2", "newer"), conversion_cache::age_max_us);
  CHECK(cache.size() == 1);
  CHECK(found(cache, tabs, "x.io/v2", old, 2 * conversion_cache::age_max_us) == "newer");
}

TEST_CASE("without room no result is kept") {
  conversion_cache cache(0);
  cache.keep(tabs, object("x.io/v1", "old"), object("x.io/v2", "new"), 0);
  CHECK(found(cache, tabs, "x.io/v2", object("x.io/v1", "old")) == "none");
}
