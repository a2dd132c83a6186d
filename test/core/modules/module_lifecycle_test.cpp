#include "core/modules/module_lifecycle.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace base;
using namespace core::modules;
using namespace core::modules::module_step;

namespace {

const module_hooks all_hooks{{"s1", "s2"}, {"b"}, {"a"}, {"bd"}, {"ad"}, true};

std::string text_of(const effect& x) {
  if (const auto* hook = std::get_if<run_hook>(&x)) return hook->hook;
  if (std::holds_alternative<look_up_release>(x)) return "look";
  if (std::holds_alternative<load_hooks>(x)) return "load";
  if (std::holds_alternative<start_monitors>(x)) return "monitors";
  if (std::holds_alternative<synchronize>(x)) return "sync";
  if (std::holds_alternative<enable_schedules>(x)) return "schedules";
  if (std::holds_alternative<run_helm>(x)) return "helm";
  if (std::holds_alternative<uninstall>(x)) return "uninstall";
  if (std::holds_alternative<remove_record>(x)) return "record";
  if (std::holds_alternative<forget>(x)) return "forget";
  switch (std::get<finish>(x).outcome) {
    case finish::kind::done: return "done";
    case finish::kind::again: return "again";
    case finish::kind::failed: return "failed";
  }
  return "";
}

/// Carries out a run or a deletion. Effects in `fails` fail once. @param release the result of
/// `look_up_release`.
std::string carry_out(module_lifecycle& lifecycle, effect effect, std::set<std::string> fails = {},
                      release_at_deletion release = release_at_deletion::present) {
  std::string done;
  for (;;) {
    const auto now = text_of(effect);
    done += (done.empty() ? "" : " ") + now;
    if (std::holds_alternative<finish>(effect)) return done;
    if (fails.erase(now) != 0)
      effect = lifecycle.failed({error_code::process_failed, now});
    else if (now == "look")
      effect = lifecycle.release_found(release);
    else if (now == "load")
      effect = lifecycle.loaded(all_hooks);
    else
      effect = lifecycle.succeeded();
  }
}

/// The history of a module, for the rules, which do not use the state machine.
struct history {
  bool loaded = false;
  bool started = false; ///< all onStartup hooks have succeeded in a single run
  bool monitored = false;
  bool synchronized = false;
  bool scheduled = false;
  bool uninstalled = false;
  bool hooks_of_deletion_done = false;
};

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// All effects of a run without failures.
std::vector<std::string> expected_run(const history& past, const module_hooks& hooks) {
  std::vector<std::string> effects;
  if (past.uninstalled) {
    effects.push_back("forget");
    append(effects, expected_run(history{}, hooks));
    return effects;
  }
  if (!past.loaded) effects.push_back("load");
  if (!past.started) append(effects, hooks.on_startup);
  if (!past.monitored) effects.push_back("monitors");
  if (!past.synchronized) effects.push_back("sync");
  if (!past.scheduled) effects.push_back("schedules");
  append(effects, hooks.before_helm);
  effects.push_back("helm");
  append(effects, hooks.after_helm);
  return effects;
}

std::vector<std::string> expected_deletion(const history& past, const module_hooks& hooks) {
  const bool needs_snapshots =
    hooks.has_kubernetes_bindings && !(hooks.before_delete_helm.empty() && hooks.after_delete_helm.empty());
  std::vector<std::string> effects;
  if (!past.uninstalled) effects.push_back("look");
  if (!past.loaded) effects.push_back("load");
  if (!past.monitored && needs_snapshots && !past.hooks_of_deletion_done) effects.push_back("monitors");
  if (!past.uninstalled) {
    append(effects, hooks.before_delete_helm);
    effects.push_back("uninstall");
  }
  if (!past.hooks_of_deletion_done) append(effects, hooks.after_delete_helm);
  effects.push_back("record");
  effects.push_back("forget");
  return effects;
}

void note(history& past, const std::string& effect, const module_hooks& hooks) {
  if (effect == "load") past.loaded = true;
  if (!hooks.on_startup.empty() && effect == hooks.on_startup.back()) past.started = true;
  if (effect == "monitors") past.monitored = true;
  if (effect == "sync") past.synchronized = true;
  if (effect == "schedules") past.scheduled = true;
  if (effect == "uninstall") past.uninstalled = true;
  if (effect == "record") past.hooks_of_deletion_done = true;
  if (effect == "forget") past = history{};
}

module_hooks any_hooks(std::mt19937& random) {
  const auto some = [&random](const std::string& name) {
    std::vector<std::string> hooks;
    for (auto n = random() % 3; n > 0; --n) hooks.push_back(name + std::to_string(n));
    return hooks;
  };
  module_hooks hooks{some("s"), some("b"), some("a"), some("bd"), some("ad")};
  hooks.has_kubernetes_bindings = random() % 2 == 0;
  return hooks;
}

/// A module with runs and deletions in random order that sometimes fail.
struct random_life {
  explicit random_life(std::uint32_t seed) : random(seed), hooks(any_hooks(random)) {}

