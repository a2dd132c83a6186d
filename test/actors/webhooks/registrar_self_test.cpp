#include "actors/webhooks/registrar_self.hpp"

#include "actors/messages/webhooks.hpp"
#include "kube/api/request.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <optional>
#include <string>

namespace {

struct call_world : test::api_world {
  std::optional<base::result<text::json>> got;

  void call(const std::string& name) {
    const kube::api::resource maps{
      .group = "", .version = "v1", .kind = "ConfigMap", .plural = "configmaps", .namespaced = true};
    test::act_as_registrar(fixture, [this, maps, name](actors::webhooks::registrar_self self) {
      actors::webhooks::call_for_object(self, kube,
                                        kube::api::get_request(maps, {.namespace_ = "default", .name = name}),
                                        [this](const base::result<text::json>& x) { got = x; });
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(call_world, "an answer gives the object, or the failure with its code") {
  api->put_object(test::config_map("default", "there"));
  call("there");
  REQUIRE(got);
  REQUIRE(*got);
  CHECK((*got)->find("metadata")->string_at("name") == "there");
  call("missing");
  REQUIRE_FALSE(*got);
  CHECK(got->error().code == base::error_code::not_found);
}

TEST_CASE_FIXTURE(call_world, "a kube client that has ended is a failure") {
  actors::framework::stop_now(kube);
  fixture.run();
  call("there");
  REQUIRE(got);
  REQUIRE_FALSE(*got);
  CHECK(got->error().code == base::error_code::unavailable);
  CHECK(got->error().message.starts_with("the kube client has ended: "));
}
