#include "core/hooks/metric_names.hpp"

#include <doctest/doctest.h>

#include <string_view>

TEST_CASE("a name of a metric is any UTF-8 text, and a name of a label has no colon") {
  struct row {
    std::string_view name;
    bool is_metric;
    bool is_label;
  };
  for (const auto& r : {row{"requests_total", true, true}, row{"a:b", true, false}, row{"größe", true, true},
                        row{"1 a-b", true, true}, row{":", true, false}, row{"", false, false},
                        row{"a\xff", false, false}, row{"\xed\xb0\x80", false, false}, row{"a\xc3", false, false}}) {
    CAPTURE(r.name);
    CHECK(core::hooks::is_metric_name(r.name) == r.is_metric);
    CHECK(core::hooks::is_label_name(r.name) == r.is_label);
  }
}