  void run() {
    // A module may be enabled again without a deletion, while a hook has no valid configuration or a list is
    // refused.
    if (!past.loaded || (!past.synchronized && random() % 4 == 0)) {
      ++enabling;
      past.started = false;
    }
    carry_out(x.begin_run(enabling), expected_run(past, hooks));
  }

  void remove() { carry_out(x.begin_delete(), expected_deletion(past, hooks)); }

  void carry_out(effect effect, const std::vector<std::string>& expected) {
    const auto fails_at = random() % (2 * expected.size()); // after the end: no step fails
    std::string end = "done";
    for (std::size_t i = 0; i < expected.size(); ++i) {
      REQUIRE(text_of(effect) == expected[i]);
      // When the record is to be removed, the hooks are done, even if the removal fails.
      if (expected[i] == "record") past.hooks_of_deletion_done = true;
      if (i == fails_at) {
        effect = x.failed({error_code::process_failed, "it fails"});
        end = "failed";
        break;
      }
      const auto* hook = std::get_if<run_hook>(&effect);
      if (hook != nullptr && hook->at == moment::after_helm && random() % 4 == 0) {
        x.values_changed_after_helm();
        end = "again";
      }
      note(past, expected[i], hooks);
      if (expected[i] == "look")
        effect = x.release_found(release_at_deletion::present);
      else
        effect = expected[i] == "load" ? x.loaded(hooks) : x.succeeded();
    }
    REQUIRE(text_of(effect) == end);
  }

  std::mt19937 random;
  module_hooks hooks;
  module_lifecycle x;
  history past;
  std::uint64_t enabling = 1;
};

} // namespace

