#include "cluster/records/hook_key_requests.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cluster::records;

TEST_CASE("the record of stored keys is a Secret beside the ConfigMap") {
  const config_map_place place{"operator", "config"};
  CHECK_EQ(name_of_hook_keys(place), "config-hook-keys");
  CHECK_EQ(read_hook_keys_request(place).target, "/api/v1/namespaces/operator/secrets/config-hook-keys");
  const auto write = write_hook_keys_request(place, R"({"web":{}})");
  CHECK_EQ(write.method, "PATCH");
  CHECK_EQ(write.content_type, "application/apply-patch+yaml");
  const auto secret = text::parse_json(write.body);
  REQUIRE(secret);
  CHECK_EQ(hook_keys_of(*secret), R"({"web":{}})");
}

TEST_CASE("a Secret without a record, or with another text, has none") {
  for (const auto* text : {"{}", R"({"data":{}})", R"({"data":{"keys":1}})", R"({"data":{"keys":"?"}})"})
    CHECK_EQ(hook_keys_of(*text::parse_json(text)), "");
}

TEST_CASE("the marks of stored keys are in a ConfigMap of the Secret's name, which has no values") {
  const config_map_place place{"operator", "config"};
  CHECK_EQ(read_hook_key_marks_request(place).target, "/api/v1/namespaces/operator/configmaps/config-hook-keys");
  const auto write = write_hook_key_marks_request(place, R"(["/web/pw"])");
  CHECK_EQ(write.method, "PATCH");
  const auto written = text::parse_json(write.body);
  REQUIRE(written);
  CHECK_EQ(hook_key_marks_of(*written), R"(["/web/pw"])");
  CHECK_EQ(hook_key_marks_of(*text::parse_json(R"({"data":{"keys":1}})")), "");
  CHECK_EQ(hook_key_marks_of(*text::parse_json("{}")), "");
}
