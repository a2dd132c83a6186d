#include "core/releases/blocking_records.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

using core::releases::damaged_records;
using strings = std::vector<std::string>;

namespace {

// A release with a ConfigMap: JSON, gzip, base64, and again base64 for the Secret.
constexpr const char* whole =
  "SDRzSUFBQUFBQUFDQXoyT3dRckNNQXlHWHlYRXEzT0lGK25Wc3lmQlV5OWh6VVp4VGN2U0RjYll1OXVxZUV2eUpYKytEWVVD"
  "b3dIME1reXNpc2RhOXJHTU50Uk1lZFpLSGFjeHJ1eHdMenlRK0o0MVY5QTBqWlVEUE9JOGRXemdsOUptRG1ta3pOcDI0YlJT"
  "R0sxUThrK2UxRWN4c0p5dHZMdzRBN2NvdlIvdWxLd0V6dVFvazdFQ1VMWCtjVmFxMXZLOUxsOHZwYXNMbXFqN3lMc3I3bTk1"
  "amM5YXl3QUFBQT09";

text::json record(std::uint32_t revision = 1, const std::string& payload = whole) {
  const auto number = std::to_string(revision);
  return text::parse_json(R"({"kind":"Secret","type":"helm.sh/release.v1","metadata":{"name":"sh.helm.release.v1.web.v)"
                          + number + R"(","labels":{"name":"web","owner":"helm","status":"deployed","version":")"
                          + number + R"("}},"data":{"release":")" + payload + R"("}})")
    .value();
}

std::string damaged(std::uint32_t revision = 1) {
  return record(revision, "bm8=").dump();
}

/// Removes the next step, which is the same for all faults.
std::string fault(const std::optional<std::string>& words) {
  return words ? words->substr(0, words->find(": Helm cannot read its record of release 'web'")) : "none";
}

} // namespace

TEST_CASE("an upgrade fails by the record that Helm would go on from") {
  CHECK_EQ(fault(damaged_records("web", {damaged()}, std::nullopt)),
           "Secret 'sh.helm.release.v1.web.v1': 'data.release' is not base64 of base64");
  CHECK_EQ(fault(damaged_records("web", {record(2).dump(), damaged(3)}, damaged(3))),
           "Secret 'sh.helm.release.v1.web.v3': 'data.release' is not base64 of base64");
  CHECK_EQ(fault(damaged_records("web", {record(3).dump(), damaged(2)}, std::nullopt)), "none");
  CHECK_EQ(fault(damaged_records("web", {record(3).dump()}, std::nullopt)), "none");
  CHECK_EQ(fault(damaged_records("web", {}, std::nullopt)), "none");
}

TEST_CASE("the advice on a damaged record is to restore or to delete it") {
  const auto words = damaged_records("web", {damaged()}, std::nullopt);
  REQUIRE(words);
  CHECK(words->ends_with(
    "restore the record, or look at it and delete it, so that the release is made anew over its objects"));
}

TEST_CASE("a Secret of others that only looks like a record counts when there is no other") {
  const auto strange = text::json::object(
    {{"metadata",
      text::json::object(
        {{"name", "b"}, {"labels", text::json::object({{"owner", "helm"}, {"name", "web"}, {"version", "abc"}})}})}});
  CHECK_EQ(fault(damaged_records("web", {strange.dump()}, std::nullopt)), "Secret 'b': no 'data.release'");
  CHECK_EQ(fault(damaged_records("web", {strange.dump(), record().dump()}, std::nullopt)), "none");
}

TEST_CASE("a record without its labels stands in the way of the next one") {
  const auto metadata = text::json::object({{"name", "sh.helm.release.v1.web.v1"}});
  const auto without = record().with("metadata", metadata).dump();
  CHECK_EQ(fault(damaged_records("web", {}, without)),
           "Secret 'sh.helm.release.v1.web.v1' has not the labels by which Helm finds it (owner: helm, name: web)");
  CHECK_EQ(fault(damaged_records("web", {}, record().dump())), "none");
}

TEST_CASE("the next revision follows the last one that Helm can read") {
  CHECK_EQ(core::releases::next_revision_of_helm({}), 1);
  CHECK_EQ(core::releases::next_revision_of_helm({damaged(7)}), 1);
  CHECK_EQ(core::releases::next_revision_of_helm({record(3).dump(), record(2).dump(), damaged(4)}), 4);
}

TEST_CASE("many damaged records are named by the first ones") {
  const strings many{damaged(1), damaged(2), damaged(3), damaged(4)};
  const auto words = damaged_records("web", many, std::nullopt).value_or("");
  CHECK_NE(words.find("web.v3"), std::string::npos);
  CHECK_EQ(words.find("web.v4"), std::string::npos);
}
