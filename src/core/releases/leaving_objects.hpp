#pragma once

#include "base/backoff.hpp"
#include "core/releases/manifest.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// The phases of an object that an upgrade has left in the cluster.
namespace leaving {
/// The object has no time yet, because the operator has started, the module is paused, or an upgrade of the
/// module is held. The time begins when the release is applied again.
struct awaits_run {
  friend bool operator==(const awaits_run&, const awaits_run&) = default;
};
/// It is deleted at this time.
struct due {
  std::int64_t at_us = 0;
  friend bool operator==(const due&, const due&) = default;
};
/// Its deletion has failed, and is tried again at this time.
struct failed {
  unsigned tries = 0;
  std::int64_t at_us = 0;
  friend bool operator==(const failed&, const failed&) = default;
};
/// Its deletion has failed too often. It is tried again after a restart.
struct given_up {
  friend bool operator==(const given_up&, const given_up&) = default;
};
using phase = std::variant<awaits_run, due, failed, given_up>;
} // namespace leaving

/// The objects that charts do not have any more, and that upgrades have left in the cluster, so that an
/// absence for a moment deletes no object. Times are from a steady clock.
///
/// Bound: an entry for each object that a revision had and its successors do not have, until it is deleted or
/// stays for good.
class leaving_objects {
public:
  static constexpr unsigned tries_max = 8;
  static constexpr base::backoff<std::chrono::microseconds> waits{std::chrono::seconds(5), std::chrono::minutes(5)};

  using objects = std::vector<manifest_object>;

  /// @param grace from the upgrade to the deletion
  explicit leaving_objects(std::chrono::microseconds grace) : grace_(grace) {}

  /// Adds objects that an earlier operator has left.
  /// @param before the grace that they had; counts for the release if it is longer
  void found(const std::string& release, const objects& all,
             std::chrono::microseconds before = std::chrono::microseconds(0));
  /// Adds objects that an upgrade has left now. The time of an object that leaves already stays.
  void left(const std::string& release, const objects& all, std::int64_t now_us);
  /// The release was applied, so objects that wait for this have a time now.
  /// @returns true if there was such an object
  bool applied(const std::string& release, std::int64_t now_us);
  /// Takes out the objects that a release has in its manifest: they stay.
  /// @returns them by the release that had left them
  [[nodiscard]] std::map<std::string, objects> take_present(const objects& manifest);
  /// Takes an object out: it is gone, or stays.
  void forget(const std::string& release, const manifest_object& x);
  /// The module is paused, or an upgrade of it is held.
  void await_run(const std::string& release);
  /// The time begins again for all objects of the release that have a time: the API server was away.
  void begin_again(const std::string& release, std::int64_t now_us);
  /// A deletion has failed.
  /// @returns the number of tries, and the time of the next try; nullopt: there is no other try
  struct failure {
    unsigned tries = 0;
    std::optional<std::chrono::microseconds> again_in;
  };
  failure failed(const std::string& release, const manifest_object& x, std::int64_t now_us);

  /// All objects of the release that leave, in order.
  [[nodiscard]] objects of(const std::string& release) const;
  [[nodiscard]] objects due(const std::string& release, std::int64_t now_us) const;
  [[nodiscard]] std::set<std::string> releases_due(std::int64_t now_us) const;
  /// The earliest time of a deletion; nullopt: no deletion has a time.
  [[nodiscard]] std::optional<std::int64_t> next_us() const;
  /// The same for the objects of a release.
  [[nodiscard]] std::optional<std::int64_t> next_us(const std::string& release) const;
  [[nodiscard]] std::chrono::microseconds grace() const noexcept { return grace_; }
  /// The grace of the objects of a release.
  [[nodiscard]] std::chrono::microseconds grace_of(const std::string& release) const;

private:
  std::chrono::microseconds grace_;
  std::map<std::string, std::map<manifest_object, leaving::phase>> by_release_;
  /// Release -> the longer grace of an earlier operator. Bound: an entry for each release with such objects.
  std::map<std::string, std::chrono::microseconds> longer_;
};

} // namespace core::releases
