#include "core/plan/recorded_releases.hpp"

#include "support/release_secret.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

namespace {

text::json record(const std::string& name, std::uint32_t revision, const std::string& status = "deployed") {
  return test::secret_of({.name = name,
                          .revision = revision,
                          .status = status,
                          .manifest = {},
                          .values = text::parse_yaml("{web: {size: " + std::to_string(revision) + "}}").value()});
}

} // namespace

TEST_CASE("the latest revision of a release counts") {
  const auto all = core::plan::recorded_releases({record("web", 9), record("web", 10), record("api", 2, "failed")});
  REQUIRE(all.size() == 2);
  CHECK(all.at("web").revision == 10);
  CHECK(all.at("web").status == "deployed");
  CHECK(all.at("api").status == "failed");
  CHECK(core::plan::values_of(all.at("web")).value().dump() == R"({"web":{"size":10}})");
}

TEST_CASE("a release that was uninstalled with its history is none") {
  CHECK(core::plan::recorded_releases({record("web", 1, "uninstalled")}).empty());
}

TEST_CASE("other Secrets are no records") {
  const auto secret = text::parse_yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}}").value();
  CHECK_FALSE(core::plan::is_helm_record(secret));
  CHECK(core::plan::is_helm_record(record("web", 1)));
  CHECK(core::plan::recorded_releases({secret}).empty());
}
