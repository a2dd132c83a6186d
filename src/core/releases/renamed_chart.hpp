#pragma once

#include "core/releases/revision_contents.hpp"

namespace core::releases {

/// True if the chart on disk is probably the chart of the revision in another directory: it has the same
/// templates, with equal contents, or with equal paths if there are at least a few. A renamed module has
/// another key of its values in its templates.
[[nodiscard]] bool is_same_chart(const revision_contents& before, const revision_contents& now);

} // namespace core::releases
