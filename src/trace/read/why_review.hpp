#pragma once

#include "base/error.hpp"
#include "trace/read/recorded_run.hpp"

#include <string>

namespace trace::read {

/// Answers why a request was refused or allowed, or why its review was slow: the end, the words of the hook,
/// and the parts of the time. Without a review an error (`not_found`) lists the names that the trace has.
/// @param name the uid of a review; an object, as `ConfigMap/default/web` or `default/web`; a hook, a module
///   with a hook, a webhook, or a definition
[[nodiscard]] base::result<std::string> why_review(const recorded_run& run, const std::string& name);

} // namespace trace::read
