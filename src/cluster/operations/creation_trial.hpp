#pragma once

#include "cluster/operations/operation_seams.hpp"
#include "core/hooks/object_patch.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace cluster::operations {

/// Finds deletions whose object a later operation of the same list creates anew.
class later_creations {
public:
  /// @param default_namespace of objects that name no namespace
  /// Bound: an entry for each creation, if the list has a deletion.
  later_creations(const std::vector<core::hooks::object_operation>& operations, const std::string& default_namespace);

  /// The last operation after `index` that creates the object which the operation at `index` deletes; null:
  /// there is no such operation.
  [[nodiscard]] const core::hooks::create_object* find(std::size_t index) const;

private:
  using object_name = std::tuple<std::string, std::string, std::string>; ///< kind, namespace and name

  [[nodiscard]] object_name name_of(const core::hooks::object_operation& x) const;

  const std::vector<core::hooks::object_operation>& operations_;
  std::string default_namespace_;
  std::map<object_name, std::size_t> creations_;
};

/// Takes the result of a trial. Nullopt: the API server would create the object. A text: the reason why the
/// trial has no result. An error: the API server would refuse to create the object.
using on_trial = std::function<void(base::result<std::optional<std::string>>)>;

/// Asks the API server in a dry run (Kubernetes API Concepts, "Dry-run") whether it would create an object
/// that exists and is to be deleted first. Admission comes before the check of the name, so `already_exists`
/// means that the API server would create the object. A refusal is ignored if a quota is used up only
/// because the object still exists.
void try_creation(const operation_seams_ptr& seams, const operation_target& at, const core::hooks::create_object& x,
                  on_trial done);

} // namespace cluster::operations
