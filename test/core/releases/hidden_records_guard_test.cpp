#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("a first revision is held while records of the release lack Helm's labels") {
  auto x = planned({}, {web});
  x.last.reset();
  auto found = x;
  found.hidden_records = {{"web", 3, {{"owner", "helm"}}}};
  check(hidden_records_guard,
        {{"not looked for", x, "hidden records?"},
         {"a record", found, "hold"},
         {"none", with(x, [](auto& change) { change.hidden_records.emplace(); }), "pass"},
         {"there is a release", with(found, [](auto& change) { change.last = last(); }), "pass"}});
  const auto held = std::get<guard_answer::hold>(hidden_records_guard.answer(found));
  CHECK(held.ends_with_label);
  CHECK_MESSAGE(held.why.reason.find("Secret 'sh.helm.release.v1.web.v3'") != std::string::npos, held.why.reason);
  CHECK_MESSAGE(held.why.way_out.starts_with("Give the labels back (`kubectl -n apps label secret "
                                             "sh.helm.release.v1.web.v3 owner=helm --overwrite`)"),
                held.why.way_out);
}
