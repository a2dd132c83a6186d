#include "actors/webhooks/entry_trial.hpp"

#include "actors/messages/webhooks.hpp"
#include "refusing_api.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <optional>
#include <string>

using actors::webhooks::entry_trial;
using text::json;

namespace {

struct trial_world : test::api_world {
  core::webhooks::entry_verdicts verdicts;
  std::unique_ptr<entry_trial> trial;
  std::optional<entry_trial::finding> found;

  static json entry(const std::string& name) { return json::object({{"name", name}}); }

  void run(const std::vector<std::string>& names) {
    found.reset();
    test::act_as_registrar(fixture, [this, names](actors::webhooks::registrar_self self) {
      trial = std::make_unique<entry_trial>(self, kube, core::bindings::webhook_kind::validating, verdicts);
      std::vector<json> all;
      for (const auto& x : names) all.push_back(entry(x));
      trial->begin(std::move(all), "hooks-hooks", [this](entry_trial::finding x) { found = x; });
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(trial_world, "each entry is created alone in a dry run, and the refused entries are found") {
  test::serve_configurations(*api);
  test::refuse_entries(*api, {"d.e.f"});
  run({"a.b.c", "d.e.f", "g.h.i"});
  CHECK(found == entry_trial::finding::some_refused);
  CHECK(count_requests("POST", "/validatingwebhookconfigurations?dryRun=All") == 3);
  REQUIRE(verdicts.refusal(entry("d.e.f")) != nullptr);
  CHECK(*verdicts.refusal(entry("d.e.f")) == "matchConditions[0].expression: Invalid value: compilation failed");
  CHECK(verdicts.refusal(entry("a.b.c")) == nullptr);
  CHECK_FALSE(api->object("ValidatingWebhookConfiguration", "", "hooks-hooks"));
}

TEST_CASE_FIXTURE(trial_world, "an accepted entry is not refused any more, and a failed answer changes no verdict") {
  test::serve_configurations(*api);
  verdicts.refuse(entry("a.b.c"), "old");
  verdicts.refuse(entry("d.e.f"), "old");
  api->fail_next({{"POST", "dryRun"}, simulation::refusal(403, "Forbidden"), 1});
  run({"a.b.c", "d.e.f"});
  CHECK(found == entry_trial::finding::none_refused);
  CHECK(verdicts.refusal(entry("a.b.c")) == nullptr);
  CHECK(verdicts.refusal(entry("d.e.f")) != nullptr);
}
