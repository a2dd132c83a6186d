#include "core/releases/awaited_hooks.hpp"

#include "core/releases/lost_value_sources.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

const core::values::value_hook own{"web-app", "hooks/a.sh"};
const core::values::value_hook global{"", "b.sh"};

release last() {
  return {"web-app",
          1,
          release_status::deployed,
          {{std::string(module_hook_values_label), "0123"},
           {core::values::label_key_of(own), "hooks_a.sh"},
           {core::values::label_key_of(global), "global.b.sh"}}};
}

} // namespace

TEST_CASE("hooks are awaited with the sections of their values until they have ended well") {
  core::values::value_standing now;
  now.hooks[own] = {.is_there = true, .occasions = "afterHelm"};
  now.hooks[global] = {.is_there = true, .occasions = "onStartup, events of Pod"};
  auto found = hooks_awaited(last(), now, "/m/web-app");
  CHECK_EQ(found.sections, std::set<std::string>{"global", "webApp"});
  CHECK_EQ(found.words, std::vector<std::string>{"global hook 'b.sh' (it runs at: onStartup, events of Pod)",
                                                 "hook 'hooks/a.sh' (it runs at: afterHelm)"});
  CHECK(found.will_run_soon);
  now.hooks[own].occasions = "schedule '0 3 * * *'";
  now.hooks[global].has_ended = true;
  found = hooks_awaited(last(), now, "/m/web-app");
  CHECK_EQ(found.sections, std::set<std::string>{"webApp"});
  CHECK_FALSE(found.will_run_soon);
  now.hooks[own].has_ended = true;
  CHECK(hooks_awaited(last(), now, "/m/web-app").words.empty());
}

TEST_CASE("a hook that will run by an event has not to wait for its schedule") {
  core::values::value_standing now;
  now.hooks[own] = {.is_there = true, .occasions = "schedule '0 3 * * *', events of Pod"};
  now.hooks[global] = {.is_there = true, .occasions = "onStartup", .has_ended = true};
  CHECK(hooks_awaited(last(), now, "/m/web-app").will_run_soon);
  now.hooks[own].has_failed = true;
  CHECK_FALSE(hooks_awaited(last(), now, "/m/web-app").will_run_soon);
  CHECK_EQ(hooks_awaited(last(), now, "/m/web-app").words.front(), "hook 'hooks/a.sh' (its last run has failed)");
}

TEST_CASE("a hook that has lost the binding of its values is awaited, and will not run soon") {
  auto of_events = last();
  of_events.labels[core::values::binding_label_key_of(own)] = "pods";
  core::values::value_standing now;
  now.hooks[own] = {.is_there = true, .occasions = "onStartup", .has_ended = true, .bindings = {"onStartup"}};
  now.hooks[global] = {.is_there = true, .occasions = "onStartup", .has_ended = true};
  const auto found = hooks_awaited(of_events, now, "/m/web-app");
  CHECK_EQ(found.words, std::vector<std::string>{"hook 'hooks/a.sh' (it had set them for its binding 'pods', which its "
                                                 "--config does not have any more)"});
  CHECK_FALSE(found.will_run_soon);
  now.hooks[own].has_set = true;
  CHECK(hooks_awaited(of_events, now, "/m/web-app").words.empty());
}

TEST_CASE("hooks that have gone are awaited if no other hook of the revision is there in their section") {
  core::values::value_standing now;
  now.global_directory = "/global";
  auto found = hooks_awaited(last(), now, "/m/web-app");
  CHECK_EQ(found.sections, std::set<std::string>{"global", "webApp"});
  CHECK_EQ(
    found.words,
    std::vector<std::string>{
      "global hook 'b.sh' (no global hook that is executable and configures was found in /global: is the directory "
      "complete in the image?)",
      "hook 'hooks/a.sh' (no hook that is executable and configures was found in /m/web-app/hooks: is the directory "
      "complete in the image?)"});
  CHECK(found.have_gone);
  CHECK_FALSE(found.will_run_soon);
  now.hooks[{"web-app", "hooks/new.sh"}] = {.is_there = true, .has_ended = true};
  now.hooks[global] = {.is_there = true, .has_ended = true};
  found = hooks_awaited(last(), now, "/m/web-app");
  CHECK_EQ(found.words, std::vector<std::string>{"hook 'hooks/a.sh' (it has gone, is not executable, or does not "
                                                 "configure)"});
  auto two = last();
  const core::values::value_hook other{"web-app", "hooks/c.sh"};
  two.labels[core::values::label_key_of(other)] = "hooks_c.sh";
  now.hooks[other] = {.is_there = true, .has_ended = true};
  CHECK_MESSAGE(hooks_awaited(two, now, "/m/web-app").words.empty(), "a hook among others was given up");
}
