#include "core/releases/ending_objects.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::releases;

namespace {

constexpr std::int64_t second_us = 1'000'000;
const manifest_object settings{"v1", "ConfigMap", "web", "settings"};
constexpr auto held = R"({"metadata":{"name":"settings","deletionTimestamp":"2026-01-02T03:04:05Z",
  "finalizers":["a.example.com/hold","b/hold"]}})";

} // namespace

TEST_CASE("an object that is being deleted and that finalizers hold has a mark") {
  CHECK_EQ(ending_mark(held), "2026-01-02T03:04:05Z a.example.com/hold, b/hold");
  CHECK_EQ(ending_mark(R"({"metadata":{"deletionTimestamp":"2026-01-02T03:04:05Z"}})"), "");
  CHECK_EQ(ending_mark(R"({"metadata":{"finalizers":["a"]}})"), "");
  CHECK_EQ(ending_mark(R"({"metadata":{"finalizers":["a"],"annotations":{"a":"\"deletionTimestamp\""}}})"), "");
  CHECK_EQ(ending_mark(R"("deletionTimestamp" no JSON)"), "");
}

TEST_CASE("a deletion that lasts is a problem, until the object has gone") {
  ending_objects all;
  CHECK(all.note(settings, ending_mark(held), second_us));
  CHECK_FALSE(all.note(settings, ending_mark(held), 2 * second_us));
  CHECK_FALSE(all.problem_of({settings}, second_us + ending_objects::grace_us - 1));
  const auto at = second_us + ending_objects::grace_us;
  CHECK_EQ(all.problem_of({settings}, at).value_or(""),
           "web/ConfigMap/settings is being deleted since 2026-01-02T03:04:05Z, held by the finalizer "
           "a.example.com/hold, b/hold");
  CHECK_FALSE(all.problem_of({{"v1", "ConfigMap", "web", "other"}}, at));
  CHECK_EQ(all.all(), std::vector{settings});
  CHECK(all.note(settings, "", at));
  CHECK_FALSE(all.note(settings, "", at));
  CHECK_FALSE(all.problem_of({settings}, at));
}

TEST_CASE("of many objects that are being deleted a few are named") {
  ending_objects all;
  std::vector<manifest_object> objects;
  for (int i = 0; i < 6; ++i) {
    objects.push_back({"v1", "ConfigMap", "web", std::to_string(i)});
    all.note(objects.back(), "T f", 0);
  }
  const auto problem = all.problem_of(objects, ending_objects::grace_us).value_or("");
  CHECK(problem.ends_with(" and 2 more objects are being deleted"));
  CHECK_EQ(problem.find("web/ConfigMap/4"), std::string::npos);
}
