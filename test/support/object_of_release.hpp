#pragma once

#include "support/operator_fixture.hpp"

#include <string>

namespace test {

/// A ConfigMap that Helm has made for a release in the same namespace: its annotations name the release.
[[nodiscard]] inline text::json object_of_release(const std::string& name, const std::string& release,
                                                  const std::string& namespace_name) {
  const auto object = object_of("v1", "ConfigMap", name, {}, namespace_name);
  const auto annotations =
    text::json::object({{"meta.helm.sh/release-name", release}, {"meta.helm.sh/release-namespace", namespace_name}});
  return object.with("metadata", object.find("metadata")->with("annotations", annotations));
}

} // namespace test
