#include "fuzz/operator_input.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "fuzz/claim.hpp"
#include "fuzz/operator_readers.hpp"

#include <algorithm>
#include <map>
#include <string>

using fuzz::claim;
using namespace std::chrono_literals;

namespace {

std::size_t longest_line(std::string_view log) {
  std::size_t longest = 0;
  while (!log.empty()) {
    const auto end = std::min(log.find('\n'), log.size() - 1);
    longest = std::max(longest, end);
    log.remove_prefix(end + 1);
  }
  return longest;
}

/// The sections and the flag of module `web`, the output of its hook, and its schema.
fuzz::reach give_sections(test::operator_fixture& at, std::string_view text) {
  std::map<std::string, std::string> keys;
  for (const auto* key : {"web", "global", "webEnabled"})
    if (auto part = fuzz::take_part(text); !part.empty() && fuzz::is_text(part)) keys[key] = std::move(part);
  at.set_config(keys);
  test::hook_run answer;
  for (const auto part : {&test::hook_run::values_patch, &test::hook_run::config_patch, &test::hook_run::object_patch,
                          &test::hook_run::metrics})
    answer.*part = fuzz::take_part(text);
  if (!text.empty()) at.write("modules/010-web/openapi/config-values.yaml", text);
  at.hook("web/a.sh", test::v1("beforeHelm: 1"), [answer](test::hook_run& run) {
    run.values_patch = answer.values_patch;
    run.config_patch = answer.config_patch;
    run.object_patch = answer.object_patch;
    run.metrics = answer.metrics;
  });
  return keys.contains("global") ? fuzz::reach::everything : fuzz::reach::web_only;
}

} // namespace

void fuzz::play(std::string_view text) {
  test::operator_fixture at;
  at.module("010-web");
  at.module("005-db");
  at.hook("db/a.sh", test::v1("beforeHelm: 1"));
  const auto reader = reader_of(text);
  const bool is_edit = comes_while_it_runs(text);
  if (reader != nullptr) text.remove_prefix(2);
  if (is_edit) at.start();
  const auto reaches = reader != nullptr ? reader(at, text) : give_sections(at, text);
  if (!is_edit) at.start();
  at.advance(30s);
  claim(at.exit_codes().empty(), "nothing ends the operator");
  claim(actors::telemetry::readiness(at.describe()).body.size() < (64U << 10U), "readyz is short");
  claim(!at.metrics_text().empty(), "there are metrics");
  for (const auto* page : {"/module/web/values.yaml", "/module/web/config.json", "/module/web/patches.json",
                           "/module/web/snapshots.json", "/global/values.json", "/queue/list.text"})
    claim(!at.debug_page(page).body.empty(), "a page has an answer");
  claim(longest_line(at.log()) < (16U << 10U), "lines of the log are short");
  if (reaches == reach::web_only) claim(!at.runs_of("db/a.sh").empty(), "what has nothing to do with it goes on");
}
