#pragma once

#include "cluster/operations/operation_seams.hpp"

#include <set>
#include <string>
#include <utility>

namespace actors::api {

/// Logs the results of object operations. A change or deletion without an apiVersion in a group that does not
/// belong to the API server is named once for each hook and kind, with the group that was chosen.
class operation_log {
public:
  /// Logs a result, its duration, and the apiVersion of the kind that was found. A failure is also reported
  /// by the run of the hook.
  /// @param by the hook
  void write(const std::string& by, const cluster::operations::operation_report& x);

private:
  std::set<std::pair<std::string, std::string>> named_; ///< bound: the hooks, with the kinds that they change
};

} // namespace actors::api
