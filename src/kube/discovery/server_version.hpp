#pragma once

#include "base/error.hpp"
#include "kube/api/sender.hpp"
#include "kube/discovery/freshness.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kube::discovery {

/// The time for which all answers must name an older version before the older version counts. Behind the
/// same address, API servers of two versions answer in turn while a control plane is upgraded, each for some
/// minutes.
inline constexpr std::chrono::microseconds older_version_time{std::chrono::minutes(30)};

/// The interval of the looks at an older version, so that a newer answer meanwhile is noticed.
inline constexpr std::chrono::microseconds older_version_look{std::chrono::minutes(1)};

/// True if `a` has a smaller number than `b`: `v1.29.9` and `v1.30.0-rc.1`. Texts behind the third number
/// do not count. False if a text does not begin with three numbers.
[[nodiscard]] bool is_older_version(std::string_view a, std::string_view b);

/// The version of the API server (`v1.36.3`), which may be upgraded at any time: it is read again for a
/// caller if the last reading was more than two seconds ago. A newer version counts at once. An older version
/// counts when, for `older_version_time`, all answers have named older versions; until then the newer version
/// counts. A part of the KUBE CLIENT.
/// Why so: docs/decisions/absence-is-confirmed.md
class server_version {
public:
  /// Called when an older version comes for the first time, with this version and the version that counts
  /// instead.
  using on_older = std::function<void(const std::string& older, const std::string& counted)>;
  explicit server_version(api::send_request send, on_older report = nullptr)
    : send_(std::move(send)), report_(std::move(report)) {}

  using on_version = std::function<void(const base::result<std::string>&)>;
  void read(std::int64_t now_us, when_unanswered otherwise, on_version done);

  /// The time after which another answer may make an older version count, or may contradict it; empty: the
  /// version that counts is the version of the last answer.
  [[nodiscard]] std::optional<std::chrono::microseconds> settles_in(std::int64_t now_us) const;

private:
  void take(std::string version, std::int64_t now_us);

  api::send_request send_;
  on_older report_;
  std::optional<std::string> known_;
  std::int64_t read_us_ = 0;
  std::optional<std::int64_t> older_since_us_; ///< the first of the last answers, all of which are older
};

} // namespace kube::discovery
