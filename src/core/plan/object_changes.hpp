#pragma once

#include "core/plan/plan.hpp"
#include "core/releases/object_difference.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::plan {

/// An object that differs between two states of a cluster.
struct changed_object {
  planned_object planned;
  std::string release{};      ///< by Helm's annotation; empty: of no release
  bool is_definition = false; ///< CustomResourceDefinition
};

/// Compares the objects of two states of a cluster, as the API server stores them. Metadata that the API
/// server itself keeps, the status of definitions, Events, Leases and the records of Helm are left out.
/// @param again the state after a second play of the same platform; empty without it
/// @param view hides secrets
/// @returns deleted objects first; of them first those that take users' data along
[[nodiscard]] std::vector<changed_object> object_changes(const std::vector<text::json>& before,
                                                         const std::vector<text::json>& after,
                                                         const std::vector<text::json>& again,
                                                         const releases::object_view& view);

/// The differences of two values, each with a mark if it differs between two plays.
/// @param again the value after the second play; null without it
[[nodiscard]] std::vector<planned_field> planned_fields(const text::json& before, const text::json& after,
                                                        const text::json& again, const releases::object_view& view);

} // namespace core::plan
