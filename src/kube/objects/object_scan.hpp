#pragma once

#include "kube/objects/object_bytes.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kube::objects {

/// An object inside a longer text. Fields that the text lacks are empty in the identity.
struct scanned_object {
  std::size_t begin = 0; ///< of its `{`
  std::size_t end = 0;   ///< behind its `}`
  object_identity identity;
  text::text_range managed_fields; ///< `metadata.managedFields` with a comma beside it; may be empty
};

/// A list answer: its own metadata and where its items are.
struct scanned_list {
  api::object_type type; ///< of the list itself
  std::string resource_version;
  std::string continue_token;
  std::vector<scanned_object> items;
  bool has_items = false;      ///< there are `items`: an array, also an empty array, or null
  bool has_null_items = false; ///< `items` is null, as Go writes a list without items
  bool has_remaining = false;  ///< `metadata.remainingItemCount` is above 0
};

/// A line of a watch.
struct scanned_event {
  std::string type;
  std::optional<scanned_object> object;
};

/// These functions read the shapes above in a single pass over the bytes, check that they are valid JSON and
/// UTF-8, and build no tree. This is the only place where the Kubernetes layer parses JSON by itself. Errors:
/// `invalid_input` with the position of the fault.
/// Why so: docs/decisions/objects-stay-bytes.md
[[nodiscard]] base::result<scanned_object> scan_object(std::string_view text);
[[nodiscard]] base::result<scanned_list> scan_list(std::string_view text);
[[nodiscard]] base::result<scanned_event> scan_event(std::string_view text);

/// Copies a scanned object out of its text and fills in a missing `type`.
[[nodiscard]] object_ptr copy_object(std::string_view text, scanned_object&& found, const api::object_type& type);

} // namespace kube::objects
