#pragma once

#include "core/webhooks/conversion_review.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>

namespace core::webhooks {

/// The results of conversions, which answer equal questions without a run of a hook: the API server asks
/// again for each reader of an object. A result may be kept, because a conversion depends on the object alone
/// (kubernetes.io: "Versions in CustomResourceDefinitions"). A conversion that reads snapshots depends on
/// other objects too, so the caller does not keep its result. The memory and the age of results are bounded.
class conversion_cache {
public:
  /// A hook may read values and files all the same, so a result is kept for a time only.
  static constexpr std::int64_t age_max_us = 60'000'000;

  /// @param bytes_max of all results together; 0: no result is kept
  explicit conversion_cache(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  /// The object in the version `desired`; empty: it has to be converted.
  /// @param now_us of a steady clock
  [[nodiscard]] std::optional<conversion_object> find(const std::string& definition, const std::string& desired,
                                                      const conversion_object& object, std::int64_t now_us);
  /// Keeps a result. The results that were used least recently go, if there is no room.
  void keep(const std::string& definition, const conversion_object& object, conversion_object converted,
            std::int64_t now_us);
  /// The hooks have changed.
  void clear() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return results_.size(); }

private:
  using key = std::array<unsigned char, 32>; ///< SHA-256, so that two questions never meet
  struct result {
    conversion_object converted;
    std::int64_t kept_us;
    std::list<key>::iterator used;
  };

  [[nodiscard]] static key key_of(const std::string& definition, const std::string& desired,
                                  const conversion_object& object);
  [[nodiscard]] static std::size_t bytes_of(const conversion_object& x) noexcept;
  void forget(std::map<key, result>::iterator x);

  std::size_t bytes_max_;
  std::size_t bytes_ = 0;
  std::map<key, result> results_; ///< bound: `bytes_max_`
  std::list<key> by_use_;         ///< of `results_`, the latest last
};

} // namespace core::webhooks
