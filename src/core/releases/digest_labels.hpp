#pragma once

#include "core/releases/release.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The number of texts that labels of a revision know by their digests. A label has ten digests of 24 bits,
/// because its value has at most 63 bytes; 40 labels take 3 KiB of the record. With 400 digests, one of 40
/// 000 other texts counts as known: at worst an upgrade is held.
inline constexpr std::size_t digests_max = 400;

/// The labels `PREFIX.0`, `PREFIX.1` … with digests of the first `digests_max` texts. Without texts there is
/// no label. The order of the texts makes no difference, unless there are more.
/// @param prefix with the dot
[[nodiscard]] std::map<std::string, std::string> digest_labels(std::string_view prefix,
                                                               const std::vector<std::string>& texts);

/// True if such a label of the revision has the digest of the text.
[[nodiscard]] bool has_digest(const release& x, std::string_view prefix, std::string_view text);

/// True if the revision has a label with this prefix.
[[nodiscard]] bool has_label_with(const release& x, std::string_view prefix);

/// Adds a change for each label with this prefix that the revision has and that `labels` lack.
/// @param removal the text that removes a label: `label_taken_away` in an upgrade, because Helm copies the
/// labels of the latest revision, else an empty text
void remove_outdated(std::map<std::string, std::string>& labels, const release& last, std::string_view prefix,
                     std::string_view removal);

} // namespace core::releases
