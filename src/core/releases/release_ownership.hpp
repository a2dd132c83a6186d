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

/// The owner of releases. A platform is a set of modules with a common ConfigMap. Several platforms may share
/// a namespace; a platform never removes or changes releases of another platform.
struct platform_identity {
  std::string name;                        ///< empty: it owns all releases that an operator has made
  std::set<std::string> former;            ///< former names; it owns their releases, and renames them
  std::string config_map{};                ///< name of its ConfigMap; empty: not known
  std::vector<std::string> modules_dirs{}; ///< directories of its modules, absolute; empty: not known
};

/// Label of a revision: the platform that has made it.
inline constexpr std::string_view module_platform_label = "modulePlatform";
/// Label of a revision: the source that had switched its module on when the revision was made, as a word.
inline constexpr std::string_view module_wanted_by_label = "moduleWantedBy";
/// Label of a revision: its platform's ConfigMap. A name that is too long for a label is cut.
inline constexpr std::string_view module_config_map_label = "moduleConfigMap";
/// Label of a revision with a removal that waits for a confirmation. The value is the revision's number,
/// because Helm copies labels to the next revision.
inline constexpr std::string_view removal_held_label = "moduleRemovalHeld";

/// Label that a user gives to a revision that another client has made: its module may delete objects of it.
inline constexpr std::string_view module_adopt_label = "moduleAdopt";

/// Checks the name of a platform, which must be valid as the value of a label: at most 63 letters, digits,
/// `-`, `_` and `.`, with a letter or digit at both ends.
[[nodiscard]] base::result<std::string> parse_platform_name(std::string_view text);

/// Where the operator runs.
enum class operator_place : std::uint8_t { pod, outside };

/// The default name of a platform: the name of its ConfigMap. A program outside of a Pod, for example a trial
/// on a user's machine, gets a different name than the operator in the cluster.
[[nodiscard]] std::string default_platform_name(const std::string& config_map, operator_place place);

/// The release's platform, if it is another platform than `own`.
[[nodiscard]] std::optional<std::string> other_platform_of(const release& x, const platform_identity& own);

/// True if the release belongs to this platform, or was made by the predecessor, which has no platforms.
[[nodiscard]] bool is_own(const release& x, const platform_identity& own);

/// True if the release has a former name of the platform.
[[nodiscard]] bool is_of_former_name(const release& x, const platform_identity& own);

/// True if the label of this revision shows that its removal waits for a confirmation.
[[nodiscard]] bool is_removal_held(const release& x);

/// The label's value for the source that had switched the module on when the revision was made; empty: not
/// known.
[[nodiscard]] std::string wanted_by(const release& x);

/// The revision's ConfigMap if it differs from the platform's, because `--config-map` may be wrong. Empty:
/// the same, or not known.
[[nodiscard]] std::string other_config_map_of(const release& x, const platform_identity& own);

/// The labels for a revision's platform, its ConfigMap, and the source that switches its module on.
/// @param wanted_by the label's value; empty: not known
[[nodiscard]] std::map<std::string, std::string> owner_labels(const platform_identity& own,
                                                              const std::string& wanted_by);
/// The changes of an unchanged revision's labels to `owner_labels`; an empty text removes a label.
[[nodiscard]] std::map<std::string, std::string> owner_labels_due(const release& last, const platform_identity& own,
                                                                  const std::string& wanted_by);

} // namespace core::releases
