#include "core/bindings/context.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace base;
using namespace core::bindings;
using namespace text;

namespace {

shared_text text_of(std::string x) {
  return std::make_shared<const std::string>(std::move(x));
}

/// Bytes that a JSON printer would change, to show that objects are copied byte for byte.
snapshot_object object(const std::string& name, const char* filter_result = nullptr) {
  return {"default",
          name,
          text_of(R"({"z":1.0, "name":")" + name + "\"}"),
          filter_result != nullptr ? text_of(filter_result) : nullptr,
          {}};
}

known_objects known(object_list objects) {
  return std::make_shared<const object_list>(std::move(objects));
}

std::string contexts(const std::vector<context>& list, const snapshots_by_name& snapshots = {},
                     hook_version version = hook_version::v1) {
  auto out = context_text(version, list, snapshots);
  REQUIRE_MESSAGE(out, out.error().message);
  CHECK(parse_json(out->text()));
  return out->text();
}

const snapshots_by_name two_snapshots{
  {"nodes", known({})},
  {"pods", known({object("a", "null"), object("b", "[1]")})},
};

const std::string two_snapshots_text = R"({"nodes":[],"pods":[{"filterResult":null,"object":{"z":1.0, "name":"a"}},)"
                                       R"({"filterResult":[1],"object":{"z":1.0, "name":"b"}}]})";

event_context pod_event() {
  event_context x;
  x.binding = "pods";
  x.event = watch_event::modified;
  x.kind = "Pod";
  x.object = object("a", "[2]");
  return x;
}

synchronization_context pods_synchronization(object_list objects) {
  synchronization_context x;
  x.binding = "pods";
  x.objects = known(std::move(objects));
  return x;
}

} // namespace

TEST_CASE("onStartup is a context without snapshots") {
  CHECK(contexts({lifecycle_context{lifecycle_point::on_startup}}, two_snapshots) == R"([{"binding":"onStartup"}])");
}

TEST_CASE("the other points of the lifecycle see the snapshots of all bindings") {
  CHECK(contexts({lifecycle_context{lifecycle_point::before_helm}}) == R"([{"binding":"beforeHelm","snapshots":{}}])");
  CHECK(contexts({lifecycle_context{lifecycle_point::after_all}}, two_snapshots)
        == R"([{"binding":"afterAll","snapshots":)" + two_snapshots_text + "}]");
}

TEST_CASE("a schedule has snapshots only if it asks for some") {
  CHECK(contexts({schedule_context{"nightly", "", {}}}, two_snapshots)
        == R"([{"binding":"nightly","type":"Schedule"}])");
  CHECK(contexts({schedule_context{"nightly", "", {"nodes"}}}, two_snapshots)
        == R"([{"binding":"nightly","snapshots":{"nodes":[]},"type":"Schedule"}])");
}

TEST_CASE("a Synchronization has all objects of its binding, byte for byte") {
  CHECK(contexts({pods_synchronization({})}) == R"([{"binding":"pods","objects":[],"type":"Synchronization"}])");
  CHECK(contexts({pods_synchronization({object("a")})})
        == R"([{"binding":"pods","objects":[{"object":{"z":1.0, "name":"a"}}],"type":"Synchronization"}])");
}

TEST_CASE("an Event has its object, the filter result and the snapshots it asks for") {
  auto x = pod_event();
  CHECK(contexts({x})
        == R"([{"binding":"pods","filterResult":[2],"object":{"z":1.0, "name":"a"},"type":"Event",)"
           R"("watchEvent":"Modified"}])");
  x.snapshots_from = {"pods", "nodes"};
  x.object.object = nullptr;
  CHECK(contexts({x}, two_snapshots)
        == R"([{"binding":"pods","filterResult":[2],"snapshots":)" + two_snapshots_text
             + R"(,"type":"Event","watchEvent":"Modified"}])");
}

TEST_CASE("a context of a group shows the group and its snapshots, whatever happened") {
  const std::string expected = R"([{"binding":"pods","groupName":"g","snapshots":{"nodes":[]},"type":"Group"}])";
  auto event = pod_event();
  event.group = "g";
  event.snapshots_from = {"nodes"};
  CHECK(contexts({event}, two_snapshots) == expected);
  auto synchronization = pods_synchronization({object("a")});
  synchronization.group = "g";
  synchronization.snapshots_from = {"nodes"};
  CHECK(contexts({synchronization}, two_snapshots) == expected);
  CHECK(contexts({schedule_context{"pods", "g", {"nodes"}}}, two_snapshots) == expected);
}

