#include "core/leadership/leadership_view.hpp"

#include <doctest/doctest.h>

using namespace core::leadership;

TEST_CASE("the news about the lead name its cause, and a failed request for the Lease") {
  using core::leadership::leadership_stage;
  using core::leadership::news_of;
  CHECK(news_of({.stage = leadership_stage::leading, .holder = "a"}) == "this replica takes the lead");
  CHECK(news_of({.holder = "b"}) == "this replica waits for the lead of 'b'");
  CHECK(news_of({}) == "this replica waits for the lead, and no replica is known to lead");
  CHECK(news_of({.stage = leadership_stage::giving_away})
        == "this replica gives the lead away, because its work has ended");
  CHECK(news_of({.stage = leadership_stage::over}) == "this replica has given the lead away");
  CHECK(news_of({.stage = leadership_stage::over, .lost_because = "'b' holds the Lease"})
        == "this replica has lost the lead: 'b' holds the Lease");
  CHECK(news_of({.stage = leadership_stage::leading, .trouble = "timeout"})
        == "this replica takes the lead; the last request for the Lease has failed: timeout");
}

TEST_CASE("a line says who leads and since when") {
  CHECK(describe({.stage = leadership_stage::leading, .holder = "op-0_u"}, "10:00")
        == "this replica leads since 10:00");
  CHECK(describe({.holder = "op-1_u"}, "10:00")
        == "this replica is a standby, and 'op-1_u' leads since 10:00 or longer");
  CHECK(describe({}, "10:00") == "this replica is a standby, and no replica is known to lead");
  CHECK(describe({.stage = leadership_stage::over}, "10:00") == "this replica leads no more, and ends");
  CHECK(describe({.stage = leadership_stage::giving_away}, "10:00") == "this replica gives the lead away");
}

TEST_CASE("the Pod of a holder is its identity without the uid") {
  CHECK(pod_of("op-0_1234-5") == "op-0");
  CHECK(pod_of("op-0") == "op-0");
  CHECK(pod_of("").empty());
}

TEST_CASE("a line says why a request for the Lease has failed") {
  CHECK(describe({.stage = leadership_stage::leading, .trouble = "timeout"}, "10:00")
        == "this replica leads since 10:00; the last request for the Lease has failed: timeout");
}
