#include "core/releases/lacking_keys.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using core::releases::lacking_keys;

namespace {

const std::vector<std::string> one{"d8/Secret/a (its key 'pw')"};

std::int64_t at(std::chrono::microseconds time) {
  return time.count();
}

} // namespace

TEST_CASE("keys that a release lacks are named once, and an upgrade for them is due at once") {
  lacking_keys known;
  CHECK_FALSE(known.is_due("web", at(1s)));
  CHECK(known.note("web", one));
  CHECK(known.is_due("web", at(1s)));
  CHECK_FALSE(known.note("web", one));
  CHECK_FALSE(known.is_due("other", at(1s)));
  CHECK_EQ(
    known.words("web", 3).find("release 'web' lacks d8/Secret/a (its key 'pw'), which revision 3 has: an upgrade "
                               "brings it back. Hint: "),
    0);
  CHECK(known.note("web", {"d8/Secret/b (its key 'pw')"}));
}

TEST_CASE("keys that go again and again are written after longer and longer waits, and named each time") {
  lacking_keys known;
  REQUIRE(known.note("web", one));
  known.note_upgrade("web", at(1s));
  CHECK(known.note("web", one));
  CHECK_FALSE(known.is_due("web", at(10min)));
  CHECK(known.is_due("web", at(10min + 1s)));
  CHECK_NE(known.words("web", 4).find("again after an upgrade has written it: a run of the module that comes 10 min"),
           std::string::npos);
  known.note_upgrade("web", at(11min));
  REQUIRE(known.note("web", one));
  CHECK_FALSE(known.is_due("web", at(30min)));
  CHECK(known.is_due("web", at(31min)));
  for (int i = 0; i < 20; ++i) known.note_upgrade("web", at(1h));
  REQUIRE(known.note("web", one));
  CHECK_FALSE(known.is_due("web", at(24h)));
  CHECK(known.is_due("web", at(25h)));
}

TEST_CASE("keys that are there again begin anew") {
  lacking_keys known;
  REQUIRE(known.note("web", one));
  known.note_upgrade("web", at(1s));
  CHECK_FALSE(known.note("web", {}));
  CHECK_FALSE(known.is_due("web", at(2s)));
  CHECK_EQ(known.words("web", 4), "");
  known.note_upgrade("web", at(2s));
  CHECK(known.note("web", one));
  CHECK(known.is_due("web", at(3s)));
}

TEST_CASE("the reason for an upgrade names a few objects") {
  CHECK_EQ(core::releases::describe_lacking(one), "1 object lacks keys: d8/Secret/a (its key 'pw')");
  CHECK_EQ(core::releases::describe_lacking({"a", "b", "c", "d"}), "4 objects lack keys: a, b, c …");
}
