#include "core/status/kubernetes_event_limit.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

constexpr std::int64_t second = 1'000'000;

kubernetes_event failed(const std::string& module, const std::string& why = "no") {
  return {kubernetes_event_kind::module_failed, "module '" + module + "'", why};
}

} // namespace

TEST_CASE("a repeated Event raises the count of its series, and another Event begins another series") {
  kubernetes_event_limit series;
  const auto first = *series.tell(failed("web", "exit status 1"), 0, 100);
  CHECK(first.count == 1);
  const auto other = *series.tell(failed("db"), 0, 150);
  CHECK(other.number != first.number);
  const auto again = *series.tell(failed("web", "exit status 2"), 0, 200);
  CHECK(again.count == 2);
  CHECK(again.number == first.number);
  CHECK(again.first_us == 100);
  CHECK(again.last_us == 200);
  CHECK(again.text == "exit status 2");
  CHECK(series.tell(failed("web", "killed"), 0, 300)->count == 1);
}

TEST_CASE("Events beyond the bound are left out, and the next Event says how many") {
  kubernetes_event_limit series;
  for (int i = 0; i < kubernetes_event_limit::burst; ++i)
    REQUIRE(series.tell(failed("m" + std::string(i, 'x')), 0, 0) != nullptr);
  CHECK(series.tell(failed("web"), 0, 0) == nullptr);
  CHECK(series.tell(failed("web"), 59 * second, 0) == nullptr);
  const auto* told = series.tell(failed("web"), 60 * second, 0);
  REQUIRE(told != nullptr);
  CHECK(told->count == 1);
  CHECK(told->text == "no (left out before this: 2 Events; addon-operator status has the present state)");
  CHECK(series.tell(failed("web"), 61 * second, 0) == nullptr);
  CHECK_MESSAGE(series.tell(failed("db"), 120 * second, 0)->text.find("1 Event") != std::string::npos, "counted anew");
}

TEST_CASE("an Event that could not be told counts as left out") {
  kubernetes_event_limit series;
  series.leave_out();
  CHECK(series.tell(failed("web"), 0, 0)->text.find("left out before this: 1 Event;") != std::string::npos);
}

TEST_CASE("only the last series are remembered") {
  kubernetes_event_limit series;
  std::int64_t now = 0;
  const auto first = series.tell(failed("first"), now, 0)->number;
  for (std::size_t i = 0; i < kubernetes_event_limit::remembered_max; ++i)
    REQUIRE(series.tell(failed(std::string(i + 1, 'x')), now += 60 * second, 0) != nullptr);
  CHECK(series.tell(failed("first"), now + 60 * second, 0)->number != first);
}
