// A record of a release is some KiB or a MiB of gzip. Reading it has a bound, however much it unpacks to.
#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "greedy_texts.hpp"
#include "support/memory_peak.hpp"
#include "support/release_secret.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

test::release_secret record_of(std::size_t values, const text::json& value) {
  const auto items = text::json::array(text::json::array_type(values, value));
  return {.name = "web", .manifest = "", .values = text::json::object({{"a", items}})};
}

/// The message about a record, and the memory that it costs with the objects of its manifest.
std::pair<std::string, std::size_t> cost_of(const test::release_secret& x) {
  const auto secret = test::secret_of(x).dump();
  const test::memory_peak peak;
  const auto manifest = core::releases::read_manifest(secret);
  if (manifest) static_cast<void>(core::releases::manifest_objects(*manifest, "default"));
  return {manifest ? "" : manifest.error().message, peak.bytes()};
}

} // namespace

TEST_CASE("a record that unpacks to too much is refused and named, before it takes memory") {
  const std::string name = "Secret 'sh.helm.release.v1.web.v1': 'data.release': ";
  const auto [values, memory_of_values] = cost_of(record_of(1'500'000, text::json::array()));
  CHECK(values == name + "more than 500000 values");
  CHECK(memory_of_values < 8 * mebibyte);
  const auto [text, memory_of_text] =
    cost_of({.name = "web", .manifest = "", .files = {{"a", std::string(100 * mebibyte, ' ')}}});
  CHECK(text == name + "gzip: more than 33554432 bytes");
  CHECK(memory_of_text < 8 * mebibyte);
}

TEST_CASE("a record within the bounds takes less than 256 MiB, whatever it is") {
  const auto [values, memory_of_values] = cost_of(record_of(499'000, "some words"));
  CHECK(values == "");
  CHECK(memory_of_values < 256 * mebibyte);
  const auto [text, memory_of_text] =
    cost_of({.name = "web", .manifest = "", .files = {{"a", std::string(23 * mebibyte, ' ')}}});
  CHECK(text == "");
  CHECK(memory_of_text < 256 * mebibyte);
}

TEST_CASE("the manifest of a record takes less than 256 MiB, whatever it is") {
  for (const auto& greedy : test::greedy_texts()) {
    const std::string content = greedy.name;
    CAPTURE(content);
    // Read in full, texts of people and programs take seconds at that length; greedy texts are refused soon.
    CHECK(cost_of({.name = "web", .manifest = greedy.make(mebibyte)}).second < 48 * mebibyte);
  }
  const auto documents = test::repeated(15 * mebibyte, "", "a: {}\n---\n");
  CHECK(cost_of({.name = "web", .manifest = documents}).second < 256 * mebibyte);
  const auto lists =
    test::repeated(15 * mebibyte, "apiVersion: v1\nkind: A\nmetadata: {name: a}\nx: [[]", ",[]", "]\n");
  CHECK(cost_of({.name = "web", .manifest = lists}).second < 256 * mebibyte);
  CHECK(cost_of({.name = "web", .manifest = std::string(17 * mebibyte, ' ')}).first
        == "Secret 'sh.helm.release.v1.web.v1': 'data.release' has a manifest of more than 16777216 bytes");
}
