#pragma once

#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The beginning of the keys of labels that name further directories of modules:
/// `moduleGlobalFrom.0123456789`. Such a directory had a section `global` in its values.yaml, which is part
/// of the values of every module. The value is the name of the directory, as far as a label can hold it.
inline constexpr std::string_view module_global_from_prefix = "moduleGlobalFrom.";

/// A values.yaml with a section `global` that the revision had and that is missing now.
struct lost_global {
  std::string label; ///< its key
  std::string words; ///< for people: path, or name of the directory
  std::string path;  ///< empty: its directory is no directory of modules any more

  friend bool operator==(const lost_global&, const lost_global&) = default;
};

[[nodiscard]] std::vector<lost_global> lost_globals(const release& last, const values::value_standing& now);

/// The labels of the next revision. Outdated labels are removed.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> global_labels(const std::optional<release>& last,
                                                               const values::value_standing& now);

/// The labels that an unchanged revision lacks. A label of a lost file stays.
[[nodiscard]] std::map<std::string, std::string> global_labels_due(const release& last,
                                                                   const values::value_standing& now);

/// @param record names the record of the revision for `kubectl label`: `secret NAME`
[[nodiscard]] objection objection_to(const std::vector<lost_global>& lost, const std::string& namespace_name,
                                     const std::string& record);

} // namespace core::releases
