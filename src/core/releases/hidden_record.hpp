#pragma once

#include "core/releases/release.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A revision's record that Helm does not find, because another client has changed or removed labels by which
/// Helm looks for records.
struct hidden_record {
  std::string release;
  std::uint32_t revision = 0;
  std::map<std::string, std::string> lost{}; ///< the labels that it must have, with their values

  friend bool operator==(const hidden_record&, const hidden_record&) = default;
};

/// Reads the metadata of a Secret of Helm's type, or of a ConfigMap.
/// @returns nullopt if Helm finds the record, or if its name is not the name of a record
[[nodiscard]] std::optional<hidden_record> read_hidden_record(std::string_view object);

/// The latest of the records, and the number of the others, for people: `Secret 'x' and 2 more`.
/// @pre `records` is not empty
[[nodiscard]] std::string words_of_hidden_records(const std::vector<hidden_record>& records, release_storage storage);

/// The command that gives all these records their labels back.
/// @pre `records` is not empty
[[nodiscard]] std::string command_to_show(const std::vector<hidden_record>& records, std::string_view namespace_name,
                                          release_storage storage);

} // namespace core::releases
