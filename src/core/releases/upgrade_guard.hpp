#pragma once

#include "base/error.hpp"
#include "core/releases/chart.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/kind_doubt.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/object_owner.hpp"
#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::releases {

using objects_ptr = std::shared_ptr<const std::vector<manifest_object>>;

/// An upgrade of a release for the guards: the present release and its chart. Each fact of the second group
/// costs a request or a rendering, so it is fetched only when a guard asks for it.
struct planned_upgrade {
  std::string release;
  std::string directory;                     ///< of the module
  releases::chart chart;                     ///< of the module, as it is now
  std::vector<std::string> files{};          ///< of the chart, that Helm reads
  std::set<std::string> blank{};             ///< of these, files without text
  std::set<std::string> empty_directories{}; ///< of the chart, without any file below them
  std::string inputs_digest;                 ///< of the chart's inputs
  std::optional<releases::release> last{};   ///< the latest revision; nullopt: there is no release
  /// Digest of the inputs that are known to give the manifest of the latest revision.
  std::optional<std::string> confirmed_inputs{};
  platform_identity platform{};
  std::optional<values::value_standing> standing{}; ///< nullopt: the sources of the values are not known
  /// The values differ from the values of the last application by this process; nullopt: there was none.
  std::optional<bool> have_values_changed{};
  std::string namespace_name{};
  release_storage storage = release_storage::secrets;
  asked_groups groups{}; ///< that the chart may ask `.Capabilities` for

  bool are_records_listed = false; ///< since the upgrade was planned
  bool is_record_read = false;     ///< of the latest revision
  objects_ptr released{};          ///< by the latest revision; null: its record was not read, or cannot be read
  chart_before before{};           ///< the chart that `released` comes from
  objects_ptr rendered{};          ///< null: the chart was not rendered
  /// Objects of the chart as if no module were lost, see `lost_modules`; null inside: it cannot be rendered
  /// so.
  std::optional<objects_ptr> rendered_with_lost{};
  std::optional<bool> is_owner_checked{}; ///< by Helm itself, before it deletes an object
  std::optional<objects_ptr> compared{};  ///< the objects that Helm compares with; null: it cannot read them
  std::optional<std::vector<object_of_another>> taken{}; ///< objects that the upgrade would delete
  /// The kinds that the API server may have and does not show; nullopt: it was not asked. A rendering asks.
  std::optional<kind_doubt> kinds{};
};

/// A fact that a guard lacks.
enum class upgrade_fact {
  records,  ///< a new list of the records of the release
  record,   ///< of the latest revision
  rendered, ///< with the record of the latest revision
  rendered_with_lost,
  owner_check,
  compared,
  taken, ///< of the objects that `compared` has and `rendered` has not
};

/// The answers of a guard.
namespace guard_answer {
/// The guard has no objection.
struct pass {
  std::vector<manifest_object> removed{}; ///< objects that go without a user's wish: named in the log first
  std::map<std::string, std::string>
    labels{}; ///< for the latest revision, before the upgrade; an empty text removes one
};
/// Ask again with this fact.
struct ask {
  upgrade_fact fact;
};
/// The release stays as it is, and the run of the module goes on.
struct hold {
  objection why;
  bool ends_with_label = false; ///< a user may take a label of the release away
  bool ends_with_kinds = false; ///< the API server may show more kinds, or the same kinds for longer
};
/// The run of the module fails.
struct refuse {
  base::error why;
};
/// The release has changed: decide again.
struct begin_again {};
} // namespace guard_answer

using guard_answer_type = std::variant<guard_answer::pass, guard_answer::ask, guard_answer::hold, guard_answer::refuse,
                                       guard_answer::begin_again>;

/// A check before an upgrade, so that no object goes by mistake. A new guard is a file `NAME_guard.cpp` and a
/// line in `guards_of_upgrade`.
struct upgrade_guard {
  std::string_view name;
  std::string_view question; ///< the answer yes is an objection
  guard_answer_type (*answer)(const planned_upgrade&);
};

extern const upgrade_guard template_guard;
extern const upgrade_guard record_guard;
extern const upgrade_guard capability_guard;
extern const upgrade_guard owner_guard;
extern const upgrade_guard directory_guard;
extern const upgrade_guard modules_directory_guard;
extern const upgrade_guard lost_values_guard;
extern const upgrade_guard newer_revision_guard;

/// The guards that are asked in turn before each upgrade. `template_guard` is asked before the chart is
/// rendered, because a module without templates may have no chart to render.
[[nodiscard]] const std::vector<upgrade_guard>& guards_of_upgrade();

/// True if inputs with this digest give the objects that the revision has: the same inputs have made it.
/// @param made_from digest of the inputs of the revision
[[nodiscard]] bool is_made_from(const release& last, const std::optional<std::string>& made_from,
                                const std::string& inputs_digest, chart_stability stability);

} // namespace core::releases
