#pragma once

#include "core/releases/manifest.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// An object as the text of a template names it. In the names `\0` is the place of an expression whose value
/// only a rendering knows.
struct template_object {
  std::set<std::string> kinds; ///< all kinds in its document
  std::string namespace_name;  ///< empty: not named, so it is the release's
  std::string name;

  friend bool operator==(const template_object&, const template_object&) = default;
};

/// Finds the objects in a template without rendering it, so also those whose condition is false now. An
/// object without a kind or a name in its own document, and a name that consists of expressions alone, is
/// not found. `.Release.Name`, `.Chart.Name` and `.Release.Namespace` have their values.
/// @param module the name of the release and of the chart
[[nodiscard]] std::vector<template_object> objects_in_template(std::string_view text, std::string_view module,
                                                               std::string_view namespace_name);

/// True if the template may render to this object of a release in `namespace_name`.
[[nodiscard]] bool may_be(const template_object& x, const manifest_object& object, std::string_view namespace_name);

} // namespace core::releases
