// `module values` and `.Values` in templates are the same, for all results of files, ConfigMap and hooks.

#include "given.hpp"
#include "run.hpp"

#include "core/values/random_patches.hpp"
#include "text/json/json.hpp"
#include "text/json/json_merge.hpp"
#include "text/json/json_patch.hpp"
#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

namespace {

using text::json;

constexpr unsigned cases = 100;

/// Helm takes nulls away in some places and keeps them in other places; to a template both are empty.
json without_nulls(const json& x) {
  if (!x.is_object()) return x;
  json::object_type members;
  for (const auto& [key, value] : x.as_object())
    if (!value.is_null()) members.emplace_back(key, without_nulls(value));
  return json::object(std::move(members));
}

/// `x` without the places that `before` has and `now` has not.
json without_lost(const json& x, const json& before, const json& now) {
  if (!x.is_object() || !before.is_object() || !now.is_object()) return x;
  json::object_type members;
  for (const auto& [key, value] : x.as_object()) {
    const auto* was = before.find(key);
    const auto* is = now.find(key);
    if (was == nullptr || is != nullptr)
      members.emplace_back(key, was == nullptr ? value : without_lost(value, *was, *is));
  }
  return json::object(std::move(members));
}

/// Operations on the member `m` of a document, written for a member `name` of a section.
json operations_on(const std::string& section, const std::string& name, const text::json_patch& patch) {
  using kind = text::patch_operation::kind;
  json::array_type operations;
  const auto place = [&](text::json_pointer x) {
    x.tokens.front() = name;
    x.tokens.insert(x.tokens.begin(), section);
    return json(x.text());
  };
  for (const auto& x : patch) {
    json::object_type made{{"op", text::name(x.op)}, {"path", place(x.path)}};
    if (x.op == kind::move || x.op == kind::copy) made.emplace_back("from", place(x.from));
    if (x.op == kind::add || x.op == kind::replace) made.emplace_back("value", x.value);
    operations.push_back(json::object(std::move(made)));
  }
  return json::array(std::move(operations));
}

/// Cases by name, as they stand in the places where values come from; each patch applies after the others.
struct generated_section {
  json::object_type common, own, configured;
  json::array_type patch;

  generated_section(const std::string& section, unsigned seed) {
    for (unsigned i = 0; i < cases; ++i) {
      test::random_patches random(seed + i);
      const auto name = "c" + std::to_string(i);
      const std::array layers{random.object(0), random.object(0), random.object(0)};
      common.emplace_back(name, layers[0]);
      own.emplace_back(name, layers[1]);
      if (section == "web") configured.emplace_back(name, layers[2]);
      const auto merged = section == "web" ? text::deep_merge(text::deep_merge(layers[0], layers[1]), layers[2])
                                           : layers[0]; // the operator reads no global values from files of modules
      const auto operations = operations_on(section, name, random.patch(json::object({{"m", merged}})));
      patch.insert(patch.end(), operations.as_array().begin(), operations.as_array().end());
    }
  }
};

/// Values that no generator would think of.
json odd_values() {
  return json::object({{"null", json()},
                       {"exponent", json::number("1e3")},
                       {"negative", json::number("-2.5E10")},
                       {"<<", json::object({{"merged", 1}})},
                       {"yes", "yes"},
                       {"text", "1e3"},
                       {"\x7f", "\x7f \xc2\x80 \xc2\x85 \xe2\x80\xa8 \xef\xbb\xbf \xf0\x9f\x98\x80 \\ \" \n\t"},
                       {"empty", json::object()},
                       {"list", json::array({json(), json::object({{"a", json()}})})}});
}

std::string hook_with(const json::array_type& operations, const char* config) {
  return "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '" + std::string(config)
         + "'; exit; fi\ncat >\"$VALUES_JSON_PATCH_PATH\" <<'END'\n" + json::array(operations).dump() + "\nEND\n";
}

std::string shows_values(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name
         + "}\ndata: {values: '{{ toJson .Values | b64enc }}'}\n";
}

struct generated_platform {
  e2e::platform files;
  generated_section global{"global", 1000};
  generated_section web{"web", 5000};

  generated_platform() {
    files.add_file("modules/values.yaml",
                   json::object({{"global", json::object(global.common)}, {"web", json::object(web.common)}}).dump());
    files.add_chart("010-web", shows_values("web"));
    auto chart_global = global.own;
    chart_global.emplace_back("ofChart", 1);
    files.add_file("modules/010-web/values.yaml", json::object({{"global", json::object(chart_global)},
                                                                {"other", json::object({{"kept", true}})},
                                                                {"web", json::object(web.own)},
                                                                {"webEnabled", true}})
                                                    .dump());
    web.patch.push_back(json::object({{"op", "add"}, {"path", "/web/odd"}, {"value", odd_values()}}));
    files.add_program("global-hooks/hook.sh", hook_with(global.patch, R"({"configVersion":"v1","onStartup":1})"));
    files.add_program("modules/010-web/hooks/hook.sh", hook_with(web.patch, R"({"configVersion":"v1","onStartup":1})"));
  }
};

/// The values that a template sees.
json seen_by_template(const std::string& space, const std::string& name = "web") {
  const auto object = e2e::cluster().await(test::config_maps(), {space, name, {}});
  const auto text = text::decode_base64(*object.find("data")->string_at("values"));
  return *text::parse_json(text.value_or(""));
}

} // namespace

