#include "core/bindings/snapshot_dump.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace core::bindings;
using namespace text;

namespace {

constexpr std::size_t no_limit = 1 << 20;

shared_text text_of(std::string x) {
  return std::make_shared<const std::string>(std::move(x));
}

known_objects known(object_list objects) {
  return std::make_shared<const object_list>(std::move(objects));
}

hook_definition hook(std::string name, const std::vector<std::string>& bindings) {
  hook_definition made;
  made.name = std::move(name);
  for (const auto& binding : bindings) made.kubernetes.push_back({.name = binding});
  return made;
}

std::string dump(std::vector<hook_definition> hooks, const snapshots_by_binding& snapshots) {
  const auto out = snapshot_dump(hook_registry(std::move(hooks)), snapshots, no_limit);
  REQUIRE_MESSAGE(out, out.error().message);
  CHECK(parse_json(*out));
  return *out;
}

} // namespace

TEST_CASE("each hook shows its bindings, and objects byte for byte") {
  const snapshots_by_binding snapshots{
    {{"hooks/a.sh", 0}, known({{"default", "p", text_of(R"({"z":1.0, "b":2})"), text_of("[ 1]"), {}}})},
    {{"hooks/a.sh", 1}, known({{"", "n", nullptr, text_of("{}"), {}}, {"", "m", text_of("{}"), nullptr, {}}})},
    {{"hooks/b.sh", 0}, known({})},
  };
  CHECK(dump({hook("hooks/b.sh", {"none"}), hook("hooks/a.sh", {"pods", "nodes"})}, snapshots)
        == R"({"hooks/a.sh":{"nodes":{"snapshot":[{"filterResult":{}},{"object":{}}]},)"
           R"("pods":{"snapshot":[{"filterResult":[ 1],"object":{"z":1.0, "b":2}}]}},)"
           R"("hooks/b.sh":{"none":{"snapshot":[]}}})");
}

TEST_CASE("unknown is not empty: a binding that is not listed says why") {
  const snapshots_by_binding snapshots{{{"a", 0}, unlisted{"it says \"no\""}}};
  CHECK(dump({hook("a", {"pods", "nodes"})}, snapshots)
        == R"({"a":{"nodes":{"unknown":"nothing watches them"},"pods":{"unknown":"it says \"no\""}}})");
}

TEST_CASE("hooks without kubernetes bindings are left out") {
  CHECK(dump({hook("a", {})}, {}) == "{}");
  CHECK(dump({}, {}) == "{}");
}

TEST_CASE("of bindings with the same name the first is shown, as hooks see it") {
  const snapshots_by_binding snapshots{{{"a", 0}, known({})}, {{"a", 1}, unlisted{"later"}}};
  CHECK(dump({hook("a", {"same", "same"})}, snapshots) == R"({"a":{"same":{"snapshot":[]}}})");
}

TEST_CASE("objects that are too long together are refused with both sizes") {
  const snapshots_by_binding snapshots{
    {{"a", 0}, known({{"", "n", text_of("123"), text_of("45"), {}}})},
    {{"a", 1}, known({{"", "n", text_of("6789"), nullptr, {}}})},
  };
  const hook_registry hooks({hook("a", {"x", "y"})});
  CHECK(snapshot_dump(hooks, snapshots, 9));
  const auto refused = snapshot_dump(hooks, snapshots, 8);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("have 9 bytes, at most 8 are shown") != std::string::npos);
}
