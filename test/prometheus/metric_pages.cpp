#include "core/hooks/metrics.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/name_escaping.hpp"
#include "core/metrics/prometheus_text.hpp"

#include <algorithm>
#include <iostream>
#include <string>

namespace {

/// The content type and the body, or "refused".
std::string page(const std::string& accept, const std::string& written) {
  const auto operations = core::hooks::parse_hook_metrics(written);
  core::metrics::metric_registry registry;
  if (!operations || !core::metrics::apply_metric_operations(registry, "", {"", "a.sh"}, *operations)) return "refused";
  const auto names = core::metrics::accepted_escaping(accept);
  return core::metrics::metrics_content_type(names) + "\n" + core::metrics::metrics_text(registry, names);
}

} // namespace

/// Reads pairs of lines, the header Accept of a scraper and the output of a hook, and writes the page for
/// each pair, as main.go does.
int main() {
  std::string accept, written;
  while (std::getline(std::cin, accept) && std::getline(std::cin, written)) {
    auto text = page(accept, written);
    std::replace(text.begin(), text.end(), '\n', '\x1f');
    std::cout << text << '\n';
  }
}
