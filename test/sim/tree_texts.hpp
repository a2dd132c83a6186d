#pragma once

#include <string>

namespace sim {

// Texts in the tree of a module, by its name.

/// The configuration of the hook that counts the module's items.
[[nodiscard]] std::string counts_config(const std::string& name);
/// That of the hook that watches the items in all namespaces that have joined.
[[nodiscard]] std::string joined_config(const std::string& name);
/// The template of its chart.
/// @param annotation behind the name of the object; may be empty
[[nodiscard]] std::string chart_of(const std::string& name, const std::string& annotation);

} // namespace sim
