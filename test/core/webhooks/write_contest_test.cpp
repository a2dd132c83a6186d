#include "core/webhooks/write_contest.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using core::webhooks::foreign_change;
using core::webhooks::write_contest;
using std::chrono::microseconds;

namespace {

const foreign_change bundle{"ValidatingWebhookConfiguration hooks", "webhooks[a.b.c].clientConfig", "cainjector"};

/// A client that changes the field back at once after each repair.
struct rival {
  write_contest contest;
  std::int64_t now_us = 1'000'000;

  /// @returns the time until the repair
  microseconds change(const foreign_change& x = bundle) {
    const auto wait = contest.repair_after(x, now_us);
    if (wait.count() == 0) return wait;
    now_us += wait.count();
    CHECK(contest.repair_after(x, now_us).count() == 0);
    return wait;
  }
};

} // namespace

TEST_CASE("the first changes in a minute are put right at once, and from the fifth on pauses grow") {
  rival x;
  for (int i = 0; i < 4; ++i) CHECK(x.change() == 0s);
  CHECK(x.contest.problem(x.now_us).empty());
  for (const auto wait : {10s, 20s, 40s, 80s, 160s, 300s, 300s}) CHECK(x.change() == wait);
}

TEST_CASE("changes that come rarely, or of different fields, are put right at once") {
  rival x;
  auto other = bundle;
  other.field = "webhooks[d.e.f].rules";
  for (int i = 0; i < 20; ++i) {
    CHECK(x.change() == 0s);
    CHECK(x.change(other) == 0s);
    x.now_us += microseconds(20s).count();
  }
}

TEST_CASE("during a pause the rest of it is the answer, and the writer is named") {
  rival x;
  for (int i = 0; i < 4; ++i) x.change();
  CHECK(x.contest.repair_after(bundle, x.now_us) == 10s);
  CHECK(x.contest.repair_after(bundle, x.now_us + 4'000'000) == 6s);
  CHECK(x.contest.next_repair(x.now_us + 4'000'000) == microseconds(6s));
  CHECK(x.contest.problem(x.now_us)
        == "webhooks[a.b.c].clientConfig of ValidatingWebhookConfiguration hooks is changed again and again by "
           "'cainjector': it is put right after pauses, now of 10 s; let one of the two writers leave it alone");
}

TEST_CASE("a contest ends ten minutes after its last change") {
  rival x;
  for (int i = 0; i < 5; ++i) x.change();
  CHECK(x.contest.next_end(x.now_us) == microseconds(10min));
  CHECK_FALSE(x.contest.problem(x.now_us + 599'000'000).empty());
  CHECK(x.contest.problem(x.now_us + 600'000'000).empty());
  x.now_us += 600'000'000;
  CHECK_FALSE(x.contest.next_end(x.now_us));
  for (int i = 0; i < 4; ++i) CHECK(x.change() == 0s);
  CHECK(x.change() == 10s);
}

TEST_CASE("an unknown writer is another client") {
  rival x;
  for (int i = 0; i < 5; ++i) x.change({"A a", "f", ""});
  CHECK(x.contest.problem(x.now_us).find("changed again and again by another client") != std::string::npos);
}
