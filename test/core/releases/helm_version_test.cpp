#include "core/releases/helm_version.hpp"

#include <doctest/doctest.h>

TEST_CASE("the version is found in all forms that helm prints") {
  struct row {
    const char* output;
    const char* want;
  };
  for (const auto& r : {
         row{"v4.3", "4.3.0"},
         row{"v4.3.1+gabc123\n", "4.3.1"},
         row{"v3.22.0", "3.22.0"},
         row{"version.BuildInfo{Version:\"v3.17.2\", GitCommit:\"\", GoVersion:\"go1.26.8\"}", "3.17.2"},
         row{"level=WARN msg=\"very new\"\nv4.10.0-rc.1", "4.10.0"},
       }) {
    auto version = core::releases::parse_helm_version(r.output);
    REQUIRE(version);
    CHECK(core::releases::text(*version) == r.want);
  }
}

TEST_CASE("a version that is too old or missing is named") {
  auto message = [](const char* output) { return core::releases::parse_helm_version(output).error().message; };
  CHECK(message("v3.13.3") == "helm 3.13.3 is too old: 3.14.0 or later is needed");
  CHECK(message("Client: &version.Version{SemVer:\"v2.17.0\"}") == "helm 2.17.0 is too old: 3.14.0 or later is needed");
  CHECK(message("command not found") == "'helm version' prints no version");
  CHECK(message("") == "'helm version' prints no version");
}
