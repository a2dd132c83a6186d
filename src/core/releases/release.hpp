#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The state of one revision of a release, as Helm writes it into the label `status`.
enum class release_status {
  unknown, ///< Helm's own `unknown`, or an unknown word
  deployed,
  uninstalled,
  superseded,
  failed,
  uninstalling,
  pending_install,
  pending_upgrade,
  pending_rollback,
};

/// The status as Helm spells it, for example `pending-upgrade`.
[[nodiscard]] const char* name(release_status x) noexcept;

/// True if Helm has begun to work on the revision and noted no end: it was killed, or it still runs.
[[nodiscard]] bool is_pending(release_status x) noexcept;

/// Labels that the operator gives to the revisions it makes (`helm upgrade --labels`).
inline constexpr std::string_view module_checksum_label = "moduleChecksum"; ///< digest of the rendered manifest
inline constexpr std::string_view inputs_checksum_label = "inputsChecksum"; ///< digest of its inputs
inline constexpr std::string_view module_revision_label = "moduleRevision"; ///< number of that revision

/// Label of a revision that the operator is about to uninstall: its number.
inline constexpr std::string_view module_uninstall_label = "moduleUninstall";

/// The value that removes a label in `helm upgrade --labels`.
inline constexpr const char* label_taken_away = "null";

/// The kind of object in which Helm keeps the revisions of releases (`$HELM_DRIVER`). With `config_maps`,
/// wherever a comment says Secret of a revision, it is a ConfigMap.
enum class release_storage { secrets, config_maps };

/// `secret` or `configmap`, as Helm spells it.
[[nodiscard]] const char* name(release_storage x) noexcept;

/// One revision of a Helm release: the metadata of its Secret. The manifest is not kept, see `read_manifest`.
/// Why so: docs/decisions/revisions-of-others.md
struct release {
  std::string name;
  std::uint32_t revision = 0;
  release_status status = release_status::unknown;
  std::map<std::string, std::string> labels; ///< all labels of the Secret, Helm's own included
  std::string resource_version{};            ///< of the Secret; empty: not known
  std::string uid{}; ///< of the Secret: a release that was created anew reuses the numbers of its predecessor

  /// The label's value, or nullopt.
  [[nodiscard]] std::optional<std::string> label(std::string_view key) const;

  friend bool operator==(const release&, const release&) = default;
};

/// True if this operator or its predecessor has made the release: a revision keeps the labels of the
/// revisions before it.
[[nodiscard]] bool is_made_by_operator(const release& x);

/// True if the revision is surely not this operator's work. Helm copies the labels of a revision to the next
/// revision, so a revision that another Helm makes after the operator's carries a number that is not its own.
[[nodiscard]] bool is_made_by_others(const release& x);

/// True if the operator has begun to uninstall that revision; if not, and it is `uninstalling`, another Helm
/// has.
[[nodiscard]] bool is_uninstalled_by_operator(const release& x);

/// True if another revision of the release carries the same number, so that this revision may be a copy of
/// it. If no other revision carries it, the operator has written the number itself and was wrong: another
/// Helm had made or removed revisions just before.
[[nodiscard]] bool has_number_of_another(const release& x, const std::vector<release>& history);

/// The name of the Secret that holds a revision: `sh.helm.release.v1.NAME.vN`.
[[nodiscard]] std::string release_secret_name(std::string_view release, std::uint32_t revision);

/// Reads a revision from the Secret that holds it. The labels `name`, `version` and `status` are enough, so
/// an object with metadata only (PartialObjectMetadata) does as well.
/// @param secret JSON text of the object.
/// @returns `not_found` if the Secret is not Helm's (other type, or not `owner=helm`), `invalid_input` if it
/// is Helm's and cannot be read; the message names the Secret.
[[nodiscard]] base::result<release> read_release(std::string_view secret);

/// The content of a revision's record, as far as decisions need it.
struct release_record {
  std::string manifest;            ///< rendered, without Helm hooks: a stream of YAML documents
  std::set<std::string> files{};   ///< of its chart that have a text: all but templates, values.yaml and charts in it
  std::set<std::string> modules{}; ///< `global.enabledModules` of its values
};

/// Decodes the payload of a record, an object with a member `info`: gzipped JSON in base64, which a Secret
/// encodes in base64 once more (Helm's storage drivers, `helm.sh/release.v1`).
/// @param secret JSON text of the whole Secret or ConfigMap.
/// @returns `invalid_input` for an object that is not a release, and for a record that is too large when it
///   is unpacked; the message names the Secret.
[[nodiscard]] base::result<text::json> read_payload(std::string_view secret);

/// Decodes the record of a revision. Errors as for `read_payload`.
[[nodiscard]] base::result<release_record> read_record(std::string_view secret);

/// The manifest of such a record. Errors as for `read_record`.
[[nodiscard]] base::result<std::string> read_manifest(std::string_view secret);

/// Decodes the status that Helm itself goes by; the label `status` is a copy that helps to find the record.
/// Errors as of `read_manifest`.
[[nodiscard]] base::result<release_status> read_status_inside(std::string_view secret);

} // namespace core::releases
