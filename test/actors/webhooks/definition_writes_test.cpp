#include "actors/webhooks/definition_writes.hpp"

#include "actors/messages/webhooks.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

using text::json;

namespace {

struct definitions_world : test::api_world {
  core::webhooks::webhook_terms terms;
  core::webhooks::write_contest contest;
  std::unique_ptr<actors::webhooks::definition_writes> writes;
  std::optional<base::result<void>> result;

  definitions_world() {
    terms.place.namespace_name = "ops";
    terms.place.service = "svc";
    terms.place.owner = "ops/web";
    terms.authorities = "PEM";
  }

  void put(const std::string& plural, const std::string& conversion = R"({"strategy":"None"})") {
    api->put_object(*text::parse_json(
      R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":")" + plural
      + R"(.x.io"},"spec":{"group":"x.io","scope":"Namespaced","names":{"kind":"K)" + plural + R"(","plural":")"
      + plural + R"("},"versions":[{"name":"v1","served":true,"storage":true}],"conversion":)" + conversion + "}}"));
    fixture.run();
  }
  /// @returns the failure; empty: the definitions are as wanted
  std::string compare(const std::set<std::string>& names) {
    result.reset();
    test::act_as_registrar(fixture, [this, names](actors::webhooks::registrar_self self) {
      if (!writes) writes = std::make_unique<actors::webhooks::definition_writes>(self, kube, contest);
      writes->compare(names, terms, [this](const base::result<void>& x) { result = x; });
    });
    if (!result) return "no answer";
    return *result ? std::string() : result->error().message;
  }
  [[nodiscard]] std::string conversion(const std::string& name) const {
    return api->object("CustomResourceDefinition", "", name)->find("spec")->find("conversion")->dump();
  }
  [[nodiscard]] std::size_t count_writes() const { return count_requests("PATCH", "/customresourcedefinitions/"); }
};

} // namespace

TEST_CASE_FIXTURE(definitions_world, "each definition is applied once by a field manager of its own") {
  put("tabs");
  put("bars");
  CHECK(compare({"tabs.x.io", "bars.x.io"}) == "");
  CHECK(conversion("tabs.x.io").find(R"("path":"/tabs.x.io")") != std::string::npos);
  CHECK(conversion("bars.x.io").find(R"("path":"/bars.x.io")") != std::string::npos);
  CHECK(count_requests("PATCH", "fieldManager=addon-operator-webhooks") == 2);
  CHECK(compare({"tabs.x.io", "bars.x.io"}) == "");
  CHECK(count_writes() == 2);
}

TEST_CASE_FIXTURE(definitions_world, "a missing definition is named once, and is not made") {
  CHECK(compare({"tabs.x.io"}) == "");
  CHECK(compare({"tabs.x.io"}) == "");
  CHECK(log.count({"conversion_awaits_definition", "tabs.x.io"}) == 1);
  CHECK(count_writes() == 0);
  CHECK_FALSE(api->object("CustomResourceDefinition", "", "tabs.x.io"));
}

TEST_CASE_FIXTURE(definitions_world, "a definition at fault does not keep the others from their conversion") {
  put("bars", R"({"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://else/"}}})");
  put("tabs");
  const auto why = compare({"bars.x.io", "tabs.x.io"});
  CHECK_MESSAGE(
    why.starts_with("CustomResourceDefinition bars.x.io: another client converts its objects (https://else/"), why);
  CHECK(conversion("tabs.x.io").find(R"("path":"/tabs.x.io")") != std::string::npos);
}

TEST_CASE_FIXTURE(definitions_world, "an API server that changes each write is named after a single write") {
  put("tabs");
  api->admit_by([](const kube::api::resource&, json object) {
    const auto* spec = object.find("spec");
    return spec == nullptr ? object : object.with("spec", spec->without("conversion"));
  });
  CHECK(compare({"tabs.x.io"}).ends_with(": the API server has changed the conversion that was written"));
  CHECK(count_writes() == 1);
}

TEST_CASE_FIXTURE(definitions_world, "all definitions at fault are named") {
  put("bars", R"({"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://else/"}}})");
  put("tabs");
  api->fail_next({{"PATCH", "tabs.x.io"}, simulation::refusal(422, "Invalid"), 1});
  const auto why = compare({"bars.x.io", "tabs.x.io"});
  CHECK_MESSAGE(why.find("CustomResourceDefinition bars.x.io: another client") == 0, why);
  CHECK_MESSAGE(why.find("; CustomResourceDefinition tabs.x.io: ") != std::string::npos, why);
}

TEST_CASE_FIXTURE(definitions_world, "a client that drops a conversion again and again meets pauses") {
  put("tabs");
  for (int i = 0; i < 5; ++i) {
    CHECK(compare({"tabs.x.io"}) == "");
    CHECK(conversion("tabs.x.io").find("/tabs.x.io") != std::string::npos);
    put("tabs");
  }
  CHECK(compare({"tabs.x.io"}) == "");
  CHECK(conversion("tabs.x.io") == R"({"strategy":"None"})");
  const auto problem = contest.problem(fixture.shared()->steady_time_us());
  CHECK_MESSAGE(problem.starts_with("spec.conversion of CustomResourceDefinition tabs.x.io"), problem);
  CHECK_FALSE(writes->knows("tabs.x.io"));
  CHECK(writes->problems().at("tabs.x.io").starts_with("another client changes its spec.conversion again and again"));
}
