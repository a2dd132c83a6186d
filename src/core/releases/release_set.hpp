#pragma once

#include "core/releases/release.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::releases {

/// The Secrets of releases have not been listed yet.
struct releases_unknown {
  friend bool operator==(const releases_unknown&, const releases_unknown&) = default;
};
/// The releases have been listed, and this release does not exist.
struct no_release {
  friend bool operator==(const no_release&, const no_release&) = default;
};
/// The knowledge about a release: unknown, absent, or its latest revision.
using release_knowledge = std::variant<releases_unknown, no_release, release>;

/// All revisions of all releases in the operator's namespace, from their watch. Before `complete` every
/// release is unknown.
/// Why so: docs/decisions/only-own-releases-are-removed.md
class release_set {
public:
  /// Adds a revision that was listed, added or modified.
  /// @returns true if the result of `find` for the release may have changed.
  bool put(release x);
  /// Removes a revision after its Secret was deleted.
  /// @returns true if the result of `find` for the release may have changed.
  bool remove(std::string_view name, std::uint32_t revision);
  /// Notes that the first list is complete: from now on a release that is not in the set does not exist.
  void complete() noexcept { complete_ = true; }
  /// Replaces all revisions by the revisions of a new list.
  void replace(std::vector<release> all);

  [[nodiscard]] bool is_complete() const noexcept { return complete_; }
  /// The latest revision of a release. If a client has made it without copying labels, it gets the labels of
  /// the latest revision that has the operator's labels, as if Helm had copied them. An `uninstalled`
  /// revision is only a record that Helm has kept.
  [[nodiscard]] release_knowledge find(std::string_view name) const;
  /// Names of all releases in byte order, including releases that have only a record left.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The number of revisions of a release.
  [[nodiscard]] std::size_t count(std::string_view name) const;
  /// The latest revisions that are pending, sorted by name. After a stop of the operator there should not be
  /// any.
  [[nodiscard]] std::vector<release> pending() const;

private:
  using revisions = std::map<std::uint32_t, release>;

  [[nodiscard]] std::optional<release> latest(std::string_view name) const;

  bool complete_ = false;
  std::map<std::string, revisions, std::less<>> releases_;
};

} // namespace core::releases
