#pragma once

#include "core/releases/manifest.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The mark of an object that is being deleted and that finalizers hold, by its metadata:
/// `2026-01-02T03:04:05Z a.example.com/hold, b.example.com/hold`.
/// Source: Kubernetes, "Finalizers": such an object stays until all its finalizers are taken out.
/// @returns an empty text for any other object
[[nodiscard]] std::string ending_mark(std::string_view object);

/// Knows the objects of releases that are being deleted, and that finalizers hold. Such an object counts as
/// present, because it cannot be made again before it has gone. Bound: the objects that are being deleted.
class ending_objects {
public:
  /// The time after which an end that lasts is a problem: most controllers take their finalizers out sooner.
  static constexpr std::int64_t grace_us = 5'000'000;

  /// @param mark `ending_mark` of the object; empty: it is not being deleted, or has gone
  /// @param now_us of a steady clock
  /// @returns true for a change: the deletion of a known object has ended, or a new deletion has begun
  bool note(const manifest_object& x, std::string_view mark, std::int64_t now_us);

  /// The objects that are being deleted, in order.
  [[nodiscard]] std::vector<manifest_object> all() const;
  /// The objects among these whose deletion lasts, in words; nullopt: there is none.
  [[nodiscard]] std::optional<std::string> problem_of(const std::vector<manifest_object>& objects,
                                                      std::int64_t now_us) const;

private:
  struct ending {
    std::string mark;
    std::int64_t since_us = 0;
  };
  std::map<manifest_object, ending> known_;
};

} // namespace core::releases
