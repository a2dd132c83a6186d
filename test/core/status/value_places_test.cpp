#include "core/status/value_places.hpp"

#include "core/status/platform_status.hpp"
#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;

TEST_SUITE("core/value_places") {
  TEST_CASE("a failure names places of values") {
    struct row {
      const char* failure;
      std::vector<std::string> places;
    };
    for (const auto& r : std::vector<row>{
           {"objects.yaml:5:17 executing \"x\" at <.Values.global.zones>: range can't iterate over <redacted>",
            {"global.zones"}},
           {"(portal/templates/objects.yaml:5:14): the portal needs global.license.key", {"global.license.key"}},
           {"at <(.Values.global.license).key>: nil pointer", {"global.license"}},
           {"at <.Values.web.port> and <.Values.web.port>; needs web.host.", {"web.port", "web.host"}},
           {"at <include \"web.url\" .>: error calling include: _helpers.tpl:3:56 executing \"web.url\" at <$x.y>", {}},
           {"hook '20-zones.sh': exit status 1", {}},
           {"web.port must be of type integer, got a string (from key 'web' of the ConfigMap)", {}},
           {"/tmp/global.zones, a-global.zones and x@global.zones are no places", {}},
           {"curl: (6) Could not resolve host: web.identity.svc.cluster.local", {}},
           {"dial tcp: lookup web.identity on 10.96.0.10:53: no such host; web.identity:8200 and web.a.svc", {}},
           {".Values.global, global. and global..x", {}}}) {
      CAPTURE(r.failure);
      auto found = value_places_in(r.failure);
      std::erase_if(found, [](const std::string& x) { return !x.starts_with("global") && !x.starts_with("web."); });
      CHECK_EQ(found, r.places);
    }
  }

  TEST_CASE("the source of a value is named with its time and with the type before") {
    const value_places known{
      {"global.zones", {"a string", "set by global hook '20-zones.sh'", "a list", test::seconds_ago(60)}},
      {"global.license.key", {}},
      {"web.port", {"a number", "from modules/values.yaml", "", 0}}};
    const auto words = [&](const char* failure) { return words_about_values(failure, known); };
    CHECK_EQ(
      words("<.Values.global.zones>: range"),
      "global.zones is a string since 2026-11-25 03:14:32, set by global hook '20-zones.sh'; before it was a list");
    CHECK_EQ(words("needs global.license.key"),
             "no hook, no values file and no key of the ConfigMap has set global.license.key so far");
    CHECK_EQ(words("<.Values.web.port>"), "web.port is a number, from modules/values.yaml");
    CHECK_EQ(words("no such host: reports.example.com"), "");
  }

  TEST_CASE("a problem of a failed module ends with the sources of its values") {
    auto x = test::failing_platform();
    x.queues[0].tasks[0].failure = "helm template landing: <.Values.global.zones>: no";
    x.values["global.zones"] = {"a string", "from key 'global' of the ConfigMap", "", 0};
    CHECK_EQ(
      assemble(x).problems.at(0).cause,
      "module 'landing' has failed 3 times: helm template landing: <.Values.global.zones>: no; global.zones is a "
      "string, from key 'global' of the ConfigMap");
    CHECK(assemble(x).problems.at(0).next_step.find("resume landing") == std::string::npos);
    x.values["global.zones"].source = "set by global hook '20-zones.sh'";
    x.values["global.zones"].is_set_in_main = true;
    CHECK(assemble(x).problems.at(0).next_step.starts_with(
      "if global.zones is wrong, repair its source (the hook, or the thing that the hook reads); after the repair "
      "`addon-operator module pause landing` and then `module resume landing`, because the hook's next run waits "
      "behind "
      "the module; the next try is in 12 s"));
    x.queues[0].aside = {x.queues[0].tasks[0]};
    x.queues[0].tasks.clear();
    CHECK(assemble(x).problems.at(0).next_step.find("resume landing") == std::string::npos);
  }

  TEST_CASE("a loop is a problem with its next step") {
    auto x = test::quiet_platform();
    x.loops.push_back({"two hooks have no rest", "pause one"});
    REQUIRE_EQ(assemble(x).problems.size(), 1);
    CHECK_EQ(assemble(x).problems[0].cause, "two hooks have no rest");
    CHECK_EQ(assemble(x).problems[0].next_step, "pause one");
  }
}
