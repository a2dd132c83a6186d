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
/// The knowledge of one release: unknown, absent, or its latest revision.
using release_knowledge = std::variant<releases_unknown, no_release, release>;

/// All revisions of all releases in the operator's namespace, as their watch reports them. Every release is
/// unknown before `complete`.
/// Why so: docs/decisions/only-own-releases-are-removed.md
class release_set {
public:
  /// Takes a revision that was listed, added or modified.
  /// @returns true if the answer of `find` for that release may have changed.
  bool put(release x);
  /// Takes the deletion of a revision's Secret.
  /// @returns true if the answer of `find` for that release may have changed.
  bool remove(std::string_view name, std::uint32_t revision);
  /// The first list is complete: from now on a release that is not here does not exist.
  void complete() noexcept { complete_ = true; }
  /// Replaces all revisions by a new list: revisions that are not listed are gone.
  void replace(std::vector<release> all);

  [[nodiscard]] bool is_complete() const noexcept { return complete_; }
  /// The latest revision of a release. If a client that drops labels has made it, it has the labels of the
  /// latest revision that has the operator's, as after a Helm that copies labels. An `uninstalled` revision
  /// is only a record that Helm has kept.
  [[nodiscard]] release_knowledge find(std::string_view name) const;
  /// Names of all releases in byte order, including releases of which only the record is left.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Latest revisions that are pending, in byte order of names. After a stop the list should be empty.
  [[nodiscard]] std::vector<release> pending() const;

private:
  using revisions = std::map<std::uint32_t, release>;

  [[nodiscard]] std::optional<release> latest(std::string_view name) const;

  bool complete_ = false;
  std::map<std::string, revisions, std::less<>> releases_;
};

} // namespace core::releases
