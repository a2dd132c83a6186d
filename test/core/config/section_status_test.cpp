#include "core/config/section_status.hpp"

#include <doctest/doctest.h>

namespace {

/// The state after configurations with these reasons, in this order.
core::config::section_status after(std::initializer_list<const char*> reasons) {
  core::config::section_status status;
  for (const auto* reason : reasons) status.config = core::config::next_state(status.config, reason);
  return status;
}

std::string blocked_by(const core::config::section_status& status) {
  const auto* reason = status.blocking_reason();
  return reason ? *reason : "";
}

} // namespace

TEST_CASE("a section that was never valid blocks until a configuration is") {
  CHECK(blocked_by(after({})) == "");
  CHECK(blocked_by(after({"bad"})) == "bad");
  CHECK(blocked_by(after({"bad", "worse"})) == "worse");
  CHECK(blocked_by(after({"bad", ""})) == "");
}

TEST_CASE("a section that was valid goes on with what it had, until a configuration is valid again") {
  const auto outdated = after({"", "bad", "worse"});
  CHECK(blocked_by(outdated) == "");
  const auto problem = outdated.config_problem("web");
  REQUIRE(problem);
  CHECK(problem->section == "web");
  CHECK(problem->message == "worse");
  CHECK_FALSE(problem->blocks);
  CHECK(problem->is_used);
  CHECK_FALSE(after({"", "bad", ""}).config_problem("web"));
  CHECK(blocked_by(after({"bad", "", "bad"})) == "");
}

TEST_CASE("content that nobody has judged is no valid content to go on with") {
  core::config::section_status status;
  status.config = core::config::next_state(status.config, "", core::config::judgement::none);
  CHECK(blocked_by(status) == "");
  CHECK_FALSE(status.config_problem("web"));
  status.config = core::config::next_state(status.config, "bad");
  CHECK(blocked_by(status) == "bad");
}

TEST_CASE("what blocks is a problem that blocks") {
  const auto problem = after({"bad"}).config_problem("web");
  REQUIRE(problem);
  CHECK(problem->blocks);
  CHECK_FALSE(after({}).config_problem("web"));
}

TEST_CASE("files that cannot be used block whatever the ConfigMap has, and come first") {
  auto status = after({""});
  status.file_error = "values.yaml: bad";
  CHECK(blocked_by(status) == "values.yaml: bad");
  status.config = core::config::config_missing{"bad"};
  CHECK(blocked_by(status) == "values.yaml: bad");
}
