#include "core/status/headline.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

using namespace core::status;

TEST_SUITE("core/headline") {
  TEST_CASE("a problem without a brief has the start of its cause") {
    CHECK_EQ(brief_of({"ConfigMap key 'x' has no effect: no module"}), "ConfigMap key 'x' has no effect");
    CHECK_EQ(brief_of({std::string(300, 'x')}).size(), 100 + std::string("…").size());
    CHECK_EQ(brief_of({"release of module 'shop': revision 2 is pending-upgrade, and another Helm may be at work"}),
             "release of module 'shop': revision 2 is pending-upgrade");
    CHECK_EQ(brief_of({"ConfigMap 'a' in namespace 'b': it has gone. Its last content counts"}),
             "ConfigMap 'a' in namespace 'b': it has gone. Its last content counts");
    CHECK_EQ(brief_of({"values section 'a': ConfigMap: section 'a': a.b must be of type integer"}),
             "values section 'a' cannot be used");
    CHECK_EQ(brief_of({"watch of Pod is lost since 2026-11-25T03:15:00Z: refused"}), "watch of Pod is lost");
    status_problem named{"cause"};
    named.brief = "brief";
    CHECK_EQ(brief_of(named), "brief");
  }

  TEST_CASE("the first module or release of a text is that of its row") {
    CHECK_EQ(module_named_in("watch of A, for hook 'a' of module 'web' is lost"), "web");
    CHECK_EQ(module_named_in("release 'db': x"), "db");
    CHECK_EQ(module_named_in("global hook 'a'"), "");
  }

  TEST_CASE("of many modules that wait the first are named") {
    platform_status x;
    x.is_ready = true;
    x.problems = {{"a: b"}};
    for (const std::string name : {"m1", "m2", "m3", "m4", "m5", "m6", "m7"})
      x.modules.push_back({.name = name, .now = module_state::waiting{"waits"}});
    CHECK_EQ(headline_of(x), "1 PROBLEM: a; m1, m2, m3, m4, m5 and 2 more wait. Ready for 0.0 s");
  }

  TEST_CASE("a lost watch and drift are named in the headline, and in the row of the module") {
    auto x = test::quiet_platform();
    const std::string lost =
      "watch of Tenant (t.example.com/v1alpha1), for hook 'hooks/a.sh' of module 'landing' is lost "
      "since 2026-11-25T03:15:00Z: the API server serves the kind as t.example.com/v1 only";
    const std::string drift = "release 'landing-monitor' differs from its chart: x";
    x.problems = {{{}, lost, lost}, {{}, drift, drift, core::modules::trouble::drifted, "landing-monitor"}};
    const auto status = assemble(x);
    CHECK(
      headline_of(status).starts_with("2 PROBLEMS: hook 'hooks/a.sh' of module 'landing' sees no changes of Tenant; "
                                      "release 'landing-monitor' differs from its chart. Ready"));
    CHECK_EQ(status.modules[0].troubles, std::vector<std::string>{"a hook sees no changes of Tenant (problem 1)"});
    CHECK_EQ(status.modules[1].troubles, std::vector<std::string>{"0 objects differ from the chart (problem 2)"});
  }
}
