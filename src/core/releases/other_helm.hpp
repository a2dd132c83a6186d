#pragma once

#include "core/releases/release.hpp"

#include <string>

namespace core::releases {

/// Words on a revision of the operator's release that another Helm has made, with its date: `revision 2 of
/// 'web' was made by another Helm on 2026-11-27`. The release may have been handed over. Empty: the operator
/// or its predecessor has made the revision.
[[nodiscard]] std::string words_on_other_helm(const release& x);

} // namespace core::releases
