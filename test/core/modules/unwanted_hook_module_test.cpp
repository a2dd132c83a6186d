#include "core/modules/discovered_modules.hpp"

#include <doctest/doctest.h>

using namespace core::modules;

TEST_CASE("a module that is off is named with its reason, its source before, and its hooks of the deletion") {
  discovered_modules found;
  found.off_reasons = {{"cert-base", "no source has a flag certBaseEnabled"}};
  found.wanted_by = {{"cert-base", "ConfigMap"}};
  const unwanted_hook_module x{"cert-base", why_off(found, "cert-base"), {"hooks/y.sh", "hooks/z.sh"}};
  CHECK_EQ(describe(x), "module 'cert-base' is switched off, and its hooks of the deletion run (hooks/y.sh, "
                        "hooks/z.sh): no source has a flag certBaseEnabled; before, it was switched on by: ConfigMap. "
                        "Hint: "
                          + hint_of(x));
  CHECK_NE(hint_of(x).find("its flag is certBaseEnabled"), std::string::npos);
  CHECK_EQ(why_off(found, "other").reason, "");
}
