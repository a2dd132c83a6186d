#include "core/modules/paused_modules.hpp"

#include <doctest/doctest.h>

#include <string>

using core::modules::describe_ending_pause;
using core::modules::describe_pause;
using core::modules::discovered_modules;
using core::modules::paused_modules;

TEST_CASE("modules are found by their names, the pauses are kept by key") {
  const paused_modules paused({{"webApp", {"why"}}});
  CHECK(paused.contains("web-app"));
  CHECK(paused.find("web-app")->remark == "why");
  CHECK_FALSE(paused.contains("web"));
  CHECK_FALSE(paused_modules().contains("web-app"));
}

TEST_CASE("a pause is described with its remark, with what waits for its end, and with the next step") {
  const auto line = describe_pause("web-app", {"since today by uid 0"}, std::nullopt);
  CHECK(line
        == "module 'web-app' is paused by key 'webAppMaintenance' of the ConfigMap (since today by uid 0): its release "
           "stays as it is, and its hooks wait. Next step: addon-operator module resume web-app");
  discovered_modules found;
  found.to_delete = {"web"};
  found.to_purge = {"gone"};
  CHECK(describe_pause("web", {}, found).find("it is switched off, and its deletion waits") != std::string::npos);
  CHECK(describe_pause("gone", {}, found).find("no module has its name, and the removal") != std::string::npos);
  CHECK(describe_pause("other", {}, found).find("; ") == std::string::npos);
}

TEST_CASE("a pause that has gone without an order is described with its end, and with both ways on") {
  discovered_modules found;
  found.to_delete = {"web"};
  CHECK(
    describe_ending_pause("web", {"why"}, "key 'webMaintenance' has gone from the ConfigMap", "12:00", found)
    == "module 'web' is paused until 12:00 only: key 'webMaintenance' has gone from the ConfigMap, and no order has "
       "ended the pause (why); it is switched off, and its deletion waits for the end of the pause. Next step: "
       "addon-operator module pause web if it is to stay as it is, else addon-operator module resume web");
}
