#include "core/releases/leaving_record.hpp"

#include <doctest/doctest.h>

namespace {

using core::releases::manifest_object;
using objects = std::vector<manifest_object>;

const manifest_object map{"v1", "ConfigMap", "shop", "a"};
const manifest_object role{"rbac.authorization.k8s.io/v1", "ClusterRole", "", "b"};

std::string record_with(const std::string& note) {
  return text::json::object(
           {{"metadata", text::json::object(
                           {{"annotations", text::json::object({{"addon-operator.io/leaving", text::json(note)}})}})}})
    .dump();
}

} // namespace

TEST_CASE("a record names the objects that upgrades have left") {
  const objects all{map, role};
  CHECK_EQ(core::releases::objects_leaving_in(record_with(core::releases::leaving_text(all))), all);
  CHECK_EQ(core::releases::leaving_text({map}),
           R"([{"apiVersion":"v1","kind":"ConfigMap","name":"a","namespace":"shop"}])");
  CHECK_EQ(core::releases::leaving_text({}), "");
}

TEST_CASE("a record names the grace of its objects") {
  const auto grace_in = [](const std::string& note) {
    return core::releases::leaving_grace_in(R"({"metadata":{"annotations":{"addon-operator.io/leaving-grace":")" + note
                                            + R"("}}})");
  };
  CHECK(grace_in("600") == std::chrono::seconds(600));
  for (const auto* note : {"", "x", "-1", "10m", "99999999999"}) CHECK(grace_in(note) == std::chrono::seconds(0));
  CHECK(core::releases::leaving_grace_in(record_with("[]")) == std::chrono::seconds(0));
}

TEST_CASE("what is no such list has no objects") {
  for (const auto* note : {"", "x", "{}", "[1,[],null]", R"([{"kind":"ConfigMap","name":"a"}])",
                           R"([{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop"}])"}) {
    CAPTURE(note);
    CHECK(core::releases::objects_leaving_in(record_with(note)).empty());
  }
  CHECK(core::releases::objects_leaving_in("{}").empty());
  CHECK(core::releases::objects_leaving_in("addon-operator.io/leaving").empty());
}

TEST_CASE("the annotation is bounded, and what it has can be read") {
  objects many;
  for (int i = 0; i < 2000; ++i)
    many.push_back({"v1", "ConfigMap", "shop", "a-name-of-some-length-" + std::to_string(i)});
  const auto text = core::releases::leaving_text(many);
  CHECK_LE(text.size(), core::releases::leaving_bytes_max);
  const auto read = core::releases::objects_leaving_in(record_with(text));
  CHECK_GT(read.size(), 500);
  CHECK_LT(read.size(), many.size());
}
