#pragma once

#include "base/error.hpp"
#include "core/releases/release.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The owner of releases. A platform is a set of modules that one ConfigMap configures. Several platforms may
/// share a namespace; a platform never removes or changes the releases of another.
struct platform_identity {
  std::string name;             ///< empty: all releases that an operator has made are its own
  std::set<std::string> former; ///< names that it had before: their releases are its own, and get the new name
  std::string config_map{};     ///< name of its ConfigMap; empty: not known
  std::vector<std::string> modules_dirs{}; ///< directories of its modules, absolute; empty: not known
};

/// Label of a revision: the platform that has made it.
inline constexpr std::string_view module_platform_label = "modulePlatform";
/// Label of a revision: the source that had switched its module on when the revision was made, in one word.
inline constexpr std::string_view module_wanted_by_label = "moduleWantedBy";
/// Label of a revision: the ConfigMap that its platform had. A name that is too long for a label is cut.
inline constexpr std::string_view module_config_map_label = "moduleConfigMap";
/// Label of a revision whose removal waits for a confirmation: its number, because Helm copies labels to the
/// next one.
inline constexpr std::string_view removal_held_label = "moduleRemovalHeld";

/// The name of a platform, which must do for the value of a label: at most 63 letters, digits, `-`, `_` and
/// `.`, the first and the last character a letter or a digit.
[[nodiscard]] base::result<std::string> parse_platform_name(std::string_view text);

/// Where the operator runs.
enum class operator_place : std::uint8_t { pod, outside };

/// The name of a platform for which the user has given no name: the name of the ConfigMap. A program outside
/// of a Pod, for example a trial on a user's machine, is another platform than the operator in the cluster.
[[nodiscard]] std::string default_platform_name(const std::string& config_map, operator_place place);

/// The platform that the release belongs to, if it is another platform.
[[nodiscard]] std::optional<std::string> other_platform_of(const release& x, const platform_identity& own);

/// True if this operator or its predecessor, which knows no platforms, has made the release.
[[nodiscard]] bool is_own(const release& x, const platform_identity& own);

/// True if the release carries a name that the platform had before.
[[nodiscard]] bool is_of_former_name(const release& x, const platform_identity& own);

/// True if the removal of that revision waits for a confirmation.
[[nodiscard]] bool is_removal_held(const release& x);

/// The source that had switched the module on when the revision was made, as the label has it; empty: not
/// known.
[[nodiscard]] std::string wanted_by(const release& x);

/// The ConfigMap that the revision was made with, if it is not that of the platform now: `--config-map` may
/// be wrong. Empty: the same, or not known.
[[nodiscard]] std::string other_config_map_of(const release& x, const platform_identity& own);

/// The labels that name the platform of the revision, its ConfigMap, and the source that switches its module
/// on.
/// @param wanted_by for the label; empty: not known
[[nodiscard]] std::map<std::string, std::string> owner_labels(const platform_identity& own,
                                                              const std::string& wanted_by);
/// The labels of an unchanged revision that differ from `owner_labels`, with their new values. An empty text
/// removes a label.
[[nodiscard]] std::map<std::string, std::string> owner_labels_due(const release& last, const platform_identity& own,
                                                                  const std::string& wanted_by);

} // namespace core::releases
