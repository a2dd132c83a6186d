#include "core/metrics/hook_metrics_labels.hpp"

#include <doctest/doctest.h>

using core::metrics::metric_labels;

TEST_CASE("a series of a hook names its owner") {
  CHECK((core::metrics::labels_of({.module = "web", .hook = "a.sh"})
         == metric_labels{{"hook", "a.sh"}, {"module", "web"}}));
  CHECK((core::metrics::labels_of({.module = "", .hook = "a.sh"}) == metric_labels{{"hook", "a.sh"}}));
}

TEST_CASE("labels of the owner win over those that the hook writes") {
  core::hooks::metric_operation x;
  x.labels = {{"hook", "mine"}, {"color", "red"}};
  CHECK((core::metrics::labelled(x, {{"hook", "a.sh"}, {"module", "web"}})
         == metric_labels{{"color", "red"}, {"hook", "a.sh"}, {"module", "web"}}));
  CHECK((core::metrics::labelled(x, {}) == x.labels));
}
