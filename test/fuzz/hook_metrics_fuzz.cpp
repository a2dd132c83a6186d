// The file that a hook leaves at METRICS_PATH.

#include "core/hooks/metrics.hpp"
#include "fuzz/claim.hpp"

#include <algorithm>
#include <cmath>

using fuzz::claim;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  const auto operations = core::hooks::parse_hook_metrics(fuzz::text_of(data, size));
  if (!operations) {
    claim(!operations.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  for (std::size_t i = 0; i < operations->size(); ++i) {
    const auto x = (*operations)[i];
    const bool expires = x.what == core::hooks::metric_operation::action::expire;
    claim(!x.name.empty() || expires, "a metric has a name");
    claim(!expires || !x.group.empty(), "only groups expire");
    claim(std::is_sorted(x.labels.begin(), x.labels.end()), "labels are in order");
    claim(std::is_sorted(x.buckets.begin(), x.buckets.end()), "buckets rise");
    claim(std::isfinite(x.value), "a value is a number");
  }
  return 0;
}
