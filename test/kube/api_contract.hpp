#pragma once

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "support/api_under_test.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

// The behaviour of an API server on which this layer relies. The tests run against the fake server. With
// KUBECONFIG and ADDON_OPERATOR_TEST_REAL=1 they also run against a real server, to prove that the fake
// behaves like it.
namespace test::api_contract {

using base::error_code;

inline const kube::api::resource config_maps{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};

inline std::string config_map(const std::string& name, const std::string& value = "1", const std::string& label = "x") {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + R"(","labels":{"app":")" + label
         + R"("}},"data":{"key":")" + value + R"("}})";
}

/// An API server, and a namespace for the test.
struct place {
  test::api_under_test& api;
  std::string namespace_;

  base::result<text::json> call(kube::api::http_request request) {
    return kube::api::json_of(api.call(std::move(request)));
  }
  base::result<text::json> create(const std::string& body) {
    return call(kube::api::create_request(config_maps, {.namespace_ = namespace_}, body));
  }
  kube::api::object_location at(const std::string& name) const { return {.namespace_ = namespace_, .name = name}; }
  base::result<text::json> get(const std::string& name) { return call(kube::api::get_request(config_maps, at(name))); }

  kube::objects::object_list list(kube::api::list_options options) {
    options.namespace_ = namespace_;
    const auto body = kube::api::body_of(api.call(kube::api::list_request(config_maps, options)));
    REQUIRE_MESSAGE(body, body.error().message);
    auto result =
      kube::objects::read_list(*body, {config_maps, options.namespace_, options.selectors, options.content});
    REQUIRE(result);
    return std::move(*result);
  }
};

/// The names in a list, without the objects that controllers create in every namespace.
inline std::vector<std::string> names_of(const kube::objects::object_list& list) {
  std::vector<std::string> names;
  for (const auto& object : list.objects)
    if (object->key().name != "kube-root-ca.crt") names.push_back(object->key().name);
  return names;
}

inline void for_each_api(const std::function<void(place)>& check) {
  for (const auto& api : test::apis_under_test()) {
    CAPTURE(api->name());
    check({.api = *api, .namespace_ = test::new_namespace(*api)});
  }
}

inline error_code code_of(const base::result<text::json>& x) {
  REQUIRE_FALSE(x);
  return x.error().code;
}

inline std::string version_of(const text::json& object) {
  return object.find("metadata")->string_at("resourceVersion").value_or("");
}

} // namespace test::api_contract
