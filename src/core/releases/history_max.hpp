#pragma once

namespace core::releases {

/// The revisions of a release that Helm keeps unless people choose another number. Helm's own default.
inline constexpr unsigned history_max_default = 10;

} // namespace core::releases
