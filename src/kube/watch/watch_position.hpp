#pragma once

#include <string>

namespace kube::watch {

/// The resourceVersion from which a watch goes on.
///
/// After a restore from a backup the API server hands out lower versions again. A watch from a higher version
/// stays open in silence until the new history has passed that version. So the position is in doubt after
/// each failure that a restore may have caused, and the server is asked for its present version before the
/// watch goes on. A restore with raised versions (`etcdutl snapshot restore --bump-revision`) is answered
/// with 410.
class watch_position {
public:
  /// Empty before the first list.
  [[nodiscard]] const std::string& version() const noexcept { return version_; }
  /// True if the position is higher than a version that the server has shown after it.
  [[nodiscard]] bool is_ahead_of(const std::string& shown) const noexcept;
  [[nodiscard]] bool is_in_doubt() const noexcept { return is_in_doubt_; }

  void move_to(std::string version);
  void doubt() noexcept { is_in_doubt_ = !version_.empty(); }
  void confirm() noexcept { is_in_doubt_ = false; }
  void clear() { move_to({}); }

private:
  std::string version_;
  bool is_in_doubt_ = false;
};

} // namespace kube::watch
