#pragma once

#include "core/bindings/conversion_binding.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// Whether a full or short version names the same version as `full`, a version with its group.
[[nodiscard]] bool is_version(std::string_view version, std::string_view full);

/// A step of a chain.
struct chained_step {
  std::size_t step = 0; ///< position in the list of all steps
  std::string version;  ///< of the objects after the step, with the group
};

/// The shortest chain of steps that makes objects of the version `to` from objects of the version `from`. Of
/// chains with the same length, the chain with the earlier steps in the list counts. Empty: there is no
/// chain.
/// @param steps of all hooks for a definition
/// @param from, to different versions, both with their group
[[nodiscard]] std::vector<chained_step> find_chain(const std::vector<bindings::conversion_step>& steps,
                                                   const std::string& from, const std::string& to);

} // namespace core::webhooks
