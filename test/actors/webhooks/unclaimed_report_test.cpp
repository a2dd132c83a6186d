#include "actors/webhooks/unclaimed_report.hpp"

#include "actors/messages/webhooks.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <string>
#include <vector>

namespace {

using core::bindings::failure_policy;
using core::bindings::webhook_kind;
using core::webhooks::unclaimed;
using core::webhooks::webhook_owner;
using line = actors::webhooks::unclaimed_report::line;

line lost(const std::string& name, const webhook_owner& owner, unclaimed why,
          failure_policy policy = failure_policy::fail) {
  return {{name, owner, why, policy}, webhook_kind::validating};
}

struct report_world : test::api_world {
  std::unique_ptr<actors::webhooks::unclaimed_report> report;

  void show(const std::vector<line>& all) {
    test::act_as_registrar(fixture, [this, all](actors::webhooks::registrar_self self) {
      if (!report) report = std::make_unique<actors::webhooks::unclaimed_report>(self, supervisor);
      report->show(all, "hooks-hooks");
    });
  }
  std::string state(const std::string& name) {
    return states["webhook '" + name + "' in ValidatingWebhookConfiguration"];
  }
};

} // namespace

TEST_CASE_FIXTURE(report_world,
                  "a webhook without a hook is named once, with its owner, the consequence and the way out") {
  const auto x = lost("a.b.c", {"web-app", "hooks/a.sh"}, unclaimed::module_gone);
  show({x});
  show({x});
  CHECK(state("a.b.c")
        == "no hook has it: it is of hook 'hooks/a.sh' of module 'web-app', and no module has this name; it stays, and "
           "nobody answers it, and requests that it guards are refused (failurePolicy: Fail): bring its hook back, or, "
           "if the webhook is to go, write webAppEnabled: \"false\" into the ConfigMap, or take its entry out of "
           "ValidatingWebhookConfiguration hooks-hooks (kubectl edit)");
  CHECK(log.count({"webhook_without_hook", "hooks/a.sh", "web-app"}) == 1);
  show({lost("a.b.c", {"web-app", "hooks/a.sh"}, unclaimed::hook_gone)});
  CHECK(log.count({"webhook_without_hook"}) == 2);
}

TEST_CASE_FIXTURE(report_world,
                  "a webhook of a global hook has no flag, and one whose policy ignores failures refuses nothing") {
  show({lost("a.b.c", {"", "a.sh"}, unclaimed::hook_gone, failure_policy::ignore)});
  CHECK(
    state("a.b.c").find("requests go on without it (failurePolicy: Ignore): bring its hook back, or, if the webhook "
                        "is to go, take its entry out")
    != std::string::npos);
}

TEST_CASE_FIXTURE(report_world, "the end of an absence ends its report alone") {
  show({lost("a.b.c", {}, unclaimed::ownerless), lost("d.e.f", {}, unclaimed::ownerless)});
  show({lost("d.e.f", {}, unclaimed::ownerless)});
  CHECK(state("a.b.c").empty());
  CHECK_FALSE(state("d.e.f").empty());
}
