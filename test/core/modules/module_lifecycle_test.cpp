#include "core/modules/module_lifecycle.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <set>

using namespace core;
using namespace core::module_step;

namespace {

const module_hooks all_hooks{{"s1", "s2"}, {"b"}, {"a"}, {"bd"}, {"ad"}, true};

std::string text(const module_effect& x) {
  if (const auto* hook = std::get_if<run_hook>(&x)) return hook->hook;
  if (std::holds_alternative<load_hooks>(x)) return "load";
  if (std::holds_alternative<start_monitors>(x)) return "monitors";
  if (std::holds_alternative<synchronize>(x)) return "sync";
  if (std::holds_alternative<enable_schedules>(x)) return "schedules";
  if (std::holds_alternative<run_helm>(x)) return "helm";
  if (std::holds_alternative<uninstall>(x)) return "uninstall";
  if (std::holds_alternative<forget>(x)) return "forget";
  switch (std::get<finish>(x).outcome) {
    case finish::kind::done: return "done";
    case finish::kind::again: return "again";
    case finish::kind::failed: return "failed";
  }
  return "";
}

/// Carries out one run or deletion. What is in `fails` fails once.
std::string carry_out(module_lifecycle& lifecycle, module_effect effect, std::set<std::string> fails = {}) {
  std::string done;
  for (;;) {
    const auto now = text(effect);
    done += (done.empty() ? "" : " ") + now;
    if (std::holds_alternative<finish>(effect)) return done;
    if (fails.erase(now) != 0)
      effect = lifecycle.failed({error_code::process_failed, now});
    else if (now == "load")
      effect = lifecycle.loaded(all_hooks);
    else
      effect = lifecycle.succeeded();
  }
}

} // namespace

TEST_SUITE("core/module_lifecycle") {
  TEST_CASE("the first run of an enabling goes through all phases, the next ones begin at beforeHelm") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1)) == "load s1 s2 monitors sync schedules b helm a done");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
    CHECK(x.ready());
  }

  TEST_CASE("after a failed onStartup hook all of them run again") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1), {"s2"}) == "load s1 s2 failed");
    CHECK(carry_out(x, x.begin_run(1)) == "s1 s2 monitors sync schedules b helm a done");
  }

  TEST_CASE("after a failed Synchronization onStartup does not run again") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1), {"sync"}) == "load s1 s2 monitors sync failed");
    CHECK(carry_out(x, x.begin_run(1)) == "sync schedules b helm a done");
  }

  TEST_CASE("after a failed Helm or afterHelm the run goes back to beforeHelm") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1), {"helm"}) == "load s1 s2 monitors sync schedules b helm failed");
    CHECK(carry_out(x, x.begin_run(1), {"a"}) == "b helm a failed");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
  }

  TEST_CASE("values changed by afterHelm hooks repeat the run") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1)).ends_with("done"));
    auto effect = x.begin_run(1);
    effect = x.succeeded();
    effect = x.succeeded();
    CHECK(text(effect) == "a");
    x.values_changed_after_helm();
    CHECK(text(x.succeeded()) == "again");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
  }

  TEST_CASE("a deletion keeps monitors until its hooks have run, then forgets everything") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    CHECK(carry_out(x, x.begin_delete()) == "bd uninstall ad forget done");
    CHECK(carry_out(x, x.begin_run(2)) == "load s1 s2 monitors sync schedules b helm a done");
  }

  TEST_CASE("a module that never ran starts its monitors before its deletion hooks see snapshots") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete()) == "load monitors bd uninstall ad forget done");
  }

  TEST_CASE("a failed afterDeleteHelm hook does not uninstall again") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {"ad"}) == "load monitors bd uninstall ad failed");
    CHECK(carry_out(x, x.begin_delete()) == "ad forget done");
  }

  TEST_CASE("a module enabled again before its deletion ended runs without starting up again") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    carry_out(x, x.begin_delete(), {"ad"});
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
    CHECK(carry_out(x, x.begin_delete()) == "bd uninstall ad forget done");
  }
}
