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
/// answered differently. False for a chart that asks for the revision, or that uses random values or the
/// time.
[[nodiscard]] bool gives_what_it_renders(const chart& x, const varying_facts& asked);

/// The difference between a release and its rendering, without the content of objects.
struct manifest_difference {
  std::string objects;     ///< names and kind of the difference, for the log
  bool is_of_sets = false; ///< objects are missing or additional, not only different
};

/// Describes the objects in which a release differs from a rendering: `ConfigMap/web is missing`. The
/// namespace is shown if the manifest has it. The content is not shown.
/// @param rendered, released manifests, streams of YAML documents
/// @returns an error (`invalid_input`) if either manifest cannot be read
[[nodiscard]] base::result<manifest_difference>
describe_difference(std::string_view rendered, std::string_view released, const std::string& default_namespace);

/// Decides when a module runs again because its release differs from its rendering: a few times with growing
/// waits, then not again until both the inputs and the different objects have changed. Some charts always
/// differ, because they ask for API versions that Helm knows but the API server does not serve.
class difference_pace {
public:
  /// Notes an upgrade whose result differs from its rendering.
  /// @param inputs_digest digest of the upgrade's inputs
  /// @param objects from `describe_difference`
  /// @returns the wait before the next run; nullopt: no further run
  std::optional<std::chrono::seconds> note(const std::string& release, const std::string& inputs_digest,
                                           const std::string& objects);
  /// Forgets a release that equals its rendering.
  void forget(const std::string& release) { known_.erase(release); }
  [[nodiscard]] bool is_known(const std::string& release) const { return known_.contains(release); }

private:
  struct difference {
    std::string inputs_digest;
    std::string objects;
    std::size_t runs = 0;
  };
  std::map<std::string, difference> known_; ///< by release; bound: the number of modules
};

} // namespace core::releases
