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

/// The objects, each with the first place that would change; nullopt: the message is another one.
/// @param words of Helm
[[nodiscard]] std::optional<std::string> overwritten_in(std::string_view words);

/// The same for `lost_records_phrase`.
[[nodiscard]] std::optional<std::string> changed_without_records_in(std::string_view words);

/// True if records of the release are missing that its objects may outlive.
/// @param last the latest revision; nullopt: no record
[[nodiscard]] bool lacks_records(const std::optional<release>& last);

/// @param objects see `changed_without_records_in`
/// @param ends of the wait, for people
[[nodiscard]] objection objection_to_lost_records(const std::string& module, const std::string& objects,
                                                  const std::string& ends);

/// For an upgrade of a release that is there.
/// @param objects see `overwritten_in`
/// @param ends of the wait, for people
[[nodiscard]] objection objection_to_taking_over(const std::string& module, const std::string& objects,
                                                 const std::string& ends);

/// For a first installation.
/// @param objects see `overwritten_in`
/// @param ends of the wait, for people
[[nodiscard]] objection objection_to_overwriting(const std::string& module, const std::string& objects,
                                                 const std::string& ends);

} // namespace core::releases
