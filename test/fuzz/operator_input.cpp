#include "fuzz/operator_input.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "fuzz/claim.hpp"
#include "support/operator_fixture.hpp"
#include "text/plain/utf8.hpp"

#include <algorithm>
#include <map>
#include <string>

using fuzz::claim;
using namespace std::chrono_literals;

namespace {

std::string take_part(std::string_view& text) {
  constexpr std::string_view separator = "\n===\n";
  const auto end = text.find(separator);
  const std::string part(text.substr(0, end));
  text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
  return part;
}

/// An API server takes no other texts than UTF-8.
bool is_text(std::string_view text) {
  while (!text.empty()) {
    const auto length = text::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::size_t longest_line(std::string_view log) {
  std::size_t longest = 0;
  while (!log.empty()) {
    const auto end = std::min(log.find('\n'), log.size() - 1);
    longest = std::max(longest, end);
    log.remove_prefix(end + 1);
  }
  return longest;
}

} // namespace

void fuzz::play(std::string_view text) {
  test::operator_fixture at;
  std::map<std::string, std::string> keys;
  for (const auto* key : {"web", "global", "webEnabled"})
    if (auto part = take_part(text); !part.empty() && is_text(part)) keys[key] = std::move(part);
  at.set_config(keys);
  at.module("010-web");
  at.module("005-db");
  at.hook("db/a.sh", test::v1("beforeHelm: 1"));
  test::hook_run answer;
  for (const auto part : {&test::hook_run::values_patch, &test::hook_run::config_patch, &test::hook_run::object_patch,
                          &test::hook_run::metrics})
    answer.*part = take_part(text);
  if (!text.empty()) at.write("modules/010-web/openapi/config-values.yaml", text);
  at.hook("web/a.sh", test::v1("beforeHelm: 1"), [&](test::hook_run& run) {
    run.values_patch = answer.values_patch;
    run.config_patch = answer.config_patch;
    run.object_patch = answer.object_patch;
    run.metrics = answer.metrics;
  });
  at.start();
  at.advance(30s);
  claim(at.exit_codes().empty(), "nothing ends the operator");
  claim(actors::telemetry::readiness(at.describe()).body.size() < (64U << 10U), "readyz is short");
  claim(!at.metrics_text().empty(), "there are metrics");
  for (const auto* page : {"/module/web/values.yaml", "/module/web/config.json", "/module/web/patches.json",
                           "/global/values.json", "/queue/list.text"})
    claim(!at.debug_page(page).body.empty(), "a page has an answer");
  claim(longest_line(at.log()) < (16U << 10U), "lines of the log are short");
  if (!keys.contains("global")) claim(!at.runs_of("db/a.sh").empty(), "what has nothing to do with it goes on");
}
