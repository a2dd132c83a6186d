#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("a chart without templates is refused if its release has objects") {
  const auto x = planned({web}, {});
  check(template_guard,
        {{"objects", x, "refuse"},
         {"no objects", planned({}, {}), "pass"},
         {"the record was not read", with(x, [](auto& change) { change.is_record_read = false; }), "record?"},
         {"the record cannot be read", with(x, [](auto& change) { change.released = nullptr; }), "refuse"},
         {"no release", with(x, remove_release), "pass"},
         {"an uninstalled release", with(x, uninstall), "pass"},
         {"a release of another client", with(x, [](auto& change) { change.last->labels.clear(); }), "pass"}});
  const auto said = [](chart_kind kind) {
    auto lacking = planned({web}, {});
    lacking.chart.kind = kind;
    return std::get<guard_answer::refuse>(template_guard.answer(lacking)).why.message;
  };
  CHECK(
    said(chart_kind::chart)
      .starts_with("/modules/010-web has no templates, but there is release 'web', revision 3, whose objects stay"));
  CHECK(said(chart_kind::none).starts_with("/modules/010-web has neither Chart.yaml nor templates"));
  CHECK(said(chart_kind::none).ends_with("(webEnabled: \"false\")"));
}
