#include "core/values/flag_source_label.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

TEST_CASE("each source of a flag has a label of its own, which is read back") {
  std::set<std::string> labels;
  for (const auto source : core::values::default_flag_order()) {
    const auto label = core::values::label_of(source);
    CAPTURE(label);
    CHECK(!label.empty());
    CHECK(labels.insert(label).second);
    CHECK(core::values::read_label(label) == source);
    CHECK(core::values::describe_label(label) == core::values::describe(source));
  }
  CHECK(labels.size() == 4);
}

TEST_CASE("no source has no label, and another label names no source") {
  CHECK(core::values::label_of(std::nullopt) == "");
  for (const auto* label : {"", "ConfigMap", "configMap ", "of tomorrow"}) {
    CAPTURE(label);
    CHECK(!core::values::read_label(label));
    CHECK(core::values::describe_label(label) == "");
  }
}
