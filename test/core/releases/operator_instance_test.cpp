#include "core/releases/operator_instance.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace core::releases;

namespace {

constexpr auto minute_us = std::chrono::microseconds(std::chrono::minutes(1)).count();

release made_by(std::string_view who, std::uint32_t revision, std::uint32_t label = 0) {
  return {"web",
          revision,
          release_status::deployed,
          {{"moduleRevision", std::to_string(label == 0 ? revision : label)}, {"moduleOperator", std::string(who)}}};
}

} // namespace

TEST_CASE("an operator's name is valid as a label") {
  CHECK_EQ(operator_instance("web-0", 17, 1'700'000'000'123'456), "web-0.17.18bcfe5687b");
  CHECK_EQ(operator_instance("", 1, 0), "operator.1.0");
  CHECK_EQ(operator_instance("--", 1, 0), "operator.1.0");
  CHECK_EQ(operator_instance("_a b/c", 1, 0), "a-b-c.1.0");
  const auto longest = operator_instance(std::string(80, 'x'), 4'194'304, 4'102'444'800'000'000);
  CHECK_LE(longest.size(), 63);
}

TEST_CASE("a revision of another operator is named once, and shown for ten minutes") {
  other_operators all("web-0.1.a");
  all.known_at_start(made_by("web-0.1.before", 3));
  CHECK_EQ(all.look_at(made_by("web-0.1.before", 3), 0), std::nullopt);
  CHECK_EQ(all.look_at(made_by("web-0.1.a", 4), 0), std::nullopt);
  CHECK_EQ(all.line(0), "");

  CHECK_EQ(all.look_at(made_by("web-1.1.b", 5), minute_us).value_or(""),
           "revision 5 of 'web' was made by the operator web-1.1.b");
  CHECK_EQ(all.look_at(made_by("web-1.1.b", 5), minute_us), std::nullopt);
  CHECK_NE(all.line(2 * minute_us).find("end one of them"), std::string::npos);
  CHECK_NE(all.line(11 * minute_us - 1), "");
  CHECK_EQ(all.line(11 * minute_us), "");
}

TEST_CASE("a revision of another Helm, which has copied the label, is not one of another operator") {
  other_operators all("web-0.1.a");
  CHECK_EQ(all.look_at(made_by("web-1.1.b", 5, 4), 0), std::nullopt);
  CHECK_EQ(all.look_at({"web", 5, release_status::deployed, {{"moduleRevision", "5"}}}, 0), std::nullopt);
}

TEST_CASE("a replica counts revisions of leaders as its own, and no other revisions") {
  auto of_leader = made_by("web-1.1.b", 5);
  of_leader.labels["moduleTerm"] = "3.0cc175b9";
  other_operators single("web-0.1.a");
  CHECK(single.look_at(of_leader, 0));
  other_operators replica("web-0.1.a");
  replica.expect_leaders();
  CHECK_FALSE(replica.look_at(of_leader, 0));
  CHECK(replica.look_at(made_by("web-1.1.b", 6), 0));
}

TEST_CASE("an operator without a name finds nothing") {
  other_operators all("");
  CHECK_EQ(all.look_at(made_by("web-1.1.b", 5), 0), std::nullopt);
}
