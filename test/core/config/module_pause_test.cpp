#include "core/config/module_pause.hpp"

#include <doctest/doctest.h>

#include <string>

using core::config::read_pause;
using core::config::write_pause;

namespace {

/// The remark of a pause; `none` for no pause, `error` for a text that is neither.
std::string remark(std::string_view text) {
  const auto read = read_pause(text);
  if (!read) return "error";
  return *read ? (*read)->remark : "none";
}

} // namespace

TEST_CASE("a module is paused by the mode of the predecessor, with a remark behind a hash") {
  CHECK(remark("NoResourceReconciliation").empty());
  CHECK(remark(" noresourcereconciliation \n").empty());
  CHECK(remark("NoResourceReconciliation # waits for the disk\n") == "waits for the disk");
  CHECK(remark("NoResourceReconciliation#a # b") == "a # b");
}

TEST_CASE("an empty text pauses nothing, and another text is an error, not the end of a pause") {
  CHECK(remark("") == "none");
  CHECK(remark(" \n") == "none");
  CHECK(remark("# NoResourceReconciliation") == "none");
  CHECK(remark("true") == "error");
  CHECK(remark("NoResourceReconcilliation") == "error");
  CHECK(read_pause("true").error().message.starts_with("should be NoResourceReconciliation to pause the module, got"));
}

TEST_CASE("a written pause is a line that reads as a pause, whatever its reason is") {
  const auto text = write_pause({.since = "2026-01-02T03:04:05Z", .by = "uid 0 (pid 7)", .reason = "disk\nfull"});
  CHECK(text.find('\n') == std::string::npos);
  CHECK(remark(text) == "since 2026-01-02T03:04:05Z by uid 0 (pid 7): disk\\nfull");
  CHECK(remark(write_pause({"2026-01-02T03:04:05Z", "uid 0", ""})) == "since 2026-01-02T03:04:05Z by uid 0");
  CHECK(write_pause({"t", "u", std::string(10'000, 'x')}).size() < 600);
}