TEST_CASE("templates see the values that `module values` prints" * doctest::skip(e2e::no_cluster())) {
  std::string helm;
  SUBCASE("Helm 4, or the one that stays") {}
  SUBCASE("Helm 3") {
    helm = e2e::given().helm3;
  }
  const auto space = e2e::cluster().new_namespace("helm-values");
  const generated_platform x;
  e2e::cluster().call(
    kube::api::create_request(test::config_maps(), {.namespace_ = space},
                              json::object({{"apiVersion", "v1"},
                                            {"kind", "ConfigMap"},
                                            {"metadata", json::object({{"name", "addon-operator"}})},
                                            {"data", json::object({{"web", json::object(x.web.configured).dump()}})}})
                                .dump()));
  e2e::operator_run run(x.files, {.space = space, .helm = helm});
  run.await_converged();
  const auto printed =
    *text::parse_json(e2e::run_program({e2e::given().operator_program, "module", "values", "web", "-g", "-o", "json",
                                        "--debug-unix-socket", x.files.path("debug.socket")}));
  const auto seen = seen_by_template(space);

  CHECK_EQ(seen.find("other")->dump(), R"({"kept":true})");
  const auto values = without_nulls(*printed.find("web"));
  const auto seen_values = without_nulls(*seen.find("web"));
  for (const auto& [name, value] : values.as_object()) {
    CAPTURE(name);
    const auto* same = seen_values.find(name);
    const auto text = same == nullptr ? "nothing" : same->dump();
    CAPTURE(text);
    CHECK((same != nullptr && *same == value));
  }
  CHECK(seen_values == values);

  // The chart's own global values are there until the operator has had them and a hook has removed them.
  const auto now = *printed.find("global");
  const auto of_both = text::deep_merge(json::object(x.global.own), now);
  const auto expected = without_nulls(without_lost(of_both, json::object(x.global.common), now));
  CHECK_EQ(without_nulls(*seen.find("global")).without("ofChart").dump(), expected.dump());
  CHECK_NE(seen.find("global")->find("ofChart"), nullptr);
}

TEST_CASE("what a hook removes is gone for a chart without Chart.yaml, and for a subchart with the name of the section"
          * doctest::skip(e2e::no_cluster())) {
  std::string helm;
  SUBCASE("Helm 4, or the one that stays") {}
  SUBCASE("Helm 3") {
    helm = e2e::given().helm3;
  }
  const auto space = e2e::cluster().new_namespace("helm-removes");
  e2e::platform files;
  const auto removing = [](const std::string& key) {
    return hook_with(
      text::parse_json(R"([{"op":"remove","path":"/)" + key + R"(/a"},{"op":"remove","path":"/)" + key + R"(/c"}])")
        ->as_array(),
      R"({"configVersion":"v1","onStartup":1})");
  };
  files.add_file("modules/010-plain/values.yaml", "plainEnabled: true\nplain: {a: 10, c: {d: 3}, e: 4}\n");
  files.add_file("modules/010-plain/templates/all.yaml", shows_values("plain"));
  files.add_program("modules/010-plain/hooks/hook.sh", removing("plain"));
  files.add_chart("020-redis", shows_values("redis"));
  files.add_file("modules/020-redis/values.yaml", "redisEnabled: true\nredis: {a: 10, c: 3}\n");
  files.add_program("modules/020-redis/hooks/hook.sh", removing("redis"));
  files.add_file("modules/020-redis/charts/redis/Chart.yaml", "apiVersion: v2\nname: redis\nversion: 0.1.0\n");
  files.add_file("modules/020-redis/charts/redis/values.yaml", "a: 1\nb: 2\n");
  files.add_file("modules/020-redis/charts/redis/templates/all.yaml", shows_values("redis-sub"));
  e2e::operator_run run(files, {.space = space, .helm = helm});
  run.await_converged();

  CHECK_EQ(without_nulls(*seen_by_template(space, "plain").find("plain")).dump(), R"({"e":4})");
  const auto subchart = without_nulls(seen_by_template(space, "redis-sub")).without("global");
  CHECK_EQ(subchart.dump(), R"({"b":2})");
  CHECK_EQ(without_nulls(*seen_by_template(space, "redis").find("redis")).without("global").dump(), R"({"b":2})");
}
