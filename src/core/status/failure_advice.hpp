#pragma once

#include "core/status/cluster_sights.hpp"
#include "core/status/hook_reads.hpp"
#include "core/status/status_facts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::status {

/// The place of a failure, for the commands in an advice.
struct failure_place {
  std::string module{};         ///< empty: of no single module
  std::string namespace_name{}; ///< of the operator, in which the records of its releases are
  tmp_facts tmp{};
  bool has_old_revisions = true;              ///< false: each release has one revision, so a lower limit makes no room
  const cluster_sights* seen = nullptr;       ///< objects that explain failures; null: not read
  const hook_reads* reads = nullptr;          ///< of the failing hook; null: not known, or no hook has failed
  std::optional<std::int64_t> succeeded_us{}; ///< the last success of that hook
};

/// The next step for a person, by the words with which Kubernetes, Helm and the system name a well-known
/// cause: an admission webhook that does not answer, a quota, a full file system. The step has no full stop
/// at its end; it may have several sentences, and several parts between semicolons.
/// @param failure with the words of the program that has failed
/// @returns empty: the failure has no well-known words
[[nodiscard]] std::string failure_advice(std::string_view failure, const failure_place& place);

/// The cause in words of the operator, for a failure whose own words are long or mislead: `the conversion
/// webhook of Bucket.storage.example.com has no Service default/converter`.
/// @returns empty: the words of the failure say it
[[nodiscard]] std::string failure_cause(std::string_view failure, const failure_place& place);

/// The next step for a failure without well-known words: the file to look at, by the hook, the template or
/// the values that the failure names.
[[nodiscard]] std::string place_of_repair(std::string_view failure, const failure_place& place);

} // namespace core::status
