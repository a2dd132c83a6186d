#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The state of a revision, from Helm's label `status`.
enum class release_status {
  unknown, ///< Helm's `unknown`, or any other word
  deployed,
  uninstalled,
  superseded,
  failed,
  uninstalling,
  pending_install,
  pending_upgrade,
  pending_rollback,
};

/// The status in Helm's spelling: `pending-upgrade`.
[[nodiscard]] const char* name(release_status x) noexcept;

/// The status with this spelling; `unknown` for any other word.
[[nodiscard]] release_status status_of(std::string_view word) noexcept;

/// True if Helm has begun to work on the revision and has not noted the end: it still runs, or it was killed.
[[nodiscard]] bool is_pending(release_status x) noexcept;

/// Labels that the operator adds to its revisions (`helm upgrade --labels`).
inline constexpr std::string_view module_checksum_label = "moduleChecksum"; ///< digest of the rendered manifest
inline constexpr std::string_view inputs_checksum_label = "inputsChecksum"; ///< digest of the inputs
inline constexpr std::string_view module_revision_label = "moduleRevision"; ///< number of the revision

/// Label of a revision that the operator is uninstalling: the revision's number.
inline constexpr std::string_view module_uninstall_label = "moduleUninstall";

/// The value that removes a label in `helm upgrade --labels`.
inline constexpr const char* label_taken_away = "null";

/// The kind of object in which Helm stores revisions (`$HELM_DRIVER`). With `config_maps`, comments about a
/// revision's Secret apply to its ConfigMap.
enum class release_storage { secrets, config_maps };

/// The name in Helm's spelling: `secret` or `configmap`.
[[nodiscard]] const char* name(release_storage x) noexcept;

/// A revision of a Helm release: the metadata of its Secret. `unpacked_record.hpp` reads the rest.
/// Why so: docs/decisions/revisions-of-others.md
struct release {
  std::string name;
  std::uint32_t revision = 0;
  release_status status = release_status::unknown;
  std::map<std::string, std::string> labels; ///< all labels of the Secret, including Helm's
  std::string resource_version{};            ///< of the Secret; empty: not known
  std::string uid{};                         ///< of the Secret, because a new release reuses the numbers of an old one

  /// The label's value; nullopt: no such label.
  [[nodiscard]] std::optional<std::string> label(std::string_view key) const;

  friend bool operator==(const release&, const release&) = default;
};

/// True if this operator or its predecessor has made the release. Later revisions keep the labels of earlier
/// revisions.
[[nodiscard]] bool is_made_by_operator(const release& x);

/// True if another Helm has certainly made this revision. Helm copies labels to the next revision, so a
/// revision of another Helm after the operator's revision has the wrong number in its label.
[[nodiscard]] bool is_made_by_others(const release& x);

/// True if the operator has begun to uninstall the revision. If false for an `uninstalling` revision, another
/// Helm has begun.
[[nodiscard]] bool is_uninstalled_by_operator(const release& x);

/// True if another revision has the same number in its label `moduleRevision`, so the label of this revision
/// may be a copy. If false, a wrong number in the label may come from the operator itself, because another
/// Helm had created or removed revisions just before.
[[nodiscard]] bool has_number_of_another(const release& x, const std::vector<release>& history);

/// The name of a revision's Secret: `sh.helm.release.v1.NAME.vN`.
[[nodiscard]] std::string release_secret_name(std::string_view release, std::uint32_t revision);

/// Names the object of a revision in a message: `Secret 'x'` or `ConfigMap 'x'`.
[[nodiscard]] std::string place_of_record(const text::json& object);

/// Reads a revision from the Secret that holds it. The name of the Secret and its labels `owner` and `name`
/// are enough, so an object with metadata only (PartialObjectMetadata) does as well. Without the label
/// `status` the status is `unknown`.
/// @param secret JSON text of the object.
/// @returns `not_found` if the Secret is not Helm's (other type, or not `owner=helm`), `invalid_input` if it
/// is Helm's and cannot be read, or does not have the name of a revision of the release in its label `name`;
/// the message names the Secret.
[[nodiscard]] base::result<release> read_release(std::string_view secret);

} // namespace core::releases
