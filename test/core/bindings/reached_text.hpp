#pragma once

#include "core/bindings/reached_paths.hpp"

#include <string>

/// Reached paths as text: `*` whole, `#` counted, `[…]` each, `name…` a member; in the order of names.
inline std::string reached_text(const core::bindings::reached_paths& x) {
  std::string text;
  if (x.is_whole) return "*";
  if (x.is_counted) text += "#";
  if (x.each) text += "[" + reached_text(*x.each) + "]";
  if (x.members.empty()) return text;
  text += "{";
  for (const auto& [name, inner] : x.members) text += (text.back() == '{' ? "" : ",") + name + reached_text(*inner);
  return text + "}";
}
