#pragma once

#include "base/error.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/release_set.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cluster::records {

/// Identifies a revision. The number alone is not enough: when another client removes a release and installs
/// it anew, the numbers begin again.
struct revision_identity {
  std::uint32_t number = 0;
  std::string uid; ///< of its Secret

  [[nodiscard]] static revision_identity of(const core::releases::release& x) { return {x.revision, x.uid}; }
  friend bool operator==(const revision_identity&, const revision_identity&) = default;
};

/// The objects of a revision of a release, and its inputs.
struct released_manifest {
  revision_identity revision;
  std::string digest;
  std::shared_ptr<const std::vector<core::releases::manifest_object>> objects;
  std::set<std::string> templates;                     ///< templates that have rendered the objects
  std::set<std::string> files{};                       ///< see `core::releases::release_record`
  std::set<std::string> modules{};                     ///< likewise
  std::string schemas{};                               ///< likewise
  std::string version{};                               ///< likewise
  std::vector<core::releases::manifest_object> kept{}; ///< see `core::releases::kept_objects`
  std::vector<std::uint64_t> keys{};                   ///< see `core::releases::marks_of_keys`
};

/// The releases in the operator's namespace, as HELM knows them from two sources: the watch on their Secrets,
/// and Secrets that HELM has read after a run. A Secret that was read counts until the watch has caught up.
/// If Helm keeps releases in ConfigMaps, these take the place of the Secrets here.
class known_releases {
public:
  // -- from the watch; texts are texts of Secrets, metadata is enough

  /// Replaces all records by a list. Secrets that were read after the list was made are kept.
  /// @param version of the list; empty: it is the first list
  void list(const std::vector<std::string_view>& secrets, const std::string& version = {});
  /// Forgets the versions of all Secrets that were read or deleted: the API server has lost a part of its
  /// history, so lower versions are the newer states. A list follows.
  void forget_history();
  void put(std::string_view secret);
  void remove(std::string_view secret);

  // -- from own runs

  /// Takes a Secret that was read after a run. It is ignored if the watch has shown its deletion meanwhile.
  /// @param secret the whole object.
  /// Errors as for `core::releases::read_release` and `core::releases::read_record`.
  base::result<void> take(std::string_view secret, const std::string& namespace_name);
  /// Forgets deletions that the watch has shown: no read of this release is under way any more.
  void forget_deletions(const std::string& name) { gone_.erase(name); }
  /// Removes a revision that is known to be gone.
  void take_away(const std::string& name, std::uint32_t revision);
  /// Removes a revision whose Secret the operator has deleted.
  /// @param version the last version of the Secret: a watch that lags behind may still show the Secret in
  /// this version or an older version.
  void deleted(const std::string& name, std::uint32_t revision, const std::string& version);
  /// Removes all revisions of an uninstalled release.
  void take_away_all(const std::string& name);
  /// Notes that these inputs give the manifest of the revision, although its label names other inputs.
  void confirm(const core::releases::release& revision, std::string inputs_digest);
  /// Notes labels that the operator has written to a revision. Labels that the API server has not stored, as
  /// with an admission policy that removes them, count as labels of the revision while this process runs.
  /// @param stored the revision as the API server has answered
  /// @param written an empty text, or `label_taken_away`, removes a label
  void note_written(const core::releases::release& stored, const std::map<std::string, std::string>& written);

  // -- the knowledge

  /// A patch for the Secret of the latest revision, if its labels lack the confirmed digest.
  [[nodiscard]] std::optional<std::string> unwritten_proof(const std::string& name) const;
  /// The digest that was confirmed last; empty: no digest was confirmed.
  [[nodiscard]] std::string confirmed(const std::string& name) const;
  [[nodiscard]] bool is_complete() const noexcept { return releases_.is_complete(); }
  /// The release for decisions: with the digest of the inputs that was confirmed last.
  [[nodiscard]] core::releases::release_knowledge find(const std::string& name) const;
  /// The latest revision with the labels that it has in the cluster, and with labels that the operator has
  /// written without effect (`note_written`); empty if there is no revision.
  [[nodiscard]] std::optional<core::releases::release> latest(const std::string& name) const;
  /// The manifest of the latest revision, or null if it was not read.
  [[nodiscard]] const released_manifest* latest_manifest(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const { return releases_.names(); }
  /// The number of records of a release.
  [[nodiscard]] std::size_t count(const std::string& name) const { return releases_.count(name); }
  /// Labels of the latest revision that the operator has written and the API server has not stored.
  [[nodiscard]] std::map<std::string, std::string> unstored(const std::string& name) const;
  /// Releases with such labels.
  [[nodiscard]] std::vector<std::string> releases_with_unstored() const;
  /// The manifest of that revision, or null if it was not read.
  [[nodiscard]] const released_manifest* manifest(const core::releases::release& revision) const;

private:
  struct confirmed_inputs {
    revision_identity revision;
    std::string digest;
  };
  /// The labels that a record lacks.
  struct unstored_labels {
    revision_identity revision;
    std::map<std::string, std::string> labels;
  };
  /// The latest revision with the labels that its record has.
  [[nodiscard]] std::optional<core::releases::release> latest_stored(const std::string& name) const;
  void add_unstored(core::releases::release& x) const;
  /// True if the watch shows a Secret older than the Secret that was read after a run, or not newer than the
  /// deleted Secret.
  [[nodiscard]] bool is_outdated(const core::releases::release& x, std::string_view secret);
  /// True if the watch shows a Secret that the operator has deleted: its version is not newer than the
  /// deletion.
  [[nodiscard]] bool is_deleted(const core::releases::release& x, std::string_view secret);
  /// The releases that were read after the list of this version was made.
  [[nodiscard]] std::vector<core::releases::release> read_after(const std::string& version);
  /// True if the Secret was read before the deletion that the watch has shown.
  [[nodiscard]] bool is_gone(const core::releases::release& x, std::string_view secret) const;

  core::releases::release_set releases_;
  std::map<std::string, std::string> own_; ///< Secret's name -> its version when it was read
  /// Secret's name -> its last version when the operator deleted it. Bound: an entry goes when the watch
  /// shows a newer version, as the event of the deletion does.
  std::map<std::string, std::string> deleted_;
  /// Release -> revision -> version of its deletion.
  std::map<std::string, std::map<std::uint32_t, std::string>> gone_;
  std::map<std::string, released_manifest> manifests_;
  std::map<std::string, confirmed_inputs> confirmed_;
  std::map<std::string, unstored_labels> unstored_; ///< bound: an entry for each release
};

} // namespace cluster::records
