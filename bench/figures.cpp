#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

std::string with_unit(double value, const figure& x) {
  return fmt::format("{:.{}f} {}", value, x.digits, x.unit);
}

std::string verdict(const figure& x) {
  if (!x.target) return "";
  return x.value < *x.target ? "reached" : "MISSED";
}

} // namespace

double percentile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(samples.size())));
  return samples[std::clamp<std::size_t>(rank, 1, samples.size()) - 1];
}

std::string table(const std::vector<figure>& figures) {
  constexpr auto row = "{:<58} {:>12} {:>12} {:>12}  {}\n";
  auto text = fmt::format(row, "measure", "figure", "target", "predecessor", "");
  for (const auto& x : figures)
    text += fmt::format(row, x.measure, with_unit(x.value, x), x.target ? "< " + with_unit(*x.target, x) : "",
                        x.predecessor, verdict(x));
  return text;
}

bool all_reached(const std::vector<figure>& figures) {
  return std::all_of(figures.begin(), figures.end(), [](const figure& x) { return !x.target || x.value < *x.target; });
}

} // namespace bench
