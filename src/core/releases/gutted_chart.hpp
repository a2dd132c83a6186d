#pragma once

#include "core/releases/chart_directories.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/objection.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace core::releases {

/// An upgrade that is held because parts of the chart have gone and objects would go with them.
struct gutted_chart {
  std::string directory; ///< of the module
  std::uint32_t revision = 0;
  chart_losses lost;
  std::vector<manifest_object> objects;
  /// Names the record for `kubectl label`, by which a user says that the objects are to go.
  std::string namespace_name{};
  std::string record{}; ///< `secret NAME`
};

[[nodiscard]] objection objection_to(const gutted_chart& x);

} // namespace core::releases
