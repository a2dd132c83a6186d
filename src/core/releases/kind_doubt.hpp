#pragma once

#include <string>
#include <vector>

namespace core::releases {

/// The reasons why the API server may have kinds that its discovery does not show.
struct kind_doubt {
  /// Versions whose kinds are not known, `metrics.k8s.io/v1beta1`: their server is away, or discovery does
  /// not show kinds that should be there.
  std::vector<std::string> unknown{};
  /// The first discovery was seconds ago, and no later discovery confirms it: the API server may have just
  /// started, and does not show all CustomResourceDefinitions then.
  bool is_young = false;

  friend bool operator==(const kind_doubt&, const kind_doubt&) = default;
};

} // namespace core::releases
