#include "core/webhooks/foreign_writes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::webhooks;
using text::json;

namespace {

json configuration(const std::string& managed) {
  return *text::parse_json(R"({"metadata":{"managedFields":)" + managed + "}}");
}

json entry(const std::string& name, const std::string& config) {
  return *text::parse_json(R"({"name":")" + name + R"(","clientConfig":)" + config + "}");
}

constexpr auto elsewhere = R"({"service":{"namespace":"policies","name":"x"}})";

registration place() {
  registration x;
  x.namespace_name = "ops";
  x.service = "hooks";
  return x;
}

} // namespace

TEST_CASE("the last other writer of a field is found by its time") {
  const auto x = configuration(
    R"([{"manager":"a","time":"2026-01-02T00:00:00Z","fieldsV1":{"f:webhooks":{}}},)"
    R"({"manager":"b","time":"2026-01-03T00:00:00Z","fieldsV1":{"f:webhooks":{}}},)"
    R"({"manager":"c","time":"2026-01-04T00:00:00Z","fieldsV1":{"f:metadata":{}}},)"
    R"({"manager":"addon-operator-webhooks","time":"2026-01-05T00:00:00Z","fieldsV1":{"f:webhooks":{}}}])");
  CHECK(last_writer(x, {"f:webhooks"}) == "b");
  CHECK(last_writer(x, {"f:spec", "f:conversion"}).empty());
  CHECK(last_writer(json::object(), {"f:webhooks"}).empty());
}

TEST_CASE("the writer of an entry is told from writers of other entries") {
  const auto x = configuration(
    R"([{"manager":"a","time":"2026-01-02T00:00:00Z","fieldsV1":{"f:webhooks":{"k:{\"name\":\"a.b.c\"}":{}}}},)"
    R"({"manager":"b","time":"2026-01-03T00:00:00Z","fieldsV1":{"f:webhooks":{"k:{\"name\":\"d.e.f\"}":{}}}}])");
  CHECK(last_writer_of_entry(x, "a.b.c") == "a");
  CHECK(last_writer_of_entry(x, "d.e.f") == "b");
  CHECK(last_writer_of_entry(x, "g.h.i") == "b");
}

TEST_CASE("the first difference names the entry and its member") {
  const entries_by_name wanted{{"a.b.c", *text::parse_json(R"({"name":"a.b.c","rules":[1]})")}};
  CHECK(first_difference({}, wanted).field == "webhooks[a.b.c]");
  CHECK(first_difference({{"a.b.c", *text::parse_json(R"({"name":"a.b.c","rules":[2]})")}}, wanted).field
        == "webhooks[a.b.c].rules");
  CHECK(first_difference({{"a.b.c", *text::parse_json(R"({"name":"a.b.c","rules":[1],"x":1})")}}, wanted).field
        == "webhooks[a.b.c].x");
  auto more = wanted;
  more.emplace("x.y.z", json::object());
  CHECK(first_difference(more, wanted).field == "webhooks[x.y.z]");
  CHECK(first_difference(wanted, wanted).field == "metadata");
}

TEST_CASE("an entry of another client that leads to another server is foreign") {
  const auto x = configuration(R"([{"manager":"policy-tool","fieldsV1":{"f:webhooks":{"k:{\"name\":\"x.y.z\"}":{}}}},)"
                               R"({"manager":"addon-operator-webhooks","fieldsV1":{"f:webhooks":)"
                               R"({"k:{\"name\":\"a.b.c\"}":{}}}}])");
  CHECK(is_foreign_entry(x, entry("x.y.z", elsewhere), place()));
  CHECK(is_foreign_entry(x, entry("x.y.z", R"({"url":"https://else/"})"), place()));
  CHECK_FALSE(is_foreign_entry(x, entry("x.y.z", R"({"service":{"namespace":"ops","name":"hooks"}})"), place()));
  CHECK_FALSE(is_foreign_entry(x, entry("a.b.c", elsewhere), place()));
  CHECK_FALSE(is_foreign_entry(x, entry("not.known.here", elsewhere), place()));
  CHECK_FALSE(is_foreign_entry(json::object(), entry("x.y.z", elsewhere), place()));
}
