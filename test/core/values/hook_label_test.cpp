#include "core/values/hook_label.hpp"

#include "core/values/value_hooks.hpp"
#include "text/plain/checksum.hpp"

#include <doctest/doctest.h>

#include <string>

using core::values::describe_hook_of_label;
using core::values::value_hook;

namespace {

std::string described(const value_hook& x) {
  return describe_hook_of_label(core::values::label_key_of(x), core::values::label_value_of(x), "web");
}

} // namespace

TEST_SUITE("core/hook_label") {
  TEST_CASE("a hook of which only the label is known has the name of its file") {
    for (const value_hook& x :
         {value_hook{"web", "hooks/a.sh"}, value_hook{"web", "hooks/some_dir/10-a_b.sh"}, value_hook{"web", "a.sh"},
          value_hook{"", "hooks/facts.sh"}, value_hook{"", "facts.sh"}, value_hook{"", "hooks/a_b/c_d/e.py"}})
      CHECK_EQ(described(x), core::values::describe(x));
  }

  TEST_CASE("a hook of a deletion has the name of its file, too") {
    // The digest of `hooks/b_c.sh`, see `deletion_hook_labels`.
    const auto key = "moduleBeforeDelete." + text::md5_hex("hooks/b_c.sh").substr(0, 10);
    CHECK_EQ(core::values::name_of_deletion_hook(key, "hooks_b_c.sh"), "hooks/b_c.sh");
    CHECK_EQ(core::values::name_of_deletion_hook("moduleBeforeDelete.0123456789", "hooks_b_c.sh"), "hooks_b_c.sh");
  }

  TEST_CASE("a name that the label does not hold is shown as the label has it") {
    CHECK_EQ(described({"web", "hooks/a b.sh"}), "hook 'hooks_a_b.sh'");
    const std::string deep = "hooks/" + std::string(80, 'x') + "/a.sh";
    CHECK_EQ(described({"web", deep}), "hook '" + std::string(58, 'x') + "_a.sh'");
    CHECK_EQ(described({"web", "hooks/1_2_3_4_5_6_7_8_9_10_11_12_13.sh"}),
             "hook 'hooks_1_2_3_4_5_6_7_8_9_10_11_12_13.sh'");
  }
}
