#pragma once

#include "kube/api/resource.hpp"
#include "simulation/fake_api_documents.hpp"
#include "text/json/json.hpp"

#include <optional>

namespace simulation {

// The rules of an API server for Jobs and for no other kind. (kubernetes, pkg/registry/batch/job/strategy.go)

[[nodiscard]] bool is_jobs(const kube::api::resource& what);

/// Gives a new Job its selector, and its Pods the labels that fit the selector. @pre it has name and uid
[[nodiscard]] text::json with_own_selector(const text::json& job);

/// The refusal of an update that changes an immutable field of a Job: its selector or its Pod template.
/// Empty: the update is valid.
[[nodiscard]] std::optional<api_failure> job_fault(const text::json& before, const text::json& after);

} // namespace simulation
