#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::releases {

/// Keys of Secrets and ConfigMaps of releases that the cluster lacks, and that the last revision has. The
/// chart has taken their values from the record (src/helm_worker/worker/former_keys.go), so the rendering
/// equals the revision, and no change of the manifest would bring the keys back.
///
/// The first upgrade for them comes at once. A client or an admission may take them out again, so that each
/// further upgrade comes after twice the wait, and the history of the release is not filled. Times are from a
/// steady clock. Bound: an entry for each release.
class lacking_keys {
public:
  /// Takes the keys of a rendering, with their objects: `d8/Secret/a (its key 'pw')`. None ends the entry.
  /// @returns true if they are to be named: they have changed, or are absent again after an upgrade
  [[nodiscard]] bool note(const std::string& release, const std::vector<std::string>& keys);
  /// True if an upgrade for these keys is due.
  [[nodiscard]] bool is_due(const std::string& release, std::int64_t now_us) const;
  /// Notes an upgrade of the release, for whatever reason.
  void note_upgrade(const std::string& release, std::int64_t now_us);
  /// The line for people.
  /// @param revision the last revision
  [[nodiscard]] std::string words(const std::string& release, std::uint32_t revision) const;

private:
  struct entry {
    std::vector<std::string> keys;
    std::uint64_t upgrades = 0;
    std::int64_t last_us = 0; ///< of the last upgrade
    bool is_named = false;    ///< since the last upgrade
  };
  std::map<std::string, entry> known_; ///< by release
};

/// The reason for an upgrade: `1 object lacks keys: d8/Secret/a (its key 'pw')`.
[[nodiscard]] std::string describe_lacking(const std::vector<std::string>& keys);

} // namespace core::releases
