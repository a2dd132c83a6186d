#pragma once

#include "core/status/status_facts.hpp"

#include <string>
#include <string_view>

namespace core::status {

/// The place of a failure, for the commands in an advice.
struct failure_place {
  std::string module{};         ///< empty: of no single module
  std::string namespace_name{}; ///< of the operator, in which the records of its releases are
  tmp_facts tmp{};
};

/// The next step for a person, by the words with which Kubernetes, Helm and the system name a well-known
/// cause: an admission webhook that does not answer, a quota, a full file system. The step is a sentence
/// without a point, which may have several parts between semicolons.
/// @param failure with the words of the program that has failed
/// @returns empty: the failure has no well-known words
[[nodiscard]] std::string failure_advice(std::string_view failure, const failure_place& place);

} // namespace core::status
