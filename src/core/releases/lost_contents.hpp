#pragma once

#include "core/releases/objection.hpp"

#include <string>
#include <vector>

namespace core::releases {

struct planned_upgrade;

/// A file of a chart that its templates read, or a template, whose content was lost.
struct lost_content {
  std::string path;  ///< in the chart
  std::string words; ///< for people: `missing`

  friend bool operator==(const lost_content&, const lost_content&) = default;
};

/// The files with text that the last revision had, that templates read through `.Files`, and that are now
/// missing, without text, damaged (`file_damage`) or hidden by `.helmignore`; and the templates of its
/// objects that `.helmignore` hides now.
/// @pre the record of the last revision was read
[[nodiscard]] std::vector<lost_content> lost_contents(const planned_upgrade& x);

/// @param effect of the upgrade: `remove ConfigMap/a from the release`
[[nodiscard]] objection objection_to_lost_contents(const planned_upgrade& x, const std::vector<lost_content>& lost,
                                                   const std::string& effect);

/// The first few files for people, with the number of further files: `a.conf (missing)`.
[[nodiscard]] std::string words_of_contents(const std::vector<lost_content>& lost);

} // namespace core::releases
