#include "core/metrics/name_escaping.hpp"

#include <doctest/doctest.h>

#include <utility>

using core::metrics::accepted_escaping;
using core::metrics::escaped_name;
using core::metrics::name_escaping;

// `test/prometheus` compares pages with pages of the predecessor's library.

TEST_CASE("a name of the old alphabet stays as it is in each form") {
  for (const auto form : {name_escaping::none, name_escaping::underscores, name_escaping::dots, name_escaping::values})
    CHECK(escaped_name("node:cpu_seconds_total", form) == "node:cpu_seconds_total");
}

TEST_CASE("other names are escaped in the form that is asked for") {
  constexpr auto* name = "9my.metric/größe_x-1";
  CHECK(escaped_name(name, name_escaping::none) == name);
  CHECK(escaped_name(name, name_escaping::underscores) == "_my_metric_gr__e_x_1");
  CHECK(escaped_name(name, name_escaping::dots) == "__my_dot_metric__gr____e__x__1");
  CHECK(escaped_name(name, name_escaping::values) == "U___39_my_2e_metric_2f_gr_f6__df_e__x_2d_1");
}

TEST_CASE("the form is the one that the preferred range names, up to the one of this format") {
  const std::pair<const char*, name_escaping> cases[] = {
    {"", name_escaping::underscores},
    {"*/*", name_escaping::underscores},
    {"text/plain;version=0.0.4;escaping=allow-utf-8", name_escaping::none},
    {"text/plain; version=0.0.4; escaping=dots; q=0.5", name_escaping::dots},
    {"text/plain;escaping=unheard", name_escaping::underscores},
    {"text/plain;q=0.1;escaping=dots,text/plain;q=0.9;escaping=values", name_escaping::values},
    // Prometheus 3
    {"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;"
     "q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
     name_escaping::none},
    // Prometheus 2
    {"application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;"
     "version=0.0.4;q=0.3,*/*;q=0.2",
     name_escaping::underscores},
    {"text/plain/more;escaping=dots,,;,=", name_escaping::underscores},
  };
  for (const auto& [accept, form] : cases) {
    CAPTURE(accept);
    CHECK(accepted_escaping(accept) == form);
  }
}

TEST_CASE("the content type names the form") {
  CHECK(core::metrics::metrics_content_type(name_escaping::underscores)
        == "text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
  CHECK(core::metrics::metrics_content_type(name_escaping::none)
        == "text/plain; version=0.0.4; charset=utf-8; escaping=allow-utf-8");
}
