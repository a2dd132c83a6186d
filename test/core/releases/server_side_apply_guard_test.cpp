#include "core/releases/planned_upgrades.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("an upgrade that would delete objects of another client is held") {
  auto x = planned({web, data}, {web});
  auto claimed = x;
  claimed.claimed = {{data, "argocd-controller"}};
  check(server_side_apply_guard,
        {{"no object goes", planned({web}, {web, data}), "pass"},
         {"the objects were not looked up", x, "claimed?"},
         {"no other client", with(x, [](auto& change) { change.claimed.emplace(); }), "pass"},
         {"another client", claimed, "hold"},
         {"an object that stays",
          with(x,
               [](auto& change) {
                 change.claimed = {{web, "argocd-controller"}};
               }),
          "pass"},
         {"confirmed", with(claimed, [](auto& change) { change.last->labels["moduleGivesUp"] = "3"; }), "pass"},
         {"confirmed for an older revision",
          with(claimed, [](auto& change) { change.last->labels["moduleGivesUp"] = "2"; }), "hold"},
         {"there is no release", with(claimed, remove_release), "pass"}});
  const auto held = std::get<guard_answer::hold>(server_side_apply_guard.answer(claimed));
  CHECK(held.ends_with_label);
  CHECK_MESSAGE(held.why.reason.find("apps/ConfigMap/data (argocd-controller)") != std::string::npos, held.why.reason);
  CHECK_MESSAGE(held.why.way_out.find("kubectl -n apps annotate ConfigMap data helm.sh/resource-policy=keep")
                  != std::string::npos,
                held.why.way_out);
}
