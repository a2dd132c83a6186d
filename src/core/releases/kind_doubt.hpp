#pragma once

#include <string>
#include <vector>

namespace core::releases {

/// The reasons why the API server may have kinds that its discovery does not show.
struct kind_doubt {
  /// Versions with unknown kinds, for example `metrics.k8s.io/v1beta1`: their server is down, or discovery
  /// does not show kinds that should exist.
  std::vector<std::string> unknown{};
  /// True while no later discovery has confirmed the first discovery: an API server that has just started
  /// does not show all CustomResourceDefinitions.
  bool is_young = false;

  friend bool operator==(const kind_doubt&, const kind_doubt&) = default;
};

} // namespace core::releases
