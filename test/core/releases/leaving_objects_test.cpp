#include "core/releases/leaving_objects.hpp"

#include <doctest/doctest.h>

namespace {

using core::releases::leaving_objects;
using core::releases::manifest_object;
using namespace std::chrono_literals;

constexpr std::int64_t s = 1'000'000;
const manifest_object a{"v1", "ConfigMap", "shop", "a"};
const manifest_object b{"v1", "ConfigMap", "shop", "b"};

} // namespace

TEST_CASE("an object that an upgrade leaves is due after the grace") {
  leaving_objects x(10s);
  CHECK_FALSE(x.next_us());
  x.left("web", {a}, 1 * s);
  x.left("web", {a, b}, 4 * s); // the time of the first stays
  CHECK_EQ(x.next_us(), 11 * s);
  CHECK(x.due("web", 11 * s - 1).empty());
  CHECK(x.releases_due(11 * s - 1).empty());
  CHECK_EQ(x.due("web", 11 * s), leaving_objects::objects{a});
  CHECK_EQ(x.releases_due(11 * s), std::set<std::string>{"web"});
  x.forget("web", a);
  CHECK_EQ(x.next_us(), 14 * s);
  CHECK_EQ(x.of("web"), leaving_objects::objects{b});
  x.forget("web", b);
  CHECK_FALSE(x.next_us());
}

TEST_CASE("without a grace an object is due at once") {
  leaving_objects x(0s);
  x.left("web", {a}, 5 * s);
  CHECK_EQ(x.due("web", 5 * s), leaving_objects::objects{a});
}

TEST_CASE("an object of an earlier operator waits until its release is applied") {
  leaving_objects x(10s);
  x.found("web", {a});
  x.found("db", {b});
  CHECK_FALSE(x.next_us());
  CHECK(x.due("web", 1000 * s).empty());
  CHECK_FALSE(x.applied("shop", 20 * s));
  CHECK(x.applied("web", 20 * s));
  CHECK_FALSE(x.applied("web", 25 * s));
  CHECK_EQ(x.next_us("web"), 30 * s);
  CHECK_FALSE(x.next_us("db"));
}

TEST_CASE("a longer grace of an earlier operator counts until its objects have gone") {
  leaving_objects all(10us);
  all.found("web", {a}, 50us);
  all.found("db", {b}, 5us);
  CHECK(all.applied("web", 100));
  CHECK(all.applied("db", 100));
  CHECK(all.next_us("web") == 150);
  CHECK(all.next_us("db") == 110);
  all.begin_again("web", 200);
  CHECK(all.next_us("web") == 250);
  all.forget("web", a);
  all.left("web", {a}, 300);
  CHECK(all.next_us("web") == 310);
}

TEST_CASE("an object that a manifest has leaves no more") {
  const manifest_object in_group{"apps/v1", "Deployment", "shop", "a"};
  struct row {
    const char* name;
    leaving_objects::objects manifest;
    bool is_present;
  };
  const row rows[] = {
    {"the same", {a, in_group}, true},
    {"in another version of its group", {{"apps/v2", "Deployment", "shop", "a"}}, true},
    {"of another kind", {a}, false},
    {"in another namespace", {{"apps/v1", "Deployment", "db", "a"}}, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    leaving_objects x(10s);
    x.left("web", {in_group}, 0);
    const auto present = x.take_present(row.manifest);
    CHECK_EQ(present.contains("web"), row.is_present);
    CHECK_EQ(x.of("web").empty(), row.is_present);
  }
}

TEST_CASE("the time begins again after an outage, and waits while the module is paused") {
  leaving_objects x(10s);
  x.left("web", {a}, 0);
  x.begin_again("web", 9 * s);
  CHECK_EQ(x.next_us(), 19 * s);
  x.await_run("web");
  CHECK_FALSE(x.next_us());
  x.begin_again("web", 30 * s); // it waits all the same
  CHECK_FALSE(x.next_us());
  CHECK(x.applied("web", 60 * s));
  CHECK_EQ(x.next_us(), 70 * s);
}

TEST_CASE("a deletion that fails is tried again later and later, and not for ever") {
  leaving_objects x(10s);
  x.left("web", {a}, 0);
  std::int64_t now = 10 * s;
  std::chrono::microseconds last{0};
  for (unsigned tries = 1; tries < leaving_objects::tries_max; ++tries) {
    const auto failure = x.failed("web", a, now);
    CHECK_EQ(failure.tries, tries);
    REQUIRE(failure.again_in);
    CHECK_GE(*failure.again_in, last);
    CHECK_LE(*failure.again_in, 5min);
    last = *failure.again_in;
    now += last.count();
    CHECK_EQ(x.due("web", now), leaving_objects::objects{a});
  }
  CHECK_EQ(last, 5min);
  CHECK_FALSE(x.failed("web", a, now).again_in);
  CHECK_FALSE(x.next_us());
  CHECK_EQ(x.of("web"), leaving_objects::objects{a});
  CHECK_EQ(x.failed("web", b, now).tries, 0); // not known
}
