#pragma once

#include "core/values/value_source.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// A value of a user, or a value that a hook has stored in the ConfigMap, that had a content for the last
/// revision, and has lost it.
struct emptied_value {
  /// The form in which the value is written now.
  enum class form {
    nothing,      ///< a key without a value, or null
    blank_text,   ///< a text without a character that is no space, in the ConfigMap
    text_in_file, ///< such a text in a values file, found at a start
    empty,        ///< a list without items, or an object without members
  };
  text::json_pointer place;
  form how = form::nothing;
  std::string source;  ///< the file or the ConfigMap, for messages
  std::string by = {}; ///< the hook that has stored it in the ConfigMap; empty: a user has written it

  friend bool operator==(const emptied_value&, const emptied_value&) = default;
};

/// True if an emptied value may be in the sources, so that `emptied_values` is worth reading the record.
[[nodiscard]] bool may_have_emptied(const values::value_standing& now);

/// The values that users have emptied: null in files and in the ConfigMap, blank texts in files, other blanks
/// in the ConfigMap. Of sections that only hooks have written, the stored keys count. A blank text in a file
/// may be the default of a value that users set in the ConfigMap, so it does not count after an edit of the
/// section.
/// @param section key of the module's section
/// @param before, values by section, of the last revision and of the planned upgrade
[[nodiscard]] std::vector<emptied_value> emptied_values(const values::value_standing& now, const std::string& section,
                                                        const text::json& before, const text::json& values);

/// For messages, without contents: `web.password (no value, in the ConfigMap)`. The first few are named.
[[nodiscard]] std::string words_of_emptied(const std::vector<emptied_value>& x);

} // namespace core::releases
