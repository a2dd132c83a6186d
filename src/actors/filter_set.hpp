#pragma once

#include "core/base/error.hpp"
#include "core/hooks/object_filter.hpp"
#include "core/hooks/snapshot.hpp"
#include "kube/object_bytes.hpp"

#include <map>
#include <string>

namespace actors {

/// The jq filters of one watch. A filter is compiled once, and applied once to each state of an object, however many
/// subscriptions share it.
class filter_set {
public:
  /// Compiles the program if it is new.
  [[nodiscard]] core::result<void> add(const std::string& program);

  /// The result for that state of an object.
  /// @pre the program was added.
  [[nodiscard]] core::result<core::shared_text> apply(const std::string& program, const kube::object_ptr& object);

private:
  std::map<std::string, core::object_filter> filters_;
  kube::object_ptr object_; ///< of the results
  std::map<std::string, core::result<core::shared_text>> results_;
};

} // namespace actors
