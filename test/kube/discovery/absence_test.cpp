#include "kube/discovery/absence.hpp"

#include "simulation/fake_api_documents.hpp"
#include "simulation/fake_resources.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/discovery");

namespace {

using namespace kube::discovery;
using response = base::result<kube::api::http_response>;

response answer(int status, const std::string& body = {}) {
  return kube::api::http_response{.status = status, .body = body, .retry_after = std::nullopt};
}

response silence() {
  return base::fail(base::error_code::unavailable, "Connection refused");
}

kube::api::resource widgets() {
  return simulation::custom_resource("x.io", "v1", "Widget", "widgets");
}

response definition(const std::string& established, const std::string& served, const std::string& metadata = "{}") {
  return answer(200, R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":)"
                       + metadata + R"(,"spec":{"versions":[{"name":"v1","served":)" + served
                       + R"(}]},"status":{"conditions":[{"type":"Established","status":")" + established + "\"}]}}");
}

/// The 404 of kube-apiserver for the definition.
response no_definition() {
  const auto about = text::json::object(
    {{"group", "apiextensions.k8s.io"}, {"kind", "customresourcedefinitions"}, {"name", "widgets.x.io"}});
  auto said = simulation::response_of(simulation::api_failure{404, "NotFound", "not found", about});
  said.target = definition_request(widgets()).target;
  return said;
}

} // namespace

TEST_CASE("only a 404 of its document, or a list without the kind, agrees that a kind is gone") {
  struct row {
    const char* what;
    bool is_whole;
    response of_document;
    absence_verdict wanted;
  };
  const std::string list = R"({"kind":"APIResourceList","groupVersion":"x.io/v1","resources":[)";
  const std::vector<row> rows{
    {"the version is not there", true, answer(404, "404 page not found\n"), absence_verdict::confirmed},
    {"the API server has just started", true, answer(503), absence_verdict::contradicted},
    {"it has too much to do", true, answer(429), absence_verdict::contradicted},
    {"it does not answer", true, silence(), absence_verdict::contradicted},
    {"a proxy's page", true, answer(200, "<html>"), absence_verdict::contradicted},
    {"the version is there after all", true, answer(200, list + "]}"), absence_verdict::contradicted},
    {"nobody may look", true, answer(403), absence_verdict::confirmed},
    {"the kind is still listed", false, answer(200, list + R"({"name":"widgets","kind":"Widget"}]})"),
     absence_verdict::contradicted},
    {"other kinds are listed", false, answer(200, list + R"({"name":"gadgets","kind":"Gadget"}]})"),
     absence_verdict::confirmed},
    {"a list of another version", false, answer(200, R"({"kind":"APIResourceList","groupVersion":"x.io/v2"})"),
     absence_verdict::contradicted},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    const auto kind = id_of(widgets());
    const absence_question question{"x.io", "v1", x.is_whole, {kind}, {widgets()}};
    CHECK(judge_by_document(question, x.of_document).at(kind) == x.wanted);
  }
}

TEST_CASE("only the API server's 404 or a list without the kind ends the doubt about a kind that discovery lacks") {
  const std::string list = R"({"kind":"APIResourceList","groupVersion":"x.io/v1","resources":[)";
  const std::string widget = R"({"name":"widgets","singularName":"widget","kind":"Widget","namespaced":true})";
  struct row {
    const char* what;
    response of_document;
    const char* doubt; ///< null: none
  };
  const std::vector<row> rows{
    {"the API server knows no such version", answer(404, "404 page not found\n"), nullptr},
    {"other kinds are listed", answer(200, list + R"({"name":"gadgets","kind":"Gadget"}]})"), nullptr},
    {"no kind is listed", answer(200, list + "]}"), nullptr},
    {"the kind is listed", answer(200, list + widget + "]}"), "has the kind, and discovery does not show it yet"},
    {"a 404 of a proxy", answer(404, "<html>"), "cannot be read"},
    {"a proxy's page", answer(200, "<html>"), "cannot be read"},
    {"a list of another version", answer(200, R"({"kind":"APIResourceList","groupVersion":"x.io/v2","resources":[]})"),
     "cannot be read"},
    {"nobody may look", answer(403), "cannot be read"},
    {"the API server does not answer", silence(), "Connection refused"},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    for (const auto* kind : {"Widget", "widgets", "widget"}) {
      const auto doubt = doubt_by_document({"x.io", "v1", kind}, x.of_document);
      CAPTURE(doubt.value_or("none"));
      CHECK(doubt.has_value() == (x.doubt != nullptr));
      if (doubt && x.doubt != nullptr) CHECK(doubt->find(x.doubt) != std::string::npos);
    }
  }
}

TEST_CASE("a definition that is established and serves the version says that the kind is there") {
  struct row {
    const char* what;
    response of_definition;
    absence_verdict wanted;
  };
  const std::vector<row> rows{
    {"established", definition("True", "true"), absence_verdict::owned},
    {"not established", definition("False", "true"), absence_verdict::confirmed},
    {"the version is switched off", definition("True", "false"), absence_verdict::confirmed},
    {"being deleted", definition("True", "true", R"({"deletionTimestamp":"2026-01-01T00:00:00Z"})"),
     absence_verdict::confirmed},
    {"deleted", no_definition(), absence_verdict::confirmed},
    {"a 404 of somebody else", answer(404, "<html>"), absence_verdict::contradicted},
    {"nobody may look", answer(403), absence_verdict::confirmed},
    {"the API server does not answer", silence(), absence_verdict::contradicted},
  };
  for (const auto& x : rows) {
    CAPTURE(x.what);
    CHECK(judge_by_definition(widgets(), x.of_definition) == x.wanted);
  }
}

TEST_CASE("the APIServices name the versions that ought to be served") {
  const auto services = read_services(
    answer(200, R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadataList","metadata":{},"items":[)"
                R"({"metadata":{"name":"v1."}},{"metadata":{"name":"v1.x.io"}},)"
                R"({"metadata":{"name":"v2.x.io","deletionTimestamp":"2026-01-01T00:00:00Z"}}]})"));
  REQUIRE(services);
  CHECK(*services == std::set<kind_id>{{"", "v1", ""}, {"x.io", "v1", ""}});
  const auto kind = id_of(widgets());
  CHECK(judge_by_services({"x.io", "v1", true, {kind}, {}}, services) == absence_verdict::owned);
  CHECK(judge_by_services({"x.io", "v2", true, {kind}, {}}, services) == absence_verdict::confirmed);
  CHECK_MESSAGE(judge_by_services({"x.io", "v1", false, {kind}, {}}, services) == absence_verdict::confirmed,
                "it is served, and has other kinds");
  CHECK(judge_by_services({"x.io", "v1", true, {kind}, {}}, read_services(silence())) == absence_verdict::contradicted);
  for (const auto status : {403, 404}) CHECK(read_services(answer(status))->empty());
  for (const auto status : {429, 503}) CHECK_FALSE(read_services(answer(status)));
}

TEST_SUITE_END();
