#include "actors/webhooks/unclaimed_conversions.hpp"

#include "actors/messages/webhooks.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using text::json;

namespace {

constexpr auto webhook = R"({"strategy":"Webhook"})";

struct conversions_world : test::api_world {
  std::unique_ptr<actors::webhooks::unclaimed_conversions> conversions;
  std::vector<std::string> watched;
  actors::messages::webhook_registrar_actor part;
  std::function<void(actors::webhooks::unclaimed_conversions&)> next;

  void put(const std::string& plural, const std::string& platform, const std::string& conversion = webhook) {
    api->put_object(*text::parse_json(
      R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":")" + plural
      + R"(.x.io","annotations":{"addon-operator/conversion-platform":")" + platform
      + R"("}},"spec":{"group":"x.io","scope":"Namespaced","names":{"kind":"K)" + plural + R"(","plural":")" + plural
      + R"("},"versions":[{"name":"v1","served":true,"storage":true}],"conversion":)" + conversion + "}}"));
    fixture.run();
  }
  /// Calls the function on the same actor each time.
  void act(std::function<void(actors::webhooks::unclaimed_conversions&)> call) {
    next = std::move(call);
    if (!conversions)
      part = fixture.own(actors::framework::spawn<test::registrar_part>(
        fixture.system(), actors::framework::placement::shared, fixture.shared(), "registrar_part",
        [this](actors::webhooks::registrar_self self) {
          if (!conversions)
            conversions = std::make_unique<actors::webhooks::unclaimed_conversions>(
              self, kube, supervisor, "ops/web", [this](const std::string& x) { watched.push_back(x); });
          next(*conversions);
        }));
    fixture.tell(part, actors::messages::webhooks_wanted{{}, std::make_shared<const core::webhooks::webhook_wish>()});
    fixture.run();
  }
  void look(const std::set<std::string>& converted) {
    act([converted](auto& x) { x.look(converted); });
  }
  void look_again() {
    act([](auto& x) { x.look_again(); });
  }
  std::string state(const std::string& name) { return states["conversion of " + name]; }
  std::size_t lists() const { return count_requests("GET", "/customresourcedefinitions?"); }
};

} // namespace

TEST_CASE_FIXTURE(conversions_world, "a definition that this platform converts without a hook is named once") {
  put("tabs", "ops/web");
  put("bars", "other/web");
  put("cars", "ops/web", R"({"strategy":"None"})");
  put("dots", "ops/web");
  look({"dots.x.io"});
  CHECK(state("tabs.x.io").find("no hook converts its objects any more") != std::string::npos);
  CHECK(state("tabs.x.io").find("kubectl patch crd tabs.x.io --type merge") != std::string::npos);
  CHECK(log.count({"WARN conversion_without_hook", "definition=tabs.x.io"}) == 1);
  CHECK(log.count({"conversion_without_hook"}) == 1);
  CHECK(watched == std::vector<std::string>{"tabs.x.io"});
  look({"dots.x.io"});
  look_again();
  CHECK(log.count({"conversion_without_hook"}) == 1);
}

TEST_CASE_FIXTURE(conversions_world, "the report ends when the hook is back, or when the conversion is taken out") {
  put("tabs", "ops/web");
  put("dots", "ops/web");
  look({});
  CHECK_FALSE(state("tabs.x.io").empty());
  CHECK_FALSE(state("dots.x.io").empty());
  look({"dots.x.io"});
  CHECK(state("dots.x.io").empty());
  CHECK_FALSE(state("tabs.x.io").empty());
  put("tabs", "ops/web", R"({"strategy":"None"})");
  look_again();
  CHECK(state("tabs.x.io").empty());
  const auto before = lists();
  look_again();
  look({"dots.x.io"});
  CHECK_MESSAGE(lists() == before, "nothing is reported, and the hooks convert the same");
}

TEST_CASE_FIXTURE(conversions_world, "a look that fails ends no report, and is made again") {
  put("tabs", "ops/web");
  look({});
  CHECK_FALSE(state("tabs.x.io").empty());
  api->fail_next({{"GET", "/customresourcedefinitions"}, simulation::refusal(500, "InternalError"), 1});
  look_again();
  CHECK_FALSE(state("tabs.x.io").empty());
  const auto before = lists();
  look({});
  CHECK(lists() == before + 1);
}

TEST_CASE_FIXTURE(conversions_world, "without the right to list definitions there is a single look") {
  api->fail_next({{"GET", "/customresourcedefinitions"}, simulation::refusal(403, "Forbidden"), 1});
  look({});
  const auto before = lists();
  look({});
  CHECK(lists() == before);
}
