#pragma once

#include "base/error.hpp"
#include "core/releases/chart.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// True if an upgrade must give the same manifest as a rendering with the same inputs, unless the cluster has
/// given them different answers. A chart that asks for the revision, or that uses random values or the time,
/// gives another manifest each time.
[[nodiscard]] bool gives_what_it_renders(const chart& x, const varying_facts& asked);

struct manifest_difference {
  std::string objects;     ///< names and kind of the difference, for the log
  bool is_of_sets = false; ///< an object is missing, or is not rendered
};

/// The objects in which a release differs from a rendering, for example `ConfigMap/web is missing`; an object
/// is shown with its namespace if the manifest names one. Shows no content.
/// @param rendered, released manifests, streams of YAML documents
/// @returns an error (`invalid_input`) if one of them cannot be read
[[nodiscard]] base::result<manifest_difference>
describe_difference(std::string_view rendered, std::string_view released, const std::string& default_namespace);

/// Decides when a module runs again because its release differs from its rendering: a few times, with a
/// growing wait, and not again for the same objects. Some charts differ for ever, because they ask for API
/// versions that Helm was built with and that the API server does not serve.
class difference_pace {
public:
  /// Notes an upgrade whose result differs from its rendering.
  /// @param inputs_digest of the upgrade
  /// @param objects from `describe_difference`
  /// @returns the wait before the next run; nullopt: there is no further run
  std::optional<std::chrono::seconds> note(const std::string& release, const std::string& inputs_digest,
                                           const std::string& objects);
  /// The release is as it was rendered.
  void forget(const std::string& release) { known_.erase(release); }
  [[nodiscard]] bool is_known(const std::string& release) const { return known_.contains(release); }

private:
  struct difference {
    std::string inputs_digest;
    std::string objects;
    std::size_t runs = 0;
  };
  std::map<std::string, difference> known_; ///< by release. Bound: one for each module
};

} // namespace core::releases
