#include "core/releases/reset_values.hpp"

#include <doctest/doctest.h>

using core::releases::held_upgrade;
using core::releases::would_reset;
using core::values::value_source;

TEST_CASE("the loss of a user's section or of a whole file holds an upgrade that changes only content") {
  for (const auto source : {value_source::config_map, value_source::section, value_source::global_section,
                            value_source::common_file, value_source::module_file}) {
    held_upgrade x;
    x.lost = {value_source::module_section, source};
    CHECK_MESSAGE(would_reset(x), core::values::label_of({source}));
  }
  held_upgrade other_config_map;
  other_config_map.config_map_before = "platform";
  CHECK(would_reset(other_config_map));
}

TEST_CASE("sections of files, schemas and hooks change content with a new version of a module") {
  held_upgrade x;
  CHECK_FALSE(would_reset(x));
  x.lost = {value_source::module_section, value_source::common_section, value_source::values_schema,
            value_source::section_of_hooks};
  x.hooks = {{"hook 'a.sh'", {}}};
  CHECK_FALSE(would_reset(x));
}