TEST_CASE("names are escaped and several contexts form one array") {
  CHECK(contexts({schedule_context{"a \"b\"", "", {}}, lifecycle_context{}})
        == R"([{"binding":"a \"b\"","type":"Schedule"},{"binding":"onStartup"}])");
  CHECK(contexts({}) == "[]");
}

TEST_CASE("v0 contexts name the object and do not show it") {
  auto v0 = [](const context& x) { return contexts({x}, two_snapshots, hook_version::v0); };
  CHECK(v0(pod_event())
        == R"([{"binding":"pods","resourceEvent":"update","resourceKind":"Pod","resourceName":"a",)"
           R"("resourceNamespace":"default"}])");
  CHECK(v0(schedule_context{"incremental", "", {}}) == R"([{"binding":"incremental"}])");
  CHECK(v0(lifecycle_context{lifecycle_point::before_helm}) == R"([{"binding":"beforeHelm"}])");
}

TEST_CASE("what has not been listed is never shown as empty") {
  snapshots_by_name incomplete = two_snapshots;
  incomplete["nodes"] = unlisted{"kind Node is not known"};
  const std::vector<context> needing{
    lifecycle_context{lifecycle_point::before_helm},
    schedule_context{"s", "", {"nodes"}},
    schedule_context{"s", "g", {"nodes"}},
    schedule_context{"s", "", {"never declared"}},
    synchronization_context{{}, "pods", "", {}, unlisted{"kind Pod is not known"}},
  };
  for (const auto& context : needing) {
    auto out = context_text(hook_version::v1, {context}, incomplete);
    REQUIRE_FALSE(out);
    CHECK(out.error().code == error_code::unavailable);
  }
  CHECK(context_text(hook_version::v1, {schedule_context{"s", "", {"pods"}}}, incomplete));
}

TEST_CASE("very many contexts with one snapshot share its text") {
  std::vector<snapshot_object> objects;
  for (int i = 0; i < 1'000; ++i) objects.push_back(object("pod-" + std::to_string(1'000 + i)));
  const snapshots_by_name snapshots{{"pods", known(object_list(std::move(objects)))}};
  const std::vector<context> many(500, schedule_context{"tick", "", {"pods"}});
  const auto out = context_text(hook_version::v1, many, snapshots);
  REQUIRE(out);
  std::map<const char*, int> long_parts;
  std::size_t others = 0;
  REQUIRE(out->read([&](const auto& parts) {
    for (const auto part : parts)
      part.size() > 20'000 && part.starts_with("[{\"object\"") ? void(++long_parts[part.data()])
                                                               : void(others += part.size());
    return base::result<void>();
  }));
  REQUIRE(long_parts.size() == 1);
  CHECK(long_parts.begin()->second == 484);
  CHECK(others < 20 * 50'000);
  const auto one = contexts({schedule_context{"tick", "", {"pods"}}}, snapshots);
  const auto inside = one.substr(1, one.size() - 2);
  std::string all = "[" + inside;
  for (int i = 1; i < 500; ++i) all += "," + inside;
  CHECK(out->text() == all + "]");
}

TEST_CASE("contexts that would be longer than the bound are refused, with the binding that is too large") {
  const auto refusal = [](const std::vector<context>& list, std::size_t bytes_max) {
    const auto out = context_text(hook_version::v1, list, two_snapshots, bytes_max);
    return out ? std::string() : std::string(name(out.error().code)) + ": " + out.error().message;
  };
  const auto length = contexts({lifecycle_context{lifecycle_point::before_helm}}, two_snapshots).size();
  CHECK(refusal({lifecycle_context{lifecycle_point::before_helm}}, length) == "");
  CHECK(refusal({lifecycle_context{lifecycle_point::before_helm}}, length / 2).find("invalid_input: ") == 0);
  CHECK(refusal({lifecycle_context{lifecycle_point::before_helm}}, length / 2).find("binding 'pods'")
        != std::string::npos);
  CHECK(refusal({pods_synchronization({object("a")})}, 50).find("binding 'pods'") != std::string::npos);
  const std::vector<context> many(1000, pod_event());
  CHECK(refusal(many, 10'000).find("binding 'pods', in 1000 contexts; a 'group'") != std::string::npos);
}

TEST_CASE("several contexts may take a quarter of a file system, and a single context half") {
  const auto of_chart = core::bindings::context_limits_for(256U << 20U);
  CHECK(of_chart.several == 64U << 20U);
  CHECK(of_chart.single == 128U << 20U);
  const auto of_disk = core::bindings::context_limits_for(std::uint64_t{1} << 40U);
  CHECK(of_disk.several == core::bindings::binding_context_bytes_max);
  CHECK(of_disk.single == core::bindings::binding_context_bytes_max);
}
