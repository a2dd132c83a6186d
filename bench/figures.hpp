#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bench {

/// A line of the result: the measured figure, the target, and the predecessor's figure on a machine like
/// this.
struct figure {
  std::string measure;
  double value = 0;
  std::string unit;
  int digits = 1;
  std::optional<double> target{}; ///< the value should be below it
  std::string predecessor{};      ///< empty: not known
};

/// The value below which the given share of the samples lies (nearest rank).
/// @pre there are samples, and 0 < share <= 1
[[nodiscard]] double percentile(std::vector<double> samples, double share);

/// The figures as a table for people, each with its verdict.
[[nodiscard]] std::string table(const std::vector<figure>& figures);

/// Whether every figure with a target is below it.
[[nodiscard]] bool all_reached(const std::vector<figure>& figures);

} // namespace bench
