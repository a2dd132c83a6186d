#include "core/metrics/series_weight.hpp"

#include <cstdint>
#include <string>

namespace core::metrics {

std::size_t series_weight(std::string_view name, const metric_labels& labels, std::size_t buckets) noexcept {
  // The map node of a series with its value and its owner, and on the page a number with the marks around it.
  constexpr std::size_t node = 200;
  constexpr std::size_t sample = 32;
  std::size_t memory = node + buckets * sizeof(std::uint64_t);
  std::size_t line = name.size() + sample;
  for (const auto& [label, value] : labels) {
    memory += 2 * sizeof(std::string) + label.size() + value.size();
    line += label.size() + value.size() + std::string_view("=\"\",").size();
  }
  // +Inf, sum and count.
  const auto lines = buckets == 0 ? 1 : buckets + 3;
  return memory + lines * line;
}

} // namespace core::metrics
