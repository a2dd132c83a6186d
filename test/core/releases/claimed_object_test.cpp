#include "core/releases/claimed_object.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

struct entry {
  const char* manager;
  const char* operation;
  const char* fields;
  const char* subresource = "";
};

std::string client_of(const std::vector<entry>& entries) {
  text::json::array_type all;
  for (const auto& x : entries)
    all.push_back(text::json::object({{"manager", x.manager},
                                      {"operation", x.operation},
                                      {"subresource", x.subresource},
                                      {"fieldsV1", *text::parse_json(x.fields)}}));
  const auto metadata = text::json::object({{"managedFields", text::json::array(std::move(all))}});
  return applying_client_of(text::json::object({{"metadata", metadata}})).value_or("-");
}

constexpr auto two = R"({"f:data":{".":{},"f:a":{},"f:b":{}},"f:metadata":{"f:annotations":{"f:x":{}}}})";
constexpr auto one = R"({"f:data":{"f:a":{}}})";

} // namespace

TEST_CASE("a client that has applied as many fields as Helm manages the object") {
  CHECK_EQ(client_of({{"helm", "Update", two}, {"argocd-controller", "Apply", two}}), "argocd-controller");
  CHECK_EQ(client_of({{"argocd-controller", "Apply", one}}), "argocd-controller");
  CHECK_EQ(client_of({{"helm", "Update", two}, {"argocd-controller", "Apply", one}}), "-");
  CHECK_EQ(client_of({{"helm", "Update", one}, {"addon-operator", "Update", one}, {"flux", "Apply", two}}), "flux");
}

TEST_CASE("people, edits, controllers, metadata and status are no claim") {
  CHECK_EQ(client_of({{"helm", "Update", one}, {"kubectl", "Apply", two}}), "-");
  CHECK_EQ(client_of({{"helm", "Update", one}, {"kubectl-edit", "Update", two}}), "-");
  CHECK_EQ(client_of({{"helm", "Update", one}, {"argocd-controller", "Update", two}}), "-");
  CHECK_EQ(client_of({{"helm", "Update", one}, {"kube-controller-manager", "Apply", two}}), "-");
  CHECK_EQ(client_of({{"x", "Apply", R"({"f:metadata":{"f:labels":{"f:a":{}}},"f:status":{"f:b":{}}})"}}), "-");
  CHECK_EQ(client_of({{"x", "Apply", two, "status"}}), "-");
  CHECK_EQ(client_of({{"helm", "Update", one}, {"addon-operator", "Apply", two}}), "-");
  CHECK_EQ(applying_client_of(text::json::object()).value_or("-"), "-");
}

TEST_CASE("the words on claims name the first objects and their clients") {
  const claimed_object x{{"v1", "ConfigMap", "web", "a"}, "flux"};
  CHECK_EQ(words_of_claims({x}), "web/ConfigMap/a (flux)");
  CHECK(words_of_claims({x, x, x, x, x, x, x}).ends_with("(flux) and 2 more"));
}
