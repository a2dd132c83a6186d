#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::modules {

/// A release that was removed because its module is not wanted any more.
struct removed_release {
  std::string release;
  std::int64_t removed_us = 0;                 ///< wall clock: its removal was decided
  std::string reason{};                        ///< `its enabled script says no`
  std::string wanted_before{};                 ///< the source that had switched its module on; may be empty
  std::string way_back{};                      ///< for people: how the release comes back
  std::string script{};                        ///< path of the enabled script that has said no; empty: no script has
  std::vector<std::string> objects{};          ///< that have gone with it: `shop/NetworkPolicy/default-deny`
  std::optional<std::int64_t> made_again_us{}; ///< wall clock: a run of its module has succeeded since then

  friend bool operator==(const removed_release&, const removed_release&) = default;
};

/// Objects of a release that go at a later time, unless something changes.
struct removal_ahead {
  std::string release;
  std::string line;

  friend bool operator==(const removal_ahead&, const removal_ahead&) = default;
};

/// The subject of news about such objects, beside the news about what has gone: `web (leaving)`.
[[nodiscard]] std::string subject_ahead(const std::string& release);

/// The last removal of each release, or of objects of it, for /readyz: a reader of the page is to find the
/// reason without the log. Bound: a line for each release, for an hour, and a line for each release whose
/// objects go at a later time.
class recent_removals {
public:
  static constexpr std::chrono::hours kept_for{1};

  /// @param release or another subject; `subject_ahead`: objects of it go at a later time
  /// @param line for people; empty: the subject has no news any more
  /// @param now_us of a steady clock
  void note(const std::string& release, std::string line, std::int64_t now_us);
  /// The same for the removal of a whole release.
  void note(removed_release x, std::string line, std::int64_t now_us);
  /// Notes the objects that go with a release.
  void note_objects(const std::string& release, std::vector<std::string> objects);
  /// Notes that a run of a module has succeeded, so that its release is there again.
  void note_run(const std::string& module, std::int64_t wall_us);

  /// The lines that are not older than `kept_for`, in byte order of the releases.
  [[nodiscard]] std::vector<std::string> lines(std::int64_t now_us) const;
  /// The lines except the lines about whole releases and about objects that go at a later time.
  [[nodiscard]] std::vector<std::string> other_lines(std::int64_t now_us) const;
  /// The lines about objects that go at a later time, in byte order of their releases.
  [[nodiscard]] std::vector<removal_ahead> ahead() const;
  /// The removed releases, the last removal first.
  [[nodiscard]] std::vector<removed_release> releases(std::int64_t now_us) const;

private:
  struct removal {
    std::string line;
    std::int64_t noted_us = 0;
    std::optional<removed_release> release{};
  };
  std::map<std::string, removal> last_;
};

} // namespace core::modules
