#pragma once

#include "core/config/section_record.hpp"
#include "core/config/section_status.hpp"

#include <string>

namespace core::config {

/// Keys of a ConfigMap that cannot be used and belong to one section.
struct wrong_keys {
  std::string reason;
  bool is_unreadable = false; ///< the key of the section itself is wrong
};

/// Joins two reasons, of which the first may be empty.
[[nodiscard]] std::string joined(const std::string& first, const std::string& second);

/// A section that keeps its last valid content while the content of the ConfigMap cannot be used.
struct last_valid_section {
  section_record record;
  section_status status;
};

/// Takes the content of the section in a configuration. If the schema refuses the content, the function notes
/// the reason and leaves the record as it is.
/// @param content null: the section is absent
void take_content(last_valid_section& section, const std::string& key, const text::json* content, judgement by);

/// Updates the state after the content of a configuration was taken, or could not be read.
void conclude(section_status& status, const wrong_keys& wrong);

} // namespace core::config
