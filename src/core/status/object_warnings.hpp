#pragma once

#include "text/json/json.hpp"

#include <set>
#include <string>
#include <vector>

namespace core::status {

/// The field selector of the warnings about an object of that kind; without a name about all of the kind.
/// Source: Kubernetes, "Field Selectors": Events can be selected by their object, its kind and their type.
[[nodiscard]] std::string selector_of_warnings(const std::string& kind, const std::string& name = {});

/// The last of the Events about one of the objects. An Event that only says that volumes are late counts
/// less than any other, because the kubelet repeats it beside the Event with the cause.
/// @param names of the objects
/// @returns null: no Event is about them
[[nodiscard]] const text::json* last_warning(const std::vector<text::json>& events, const std::set<std::string>& names);

/// `FailedMount (12 times, the last at 2026-01-02 03:04:05): secret "db" not found`: the reason of an Event,
/// its count and time, as far as it has them, and its message in a line of at most 600 bytes.
[[nodiscard]] std::string words_of_warning(const text::json& event);

} // namespace core::status
