#pragma once

#include "kube/api/resource.hpp"
#include "simulation/fake_api_documents.hpp"
#include "text/json/json.hpp"

#include <optional>

namespace simulation {

// The rules of an API server for Jobs and for no other kind. (kubernetes, pkg/registry/batch/job/strategy.go)

[[nodiscard]] bool is_jobs(const kube::api::resource& what);

/// A new Job with a selector of its own, and the labels of its Pods that fit it. @pre it has name and uid
[[nodiscard]] text::json with_own_selector(const text::json& job);

/// Refuses an update of fields that a Job keeps as long as it exists: its selector and the template of its
/// Pods.
[[nodiscard]] std::optional<api_failure> job_fault(const text::json& before, const text::json& after);

} // namespace simulation
