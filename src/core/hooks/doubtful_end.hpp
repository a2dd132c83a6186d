#pragma once

#include "core/hooks/object_patch.hpp"

#include <string>
#include <vector>

namespace core::hooks {

/// The thing that a run precedes, if it has not ended well.
enum class run_effect {
  changes, ///< values, flags and objects
  deletion ///< of the run's module
};

/// A run that has ended with 0 although its stderr names a failure.
/// @param doubt the line of stderr
/// @param consequence of the failed run: `it deletes no object`
[[nodiscard]] std::string words_of_doubt(const std::string& doubt, const std::string& consequence, run_effect x);

/// A run that has ended with 0 while the cluster is in doubt, because it may have been restored.
[[nodiscard]] std::string words_of_cluster_doubt(const std::string& doubt, const std::string& consequence);

/// A run that has ended with 0 in an outage of the API server.
/// @param outage `did not answer the operator since …`
[[nodiscard]] std::string words_of_outage(const std::string& outage, run_effect x);

/// The deletions among the operations of a run, for people; empty: no operation deletes.
[[nodiscard]] std::string words_of_deletions(const std::vector<object_operation>& operations);

} // namespace core::hooks
