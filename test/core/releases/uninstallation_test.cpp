#include "core/releases/uninstallation.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using core::releases::helm_history;

namespace {

// A release with a ConfigMap: JSON, gzip, base64, and again base64 for the Secret.
constexpr const char* payload =
  "SDRzSUFBQUFBQUFDQXoyT3dRckNNQXlHWHlYRXEzT0lGK25Wc3lmQlV5OWh6VVp4VGN2U0RjYll1OXVxZUV2eUpYKytEWVVD"
  "b3dIME1reXNpc2RhOXJHTU50Uk1lZFpLSGFjeHJ1eHdMenlRK0o0MVY5QTBqWlVEUE9JOGRXemdsOUptRG1ta3pOcDI0YlJT"
  "R0sxUThrK2UxRWN4c0p5dHZMdzRBN2NvdlIvdWxLd0V6dVFvazdFQ1VMWCtjVmFxMXZLOUxsOHZwYXNMbXFqN3lMc3I3bTk1"
  "amM5YXl3QUFBQT09";

std::string record(const std::string& status, const std::string& uid = "a") {
  return R"({"kind":"Secret","type":"helm.sh/release.v1","metadata":{"name":"sh.helm.release.v1.web.v3","uid":")" + uid
         + R"(","labels":{"name":"web","owner":"helm","status":")" + status + R"(","version":"3"}},"data":{"release":")"
         + payload + R"("}})";
}

} // namespace

TEST_CASE("a release is not uninstalled while its latest record cannot be read") {
  CHECK(core::releases::check_known_objects(""));
  CHECK(core::releases::check_known_objects(record("deployed")));
  const auto checked = core::releases::check_known_objects(R"({"metadata":{"name":"sh.helm.release.v1.web.v3"}})");
  REQUIRE_FALSE(checked);
  CHECK(checked.error().code == base::error_code::conflict);
  CHECK(checked.error().message.starts_with("Secret 'sh.helm.release.v1.web.v3': no 'data.release': nothing was"));
}

TEST_CASE("a release is uninstalled if its record says so, or belongs to another release by now") {
  struct row {
    const char* title;
    std::string record;
    helm_history history;
    std::optional<std::string> state; ///< in the message of the failure
  };
  const row rows[] = {
    {"kept as uninstalled", record("uninstalled"), helm_history::kept, {}},
    {"kept as superseded", record("superseded"), helm_history::kept, {}},
    {"still deployed", record("deployed"), helm_history::kept, "is deployed:"},
    {"to be removed, and there", record("uninstalled"), helm_history::removed, "is uninstalled:"},
    {"another release", record("deployed", "b"), helm_history::removed, {}},
    {"not a record", "{}", helm_history::kept, "is not to be read:"},
  };
  for (const auto& r : rows) {
    CAPTURE(r.title);
    core::releases::release before{"web", 3, core::releases::release_status::deployed, {}};
    before.uid = "a";
    const auto checked = core::releases::check_uninstalled(before, r.record, r.history);
    CHECK_EQ(checked.has_value(), !r.state);
    if (checked || !r.state) continue;
    CHECK(checked.error().code == base::error_code::process_failed);
    CHECK_NE(checked.error().message.find("revision 3 " + *r.state), std::string::npos);
  }
}
