// The screens of two replicas, as people see them at 80 and at 160 columns.
#include "core/leadership/leadership_view.hpp"
#include "core/status/status_json.hpp"
#include "core/status/status_samples.hpp"
#include "core/status/status_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::status;

namespace {

std::string status_at(const status_facts& x, std::size_t columns) {
  return text_of_status(assemble(x), columns);
}

status_facts replica(const core::leadership::leadership_view& view) {
  auto x = test::quiet_platform();
  x.lead = {.text = core::leadership::describe(view, "2026-11-25T03:10:33Z"),
            .is_standby = view.stage == core::leadership::leadership_stage::standby,
            .leader_pod = core::leadership::pod_of(view.holder),
            .trouble = view.trouble};
  if (!x.lead.is_standby) return x;
  x.ready_us.reset();
  for (auto& module : x.modules) module = {.name = module.name, .is_decided = false};
  x.releases.clear();
  return x;
}

const core::leadership::leadership_view leads{.stage = core::leadership::leadership_stage::leading,
                                              .holder = "addon-operator-5c7d_1b2c"};
const core::leadership::leadership_view waits{.holder = "addon-operator-5c7d_1b2c"};

} // namespace

TEST_SUITE("core/standby_screens") {
  TEST_CASE("of two replicas the leader has the modules, and the standby names the leader") {
    CHECK_EQ(status_at(replica(leads), 80),
             "Ready for 4 min 12 s, no problem. It is 2026-11-25 03:15:32 UTC; ready since\n"
             "2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica leads since 2026-11-25T03:10:33Z\n"
             "\n"
             "2 modules on: landing, landing-monitor\n"
             "1 module off:\n"
             "  - janitor: no source has a flag janitorEnabled\n"
             "All is well.\n");
    CHECK_EQ(status_at(replica(leads), 160),
             "Ready for 4 min 12 s, no problem. It is 2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica leads since 2026-11-25T03:10:33Z\n"
             "\n"
             "2 modules on: landing, landing-monitor\n"
             "1 module off:\n"
             "  - janitor: no source has a flag janitorEnabled\n"
             "All is well.\n");
    CHECK_EQ(status_at(replica(waits), 80),
             "STANDBY, started 5 min 0 s ago, no problem. It is 2026-11-25 03:15:32 UTC;\n"
             "running since 2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica is a standby, and 'addon-operator-5c7d_1b2c' leads since\n"
             "        2026-11-25T03:10:33Z or longer\n"
             "\n"
             "This replica is a standby: it runs no module and no hook. The leader has all\n"
             "answers: `kubectl -n addon-operator exec addon-operator-5c7d -- addon-operator\n"
             "status`.\n");
    CHECK_EQ(status_at(replica(waits), 160),
             "STANDBY, started 5 min 0 s ago, no problem. It is 2026-11-25 03:15:32 UTC; running since "
             "2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica is a standby, and 'addon-operator-5c7d_1b2c' leads since "
             "2026-11-25T03:10:33Z or longer\n"
             "\n"
             "This replica is a standby: it runs no module and no hook. The leader has all answers: "
             "`kubectl -n addon-operator exec addon-operator-5c7d -- addon-operator\n"
             "status`.\n");
    CHECK(assemble(replica(waits)).is_well());
    CHECK_EQ(json_of(assemble(replica(waits))).find("standby")->dump(), "true");
    CHECK_EQ(json_of(assemble(replica(leads))).find("standby"), nullptr);
    CHECK_EQ(status_at(replica({}), 80),
             "STANDBY, started 5 min 0 s ago, no problem. It is 2026-11-25 03:15:32 UTC;\n"
             "running since 2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica is a standby, and no replica is known to lead\n"
             "\n"
             "This replica is a standby: it runs no module and no hook. No replica is known to\n"
             "lead.\n");
  }

  TEST_CASE("a standby that cannot take over is a problem") {
    auto refused = waits;
    refused.trouble = "no answer within 5 s";
    CHECK_FALSE(assemble(replica(refused)).is_well());
    CHECK_EQ(status_at(replica(refused), 80),
             "1 PROBLEM: this standby cannot take over. STANDBY, started 5 min 0 s ago. It is\n"
             "2026-11-25 03:15:32 UTC; running since 2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica is a standby, and 'addon-operator-5c7d_1b2c' leads since\n"
             "        2026-11-25T03:10:33Z or longer; the last request for the Lease has\n"
             "        failed: no answer within 5 s\n"
             "\n"
             "Problems\n"
             " 1. this standby cannot take over, because its requests for the Lease fail: no\n"
             "    answer within 5 s\n"
             "\n"
             "This replica is a standby: it runs no module and no hook. The leader has all\n"
             "answers: `kubectl -n addon-operator exec addon-operator-5c7d -- addon-operator\n"
             "status`.\n");
    CHECK_EQ(status_at(replica(refused), 160),
             "1 PROBLEM: this standby cannot take over. STANDBY, started 5 min 0 s ago. It is 2026-11-25 "
             "03:15:32 UTC; running since 2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Leader: this replica is a standby, and 'addon-operator-5c7d_1b2c' leads since "
             "2026-11-25T03:10:33Z or longer; the last request for the Lease has failed: no\n"
             "        answer within 5 s\n"
             "\n"
             "Problems\n"
             " 1. this standby cannot take over, because its requests for the Lease fail: no answer within 5 s\n"
             "\n"
             "This replica is a standby: it runs no module and no hook. The leader has all answers: "
             "`kubectl -n addon-operator exec addon-operator-5c7d -- addon-operator\n"
             "status`.\n");
  }
}
