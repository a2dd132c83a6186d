#pragma once

#include "simulation/fake_api_server.hpp"
#include "support/fake_chart.hpp"

#include <string>

namespace test {

/// Puts texts of objects in place of `{{ (lookup "v1" "Secret" "NAMESPACE" "NAME").data.KEY }}`; nothing for
/// an object or a key that is not there.
[[nodiscard]] std::string put_lookups(const simulation::fake_api_server& api, std::string manifest);

/// The member `lookedUp` of an answer of `helm worker` about a rendering of this chart, with a comma before
/// it; empty: no template looks up an object.
[[nodiscard]] std::string lookups_note(const simulation::fake_api_server& api, const chart_files& chart);

} // namespace test
