#include "kube/discovery/missing_kinds.hpp"

#include "base/contains.hpp"
#include "simulation/fake_resources.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/discovery");

namespace {

using namespace kube::discovery;
using names = std::vector<std::string>;

constexpr std::int64_t second = 1'000'000;

kube::api::resource a_kind(const std::string& group, const std::string& kind, const std::string& version = "v1") {
  return simulation::custom_resource(group, version, kind, kind + "s");
}

kube::api::resource_table table_of(const std::vector<kube::api::resource>& kinds) {
  kube::api::resource_table table;
  for (const auto& x : kinds) table.add(x);
  return table;
}

names words(const std::vector<kind_id>& kinds) {
  names all;
  for (const auto& x : kinds) all.push_back(describe(x));
  return all;
}

/// The kinds of the table, in the order of preference.
names order_of(const kube::api::resource_table& table) {
  names all;
  for (const auto& x : table.all()) all.push_back(x.group + (x.is_missing ? " missing" : ""));
  return all;
}

/// Consecutive discoveries of an API server.
struct looks {
  missing_kinds missing;
  kube::api::resource_table counted;

  names see(const kube::api::resource_table& shown, std::int64_t at) {
    auto news = words(missing.compare(counted, shown, at));
    counted = missing.counted(counted, shown);
    return news;
  }
  names judge(const kube::api::resource_table& shown, absence_verdict verdict, std::int64_t at) {
    absence_verdicts verdicts;
    for (const auto& question : missing.due(shown, at))
      for (const auto& kind : question.kinds) verdicts[kind] = verdict;
    auto gone = words(missing.judge(verdicts, at));
    counted = missing.counted(counted, shown);
    return gone;
  }
  [[nodiscard]] bool has(const std::string& version) const { return base::contains(counted.api_versions(), version); }
};

const auto a = a_kind("a.io", "A");
const auto b = a_kind("b.io", "B");
const auto c = a_kind("c.io", "C");

} // namespace

TEST_CASE("a kind that leaves discovery counts as served, in its place, until its absence is confirmed") {
  looks x;
  const auto rest = table_of({a, c});
  CHECK(x.see(table_of({a, b, c}), 0).empty());
  CHECK_EQ(x.see(rest, 10 * second), names{"b.io/v1/B"});
  CHECK_EQ(order_of(x.counted), names{"a.io", "b.io missing", "c.io"});
  CHECK(x.has("b.io/v1/B"));
  CHECK(x.missing.due(rest, 24 * second).empty());
  CHECK_EQ(x.missing.settles_in(10 * second), std::chrono::microseconds(15 * second));
  CHECK_EQ(x.judge(rest, absence_verdict::confirmed, 25 * second), names{"b.io/v1/B"});
  CHECK_FALSE(x.has("b.io/v1"));
  CHECK_FALSE(x.missing.settles_in(25 * second));
}

TEST_CASE("the first kinds of the order of preference stay the first") {
  looks x;
  (void)x.see(table_of({a, b, c}), 0);
  (void)x.see(table_of({c}), second);
  CHECK_EQ(order_of(x.counted), names{"a.io missing", "b.io missing", "c.io"});
}

TEST_CASE("a kind that comes counts at once, and one that was missing begins anew") {
  looks x;
  (void)x.see(table_of({a, b}), 0);
  (void)x.see(table_of({a}), 10 * second);
  CHECK(x.see(table_of({a, b, c}), 20 * second).empty());
  CHECK_EQ(order_of(x.counted), names{"a.io", "b.io", "c.io"});
  CHECK_EQ(x.see(table_of({a, c}), 30 * second), names{"b.io/v1/B"});
  CHECK_MESSAGE(x.missing.due(table_of({a, c}), 44 * second).empty(), "not 15 s after the first time");
}

TEST_CASE("a contradicted absence is checked again later, and an absence with an owner only after a change") {
  for (const auto verdict : {absence_verdict::contradicted, absence_verdict::owned}) {
    looks x;
    const auto rest = table_of({a});
    (void)x.see(table_of({a, b}), 0);
    (void)x.see(rest, second);
    CHECK(x.judge(rest, verdict, 20 * second).empty());
    CHECK(x.has("b.io/v1/B"));
    CHECK(x.missing.due(rest, 34 * second).empty());
    CHECK_EQ(x.missing.settles_in(20 * second).has_value(), verdict == absence_verdict::contradicted);
    CHECK_EQ(x.judge(rest, absence_verdict::confirmed, 35 * second), names{"b.io/v1/B"});
  }
}