TEST_SUITE("core/module_lifecycle") {
  TEST_CASE("the first run of an enabling goes through all phases, the next ones begin at beforeHelm") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_run(1)) == "load s1 s2 monitors sync schedules b helm a done");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
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
    CHECK(text_of(effect) == "a");
    x.values_changed_after_helm();
    CHECK(text_of(x.succeeded()) == "again");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
  }

  TEST_CASE("a deletion keeps monitors until its hooks have run, then forgets everything") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    CHECK(carry_out(x, x.begin_delete()) == "look bd uninstall ad record forget done");
    CHECK(carry_out(x, x.begin_run(2)) == "load s1 s2 monitors sync schedules b helm a done");
  }

  TEST_CASE("a module that never ran starts its monitors before its deletion hooks see snapshots") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete()) == "look load monitors bd uninstall ad record forget done");
  }

  TEST_CASE("a failed afterDeleteHelm hook does not uninstall again") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {"ad"}) == "look load monitors bd uninstall ad failed");
    CHECK(carry_out(x, x.begin_delete()) == "ad record forget done");
  }

  TEST_CASE("a record that cannot be removed is removed by the next try, without the hooks") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {"record"}) == "look load monitors bd uninstall ad record failed");
    CHECK(carry_out(x, x.begin_delete()) == "record forget done");
  }

  TEST_CASE("a deletion of an earlier process goes on after its uninstall") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {}, release_at_deletion::uninstalled)
          == "look load monitors ad record forget done");
  }

  TEST_CASE("a module of which nothing has begun and nothing is released has nothing to delete") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {}, release_at_deletion::none) == "look forget done");
    carry_out(x, x.begin_run(1), {"helm"});
    CHECK(carry_out(x, x.begin_delete(), {}, release_at_deletion::none) == "look bd uninstall ad record forget done");
  }

  TEST_CASE("a module enabled again before it was uninstalled runs without starting up again") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    carry_out(x, x.begin_delete(), {"uninstall"});
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
    CHECK(carry_out(x, x.begin_delete()) == "look bd uninstall ad record forget done");
  }

  TEST_CASE("a module enabled again after it was uninstalled starts up as after a complete deletion") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    carry_out(x, x.begin_delete(), {"ad"});
    CHECK_FALSE(x.has_started_up());
    CHECK(carry_out(x, x.begin_run(1)) == "forget load s1 s2 monitors sync schedules b helm a done");
    CHECK(carry_out(x, x.begin_run(1)) == "b helm a done");
  }

  TEST_CASE("hooks of a deletion that have not run are not forgotten with it") {
    module_lifecycle x;
    carry_out(x, x.begin_run(1));
    carry_out(x, x.begin_delete(), {"ad"}, release_at_deletion::none);
    CHECK(carry_out(x, x.begin_run(2), {"load"}) == "forget load failed");
    CHECK(carry_out(x, x.begin_delete(), {"load"}, release_at_deletion::none) == "look load failed");
    CHECK(carry_out(x, x.begin_delete(), {}, release_at_deletion::none)
          == "look load monitors bd uninstall ad record forget done");
    CHECK(carry_out(x, x.begin_delete(), {}, release_at_deletion::none) == "look forget done");
  }

  TEST_CASE("an enabling that begins without a deletion starts up again, and monitors that run are kept") {
    module_lifecycle x;
    CHECK(carry_out(x, x.begin_delete(), {"bd"}) == "look load monitors bd failed");
    CHECK_FALSE(x.has_started_up());
    CHECK(carry_out(x, x.begin_run(1), {"sync"}) == "s1 s2 sync failed");
    CHECK(carry_out(x, x.begin_run(2)) == "s1 s2 sync schedules b helm a done");
    CHECK(x.has_started_up());
  }

  TEST_CASE("after Helm was refused, the onStartup hooks run again, and after another failure of Helm they do not") {
    module_lifecycle lifecycle;
    const auto refuse_helm = [&](effect effect) {
      std::string done;
      for (;;) {
        const auto now = text_of(effect);
        done += (done.empty() ? "" : " ") + now;
        if (std::holds_alternative<finish>(effect)) return done;
        if (now == "helm")
          effect = lifecycle.refused({error_code::process_failed, now});
        else
          effect = now == "load" ? lifecycle.loaded(all_hooks) : lifecycle.succeeded();
      }
    };
    CHECK(refuse_helm(lifecycle.begin_run(1)) == "load s1 s2 monitors sync schedules b helm failed");
    CHECK(refuse_helm(lifecycle.begin_run(1)) == "s1 s2 sync schedules b helm failed");
    CHECK(carry_out(lifecycle, lifecycle.begin_run(1), {"helm"}) == "s1 s2 sync schedules b helm failed");
    CHECK(carry_out(lifecycle, lifecycle.begin_run(1)) == "b helm a done");
  }

  TEST_CASE("whatever fails in any order, runs and deletions do what is left, once each") {
    for (std::uint32_t seed = 1; seed <= 500; ++seed) {
      CAPTURE(seed);
      random_life life(seed);
      for (int task = 0; task < 30; ++task) life.random() % 3 == 0 ? life.remove() : life.run();
    }
  }
}
