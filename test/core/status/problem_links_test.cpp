#include "core/status/problem_links.hpp"

#include <doctest/doctest.h>

using namespace core::status;

namespace {

std::vector<status_problem> refused() {
  return {{"module 'landing' has failed 3 times: reading the API server's version: Unauthorized", "a", 5},
          {"ConfigMap key 'x' has no effect", "b"},
          {"watch of Pod is lost since 2026-11-26T21:37:46Z: Unauthorized", {}, 3},
          {"watch of Secret is lost since 2026-11-26T21:37:47Z: Unauthorized"}};
}

} // namespace

TEST_SUITE("core/problem_links") {
  TEST_CASE("all problems from a refused login are one, before the rest") {
    auto all = refused();
    fold_refused_login(all, {"client certificate /a.crt, expired since yesterday", "renew it"});
    REQUIRE_EQ(all.size(), 2);
    CHECK_EQ(all[0].cause, "the API server refuses the operator's login (401 Unauthorized): client certificate /a.crt, "
                           "expired since yesterday; 3 problems come of it: module 'landing' has failed 3 times, watch "
                           "of Pod, and 1 more because of it");
    CHECK_EQ(all[0].next_step, "renew it");
    CHECK_EQ(all[0].since_us, 3);
    CHECK_EQ(all[1].next_step, "b");
  }

  TEST_CASE("a login that is not known has a step all the same") {
    std::vector<status_problem> all{{"watch of Pod is lost since 2026-11-26T21:37:46Z: Unauthorized"}};
    fold_refused_login(all, {});
    REQUIRE_EQ(all.size(), 1);
    CHECK_MESSAGE(all[0].cause.ends_with("(401 Unauthorized); 1 problem comes of it: watch of Pod"), all[0].cause);
    CHECK_FALSE(all[0].next_step.empty());
  }

  TEST_CASE("the refused login of a hook is not the operator's") {
    std::vector<status_problem> all{{"hook 'a' of module 'b' has failed once: exit status 1: error: Unauthorized"},
                                    {"watch of Pod is lost since 2026-11-26T21:37:46Z: no route"}};
    fold_refused_login(all, {"x", "y"});
    CHECK_EQ(all.size(), 2);
    all.push_back({"watch of Secret is lost since 2026-11-26T21:37:46Z: Unauthorized"});
    fold_refused_login(all, {"x", "y"});
    CHECK_EQ(all.size(), 3);
  }

  TEST_CASE("a hold points at the problem of its hook, or at the command that finds it") {
    const std::string hold =
      "release of module 'a' is held: values were set by hooks: global hook 'hooks/20.sh' (it runs)";
    const std::vector<status_problem> all{
      {"ConfigMap key 'x' has no effect"},
      {hold},
      {"global hooks wait for objects: hook 'hooks/20.sh', binding 'b': no answer"}};
    CHECK(is_hold(all[1]));
    CHECK_FALSE(is_hold(all[2]));
    CHECK(step_before_hold(hold, all).starts_with("solve problem 3 first"));
    CHECK(step_before_hold(hold, {{hold}}).starts_with("`addon-operator trace why run hooks/20.sh`"));
    CHECK_EQ(step_before_hold("release of module 'a' is held: no file", all), "");
    const std::string blank =
      "release of module 'a' is held: web.key; values are set by hook 'hooks/a.sh'. …: kubectl -n "
      "x label secret s moduleGivesUp=3";
    CHECK_EQ(
      step_before_hold(blank, {}),
      "have hook 'hooks/a.sh' set the value again: look at the objects that it reads, and at its output, and the "
      "release is decided again by itself; or, if the loss is meant: `kubectl -n x label secret s "
      "moduleGivesUp=3`");
    const std::string gone =
      "release of module 'a' is held: global hook 'hooks/20.sh' (no global hook that is executable and configures was "
      "found in /global: is the directory complete in the image?)";
    CHECK(step_before_hold(gone, {{gone}}).starts_with("bring the directory of the hooks back"));
  }

  TEST_CASE("the cause in the operator's words comes first, and once") {
    CHECK_EQ(with_cause("", "a"), "a");
    CHECK_EQ(with_cause("no server", "a: b"), "no server; in full: a: b");
    CHECK_EQ(cause_first("watch of Bucket is lost: corrupt", "no server", {}),
             "watch of Bucket is lost: no server; in full: corrupt");
    CHECK_EQ(cause_first("watch of Bucket is lost: corrupt", "no server", {{"x"}, {"module: no server; in full: y"}}),
             "watch of Bucket is lost: the cause is that of problem 2");
    CHECK_EQ(cause_first("watch of Bucket is lost: corrupt", "", {}), "watch of Bucket is lost: corrupt");
  }

  TEST_CASE("a hook that has not run yet has the number of its own problem") {
    std::vector<status_problem> all{
      {"module 'a' has failed once: no key; global hook '30.sh' has not run yet: it runs at a time"},
      {"global hook '30.sh': crontab never fires"},
      {"global hook '31.sh': crontab never fires"}};
    tie_hooks(all);
    CHECK_EQ(
      all[0].cause,
      "module 'a' has failed once: no key; global hook '30.sh' has not run yet (see problem 2): it runs at a time");
    CHECK_EQ(all[1].cause, "global hook '30.sh': crontab never fires");
  }

  TEST_CASE("the same advice is given once") {
    const std::vector<status_problem> all{{"a", "x"}, {"b", "raise the quota; the next try is in 2 s"}};
    CHECK_EQ(advice_once("raise the quota", all), "the step of problem 2 is for this, too");
    CHECK_EQ(advice_once("lower it", all), "lower it");
    CHECK_EQ(advice_once("", all), "");
  }
}
