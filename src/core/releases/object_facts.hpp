#pragma once

#include <string>
#include <string_view>

namespace core::releases {

// The facts that a watch keeps of each object of a release, instead of the object: a line for its end
// (`ending_mark`), then the fields of Helm (`own_fields`) and the writes of others (`foreign_writes`) with a
// slash between them. All are made from its metadata alone.

/// The facts without those about writers. An `object_reduction` of bindings.
[[nodiscard]] std::string facts_on_end(std::string_view object, std::string_view managed_fields);
/// All facts. An `object_reduction` of bindings.
[[nodiscard]] std::string facts_on_end_and_writers(std::string_view object, std::string_view managed_fields);

/// The `ending_mark`; empty: the object is not being deleted.
[[nodiscard]] std::string_view ending_part(std::string_view facts);
/// The fields of Helm; empty: they are not known.
[[nodiscard]] std::string_view own_part(std::string_view facts);
/// Whether other clients have written the object.
[[nodiscard]] bool has_foreign_part(std::string_view facts);

} // namespace core::releases
