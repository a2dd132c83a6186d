#include "core/releases/gone_hooks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::releases;
using core::values::value_hook;
using names = std::vector<std::string>;

namespace {

const value_hook own{"web", "hooks/a.sh"};
const value_hook second{"web", "hooks/b_c.sh"};
const value_hook global{"", "hooks/facts.sh"};

release last() {
  release x{.name = "web", .revision = 1, .labels = {{std::string(module_hook_values_label), "0123"}}};
  for (const auto& hook : {own, second, global})
    x.labels[core::values::label_key_of(hook)] = core::values::label_value_of(hook);
  return x;
}

} // namespace

TEST_SUITE("core/gone_hooks") {
  TEST_CASE("hooks that the revision names and that are not there have gone, by section") {
    core::values::value_standing now;
    now.hooks[second] = {.is_there = true};
    now.hooks[own] = {.is_there = false, .has_ended = true};
    const auto found = hooks_gone(last(), now);
    REQUIRE(found.size() == 2);
    CHECK_EQ(found.at("web").names, names{"hook 'hooks/a.sh'"});
    CHECK_FALSE(found.at("web").are_all);
    CHECK_EQ(found.at("global").names, names{"global hook 'hooks/facts.sh'"});
    CHECK(found.at("global").are_all);
    CHECK(found.at("global").owner == hooks_of::global);
  }

  TEST_CASE("a hook without values in the revision is no reason to expect the others") {
    core::values::value_standing now;
    now.hooks[{"web", "hooks/new.sh"}] = {.is_there = true};
    CHECK(hooks_gone(last(), now).at("web").are_all);
    CHECK_EQ(hooks_gone(last(), now).at("web").names.size(), 2);
  }

  TEST_CASE("a user who has taken the label away waits for no hook") {
    auto x = last();
    x.labels.erase(std::string(module_hook_values_label));
    CHECK(hooks_gone(x, {}).empty());
  }

  TEST_CASE("the words say whether any hook of the owner is there") {
    core::values::value_standing now;
    now.global_directory = "/global";
    now.hooks[{"web", "hooks/new.sh"}] = {.is_there = true};
    CHECK_EQ(words_of_absence(hooks_of::module, now, "/m/web"),
             "it has gone, is not executable, or does not configure");
    CHECK_EQ(
      words_of_absence(hooks_of::global, now, "/m/web"),
      "no global hook that is executable and configures was found in /global: is the directory complete in the image?");
    CHECK_EQ(
      words_of_absence(hooks_of::module, {}, "/m/web"),
      "no hook that is executable and configures was found in /m/web/hooks: is the directory complete in the image?");
  }
}
