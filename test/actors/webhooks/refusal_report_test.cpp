#include "actors/webhooks/refusal_report.hpp"

#include "actors/messages/webhooks.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <string>
#include <vector>

namespace {

using core::webhooks::held_entry;
using core::webhooks::refused_webhook;

refused_webhook refused(const std::string& name, const std::string& words, held_entry held = held_entry::none) {
  core::bindings::webhook_binding x;
  x.name = name;
  return {{"hooks/a.sh", std::make_shared<const core::bindings::webhook_binding>(x), "web"}, words, held};
}

struct report_world : test::api_world {
  std::unique_ptr<actors::webhooks::refusal_report> report;

  void show(const std::vector<refused_webhook>& all) {
    test::act_as_registrar(fixture, [this, all](actors::webhooks::registrar_self self) {
      if (!report) report = std::make_unique<actors::webhooks::refusal_report>(self, supervisor);
      report->show(all);
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(report_world, "a refused webhook is named with its hook, its module and the words, once") {
  show({refused("a.b.c", "no CEL")});
  show({refused("a.b.c", "no CEL")});
  CHECK(states["webhook 'a.b.c' of hook 'hooks/a.sh' of module 'web'"]
        == "the API server refuses it: no CEL: the API server does not ask the hook; other webhooks are registered; "
           "correct the binding");
  CHECK(log.count({"webhook_refused", "no CEL"}) == 1);
  show({refused("a.b.c", "no rule", held_entry::earlier)});
  CHECK(states["webhook 'a.b.c' of hook 'hooks/a.sh' of module 'web'"].find("no rule: the earlier registration")
        != std::string::npos);
  CHECK(log.count({"webhook_refused"}) == 2);
}

TEST_CASE_FIXTURE(report_world, "the end of a refusal ends its report alone") {
  show({refused("a.b.c", "1"), refused("d.e.f", "2")});
  show({refused("d.e.f", "2")});
  CHECK(states["webhook 'a.b.c' of hook 'hooks/a.sh' of module 'web'"].empty());
  CHECK_FALSE(states["webhook 'd.e.f' of hook 'hooks/a.sh' of module 'web'"].empty());
}
