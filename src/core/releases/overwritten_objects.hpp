#pragma once

#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// The beginning of the Helm worker's message about an upgrade that would write other values over objects of
/// users (src/helm_worker/worker/overwritten_objects.go). Behind it stand the objects.
inline constexpr std::string_view overwrites_phrase =
  "nothing was changed: objects of no release would be written over: ";

/// The beginning of the Helm worker's message about an upgrade of a release with lost records that would give
/// its objects other values (src/helm_worker/worker/lost_records.go). Behind it stand the objects.
inline constexpr std::string_view lost_records_phrase =
  "nothing was changed: records of the release have gone, and its objects would get other values: ";

/// The name of the wait in `upgrade_delays`.
inline constexpr std::string_view overwrites_wait = "overwritten objects";

/// Stands between both messages if an upgrade would do both.
inline constexpr std::string_view losses_separator = "; ";

/// The objects that an upgrade would write over, each with the first place that would change, for people;
/// nullopt: none of that kind.
struct overwriting {
  std::optional<std::string> users{}; ///< objects of no release
  std::optional<std::string> own{};   ///< objects of the release, whose records have gone

  [[nodiscard]] bool any() const noexcept { return users || own; }
};

/// Reads a message of Helm. Another message names no objects.
[[nodiscard]] overwriting overwriting_in(std::string_view words);

/// True if records of the release are missing that its objects may outlive.
/// @param last the latest revision; nullopt: no record
[[nodiscard]] bool lacks_records(const std::optional<release>& last);

/// @param ends of the wait, for people
/// @pre there are objects
[[nodiscard]] objection objection_to_overwriting(const std::string& module, const overwriting& objects,
                                                 const std::string& ends);

/// For an upgrade of a release that is there.
/// @param users see `overwriting`
/// @param ends of the wait, for people
[[nodiscard]] objection objection_to_taking_over(const std::string& module, const std::string& users,
                                                 const std::string& ends);

} // namespace core::releases
