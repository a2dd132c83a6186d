#include "core/releases/revision_contents.hpp"

#include "text/plain/checksum.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

// Helm's record of a chart with two templates, a file, values and dependencies: JSON, gzipped, base64.
constexpr const char* payload =
  "H4sIAAAAAAACA3VPy2rDQAz8FaNry8buoYeAD/2AHgohEEwosi07C/swtuLUGP97V0twG9NeVqvRjGY0g0NLsE/gRiU8JzBS"
  "P2jvApKFTrvGh+8MAyNfB+HV1Bk/UQ1LmFt0uqGBZSDqyrtGt1Eh+6TKW2TnRejVBXuOqCXGGhljg50+rrYwvsimf2NBqjKV"
  "Rncm2xlkklzFvEpWeIdqQmtEf/eC08G37x8+F/1fis9ScfeoaPPAPksGNNfo9XOcMDJ6Sl/jeY022ywR2lWKv/hh6S3fRFAX"
  "Mla3zvf0m0hv0X1ZvgGsrywXqQEAAA==";

std::string config_map() {
  return std::string(R"({"kind":"ConfigMap","metadata":{"name":"sh.helm.release.v1.web.v1"},"data":{"release":")")
         + payload + R"("}})";
}

} // namespace

TEST_CASE("the record of a revision and the chart on disk that it was made from have equal contents") {
  const auto record = core::releases::read_revision_contents(config_map());
  REQUIRE(record);
  const auto disk = core::releases::contents_on_disk({{"templates/a.yaml", text::md5_hex("a: 1\n")},
                                                      {"templates/_b.tpl", text::md5_hex("b")},
                                                      {"files/c.txt", text::md5_hex("c")},
                                                      {"Chart.yaml", "1"},
                                                      {"values.yaml", "2"},
                                                      {"charts/pg/Chart.yaml", "3"}},
                                                     "apiVersion: v2\nname: web\nversion: 0.1.0\n",
                                                     "web:\n  a: 1000000\n", R"({"web":{"b":[1]}})");
  CHECK(record->files == disk.files);
  CHECK(record->metadata == disk.metadata);
  CHECK(record->chart_values == disk.chart_values);
  CHECK(record->values == disk.values);
}

TEST_CASE("a record without a chart has empty contents, and what is no record is an error") {
  CHECK_FALSE(core::releases::read_revision_contents(R"({"kind":"ConfigMap","data":{"release":"x"}})"));
  const auto disk = core::releases::contents_on_disk({}, "- a", "a: [", "no JSON");
  CHECK(disk.metadata == text::json::object());
  CHECK(disk.chart_values == text::json::object());
  CHECK(disk.values == text::json::object());
}
