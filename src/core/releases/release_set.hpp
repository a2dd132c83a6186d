#pragma once

#include "core/releases/release.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::releases {

/// The Secrets of releases have not been listed yet.
struct releases_unknown {
  friend bool operator==(const releases_unknown&, const releases_unknown&) = default;
};
/// They have been listed, and there is no such release.
struct no_release {
  friend bool operator==(const no_release&, const no_release&) = default;
};
/// The knowledge of one release; the last alternative is its latest revision.
using release_knowledge = std::variant<releases_unknown, no_release, release>;

/// All revisions of all releases in the operator's namespace, as their watch reports them. Nothing is known before
/// `complete`.
/// Why so: docs/decisions/only-own-releases-are-removed.md
class release_set {
public:
  /// A revision was listed, added or modified.
  /// @returns true if what `find` answers for that release may have changed.
  bool put(release x);
  /// A revision's Secret was deleted.
  /// @returns true if what `find` answers for that release may have changed.
  bool remove(std::string_view name, std::uint32_t revision);
  /// The first list is complete: from now on a release that is not here does not exist.
  void complete() noexcept { complete_ = true; }
  /// All revisions were listed anew: the others are gone.
  void replace(std::vector<release> all);

  [[nodiscard]] bool is_complete() const noexcept { return complete_; }
  /// The latest revision of a release. One that is `uninstalled` is a record only: Helm has kept it.
  [[nodiscard]] release_knowledge find(std::string_view name) const;
  /// Names of all releases in byte order, with those of which only the record is left.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Latest revisions that are pending, in byte order of names. After a stop there should be none.
  [[nodiscard]] std::vector<release> pending() const;

private:
  using revisions = std::map<std::uint32_t, release>;

  [[nodiscard]] const release* latest(std::string_view name) const;

  bool complete_ = false;
  std::map<std::string, revisions, std::less<>> releases_;
};

} // namespace core::releases
