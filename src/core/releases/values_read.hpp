#pragma once

#include "text/json/json_pointer.hpp"

#include <map>
#include <set>
#include <string>

namespace core::releases {

/// The values that the templates of a chart read, by their places in the values: `/web/size`. A place may be
/// counted that no rendering reads, but no place is left out.
struct values_read {
  /// Read with everything below: `.Values.web.size`, `toYaml .Values.web`. No tokens: all values.
  std::set<text::json_pointer> whole{};
  /// Places whose presence, kind or emptiness alone counts: `with .Values.web`, `default dict .Values.web`.
  std::set<text::json_pointer> presence{};
  bool any = false; ///< a template cannot be followed, so it may read any value

  friend bool operator==(const values_read&, const values_read&) = default;
};

/// The texts of the templates of a chart, by their paths.
struct template_texts {
  std::map<std::string, std::string> rendered{}; ///< that Helm renders, with their own definitions
  std::map<std::string, std::string> included{}; ///< with definitions alone, such as libraries in `charts`
  bool is_complete = true;                       ///< no template is in a packed chart, or cannot be read
};

/// The values that templates read through `.Values`, also by `index`, `with`, variables, and templates that
/// they include with a part of the values. A function that is not known here reads all that it is given. A
/// digest of all values (`toJson .Values | sha256sum`) reads none.
[[nodiscard]] values_read values_read_by(const template_texts& x);

/// True unless another value at this place gives the same manifest, apart from digests of all values.
/// @param place of a value that is no object with members; for such an object, the caller asks for the places
/// of its members
[[nodiscard]] bool may_read(const values_read& x, const text::json_pointer& place);

/// True if a template names the place, or a section around it. Reading all values names no place.
[[nodiscard]] bool names(const values_read& x, const text::json_pointer& place);

} // namespace core::releases
