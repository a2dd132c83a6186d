#pragma once

#include "text/json/json.hpp"

#include <string>
#include <utility>

namespace worlds {

/// An object of Kubernetes with nothing but its metadata.
[[nodiscard]] inline text::json named(const std::string& api_version, const std::string& kind, text::json metadata) {
  return text::json::object({{"apiVersion", api_version}, {"kind", kind}, {"metadata", std::move(metadata)}});
}

} // namespace worlds
