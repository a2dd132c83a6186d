#pragma once

#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::crds {

/// A CustomResourceDefinition with only the fields that the API defines.
struct known_fields {
  text::json object;
  /// Paths of the fields that were taken out, for example `spec.versions[0].schemas`. Extensions (`x-…`) of
  /// schemas are taken out and not listed, because many files have them for generators of documentation.
  std::vector<std::string> left_out;
};

/// Removes fields that `apiextensions.k8s.io/v1` does not define. An API server does not store them, and
/// refuses a server-side apply because of them.
[[nodiscard]] known_fields known_definition_fields(const text::json& definition);

} // namespace core::crds