TEST_CASE("a version whose server is away confirms nothing") {
  looks x;
  auto away = table_of({a});
  away.add_unknown("b.io", "v1", "away");
  (void)x.see(table_of({a, b}), 0);
  (void)x.see(away, second);
  CHECK(x.has("b.io/v1/B"));
  CHECK(x.missing.due(away, 3600 * second).empty());
  CHECK_FALSE(x.missing.settles_in(second));
  (void)x.see(away, 3600 * second);
  CHECK(x.see(table_of({a}), 3601 * second).empty());
  CHECK_MESSAGE(x.missing.due(table_of({a}), 3601 * second).empty(), "the time counts from its return");
  CHECK(x.missing.settles_in(3601 * second));
}

TEST_CASE("questions are asked by version, and name the versions that are missing as a whole") {
  looks x;
  const auto d = a_kind("b.io", "D");
  (void)x.see(table_of({a, b, d, c}), 0);
  (void)x.see(table_of({a, d}), second);
  const auto questions = x.missing.due(table_of({a, d}), 60 * second);
  REQUIRE_EQ(questions.size(), 2);
  CHECK_FALSE_MESSAGE(questions[0].is_whole, "kind D of the version is shown");
  CHECK_EQ(words(questions[0].kinds), names{"b.io/v1/B"});
  CHECK(questions[1].is_whole);
  CHECK_EQ(questions[1].group, "c.io");
}

TEST_CASE("a kind that a release has counts as served until its absence is confirmed, once") {
  missing_kinds missing;
  const auto shown = table_of({a});
  const std::vector<kind_id> known{{"a.io", "v1", "A"}, {"b.io", "v1", "B"}, {"c.io", "v1", ""}};
  CHECK_EQ(words(missing.expect(known, shown, 0)), names{"b.io/v1/B", "c.io/v1"});
  CHECK(missing.expect(known, shown, second).empty());
  const auto counted = missing.counted({}, shown);
  CHECK(base::contains(counted.api_versions(), "b.io/v1/B"));
  CHECK(base::contains(counted.api_versions(), "c.io/v1"));
  CHECK(std::holds_alternative<kube::api::kind_undecided>(counted.find("b.io/v1", "B")));
  absence_verdicts verdicts;
  for (const auto& question : missing.due(shown, 15 * second))
    for (const auto& kind : question.kinds) verdicts[kind] = absence_verdict::confirmed;
  CHECK_EQ(missing.judge(verdicts, 15 * second).size(), 2);
  CHECK_MESSAGE(missing.expect(known, shown, 16 * second).empty(), "it is known that they are gone");
  (void)missing.compare(shown, table_of({a, b}), 17 * second);
  CHECK_EQ(words(missing.compare(table_of({a, b}), shown, 18 * second)), names{"b.io/v1/B"});
}

TEST_CASE("a missing kind is undecided when it is looked for again, and its other version is found at once") {
  looks x;
  const auto second_version = a_kind("b.io", "B", "v2");
  (void)x.see(table_of({a, b}), 0);
  (void)x.see(table_of({a}), second);
  CHECK(std::holds_alternative<kube::api::kind_undecided>(x.counted.find_again("", b)));
  const auto found = x.counted.find("b.io/v1", "B");
  REQUIRE(std::holds_alternative<kube::api::resource>(found));
  CHECK(std::get<kube::api::resource>(found).is_stale);
  (void)x.see(table_of({a, second_version}), 2 * second);
  const auto preferred = x.counted.find("", "B");
  REQUIRE(std::holds_alternative<kube::api::resource>(preferred));
  CHECK_EQ(std::get<kube::api::resource>(preferred).version, "v2");
  const auto other = x.counted.find_again("", b);
  REQUIRE(std::holds_alternative<kube::api::resource>(other));
  CHECK_EQ(std::get<kube::api::resource>(other).version, "v2");
  CHECK(std::holds_alternative<kube::api::kind_in_other_version>(x.counted.find_again("b.io/v1", b)));
}

TEST_SUITE_END();
