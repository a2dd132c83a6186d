#pragma once

#include "worlds/model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace worlds {

/// A line of /metrics.
struct series {
  std::string name; ///< without the prefix
  text_map labels;
  double value = 0;
};

/// No label in a world has a quote or a brace in its value.
[[nodiscard]] inline series series_of(const std::string& line, std::size_t prefix) {
  series x;
  const auto open = line.find('{');
  const auto end = line.rfind(' ');
  x.name = line.substr(prefix, std::min(open, end) - prefix);
  x.value = std::strtod(line.c_str() + end, nullptr);
  for (auto at = open; at < end && line[at] != '}';) {
    const auto equals = line.find('=', at + 1);
    const auto close = line.find('"', equals + 2);
    x.labels[line.substr(at + 1, equals - at - 1)] = line.substr(equals + 2, close - equals - 2);
    at = close + 1;
  }
  return x;
}

/// The operator's own metrics, or the metrics of hooks, which have no prefix.
class metrics_page {
public:
  explicit metrics_page(const std::string& text, std::string_view prefix = "addon_operator_") {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(prefix) && !line.starts_with('#') && line.find("_bucket{") == line.npos)
        all_.push_back(series_of(line, prefix.size()));
  }

  [[nodiscard]] const std::vector<series>& all() const { return all_; }
  [[nodiscard]] std::vector<series> of(std::string_view name) const {
    std::vector<series> found;
    for (const auto& x : all_)
      if (x.name == name) found.push_back(x);
    return found;
  }
  /// The sum of all series of that name with these labels.
  [[nodiscard]] std::size_t sum(std::string_view name, const text_map& labels = {}) const {
    double sum = 0;
    for (const auto& x : all_)
      if (x.name == name && std::includes(x.labels.begin(), x.labels.end(), labels.begin(), labels.end()))
        sum += x.value;
    return static_cast<std::size_t>(sum);
  }

private:
  std::vector<series> all_;
};

} // namespace worlds
