// The response to a patch is lost, and the API server may have carried out the patch.
#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <string>

using test::config_map;
using test::data_of;
using test::execute;

namespace {

constexpr auto add_by_json_patch =
  R"({"operation": "JSONPatch", "apiVersion": "v1", "kind": "ConfigMap", "namespace": "default",
  "name": "a", "jsonPatch": [{"op": "add", "path": "/data/more", "value": "2"}]})";
constexpr auto remove_by_json_patch =
  R"({"operation": "JSONPatch", "apiVersion": "v1", "kind": "ConfigMap", "namespace": "default",
  "name": "a", "jsonPatch": [{"op": "remove", "path": "/data/key"}]})";
constexpr auto grow_by_jq = R"({"operation": "JQPatch", "apiVersion": "v1", "kind": "ConfigMap", "namespace": "default",
  "name": "a", "jqFilter": ".data.key += \"1\""})";
constexpr auto patch_without_effect =
  R"({"operation": "JSONPatch", "apiVersion": "v1", "kind": "ConfigMap", "namespace": "default",
  "name": "a", "jsonPatch": [{"op": "test", "path": "/data/key", "value": "1"}]})";

/// An API server behind a connection that loses responses to changes of an object.
struct lossy_world : test::api_world {
  std::function<void(const kube::api::http_request&)> change; ///< happens instead of the response
  base::error_code loss = base::error_code::timeout;

  lossy_world() {
    api->put_object(config_map("default", "a", "1"));
    change = [this](const kube::api::http_request& x) { static_cast<void>(api->carry_out(x)); };
    api->put_between([this](const kube::api::http_request& x) { return pass(x); });
  }

  std::optional<base::result<kube::api::http_response>> pass(const kube::api::http_request& x) {
    if (x.method == "GET") return std::nullopt;
    change(x);
    return base::result<kube::api::http_response>(base::fail(loss, "the answer is lost"));
  }
};

} // namespace

TEST_CASE("a patch that was carried out although the answer was lost has succeeded, and is not carried out again") {
  struct row {
    const char* patch;
    const char* operation;
    const char* data;
  };
  for (const auto& r :
       {row{"a JSON patch adds", add_by_json_patch, R"({"key":"1","more":"2"})"},
        row{"a JSON patch removes", remove_by_json_patch, "{}"}, row{"a jq program", grow_by_jq, R"({"key":"11"})"}})
    for (const auto loss : {base::error_code::timeout, base::error_code::unavailable}) {
      CAPTURE(r.patch);
      lossy_world world;
      world.loss = loss;
      CHECK(execute(world, r.operation).empty());
      CHECK(data_of(world, "a") == r.data);
    }
}

TEST_CASE("a patch whose answer was lost fails if the object does not show that it was carried out") {
  lossy_world world;
  SUBCASE("it was not carried out") {
    world.change = [](const auto&) {};
  }
  SUBCASE("another client has written, and not this") {
    world.change = [&](const auto&) { world.api->put_object(config_map("default", "a", "5")); };
  }
  SUBCASE("the object has gone") {
    world.change = [&](const auto&) { world.api->delete_object("ConfigMap", "default", "a"); };
  }
  for (const auto* operation : {add_by_json_patch, grow_by_jq}) CHECK(execute(world, operation).size() == 1);
}

TEST_CASE("a patch without an effect is not known to be carried out when its answer is lost") {
  lossy_world world;
  CHECK(execute(world, patch_without_effect).size() == 1);
}
