// The same through the whole start of the operator: a ConfigMap, and the output of a hook.
#include "actors/telemetry/status_pages.hpp"
#include "greedy_texts.hpp"
#include "support/memory_peak.hpp"
#include "support/operator_fixture.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t config_map_bytes = 1'000'000;

/// Plays a start with the given content, and looks at all pages for users.
template <class Feed>
void play(std::size_t bytes, const Feed& feed) {
  const test::memory_peak peak;
  {
    test::operator_fixture at;
    at.module("010-web");
    at.write("modules/010-web/openapi/config-values.yaml",
             "properties: {x: {type: array, items: {type: string}}}\nadditionalProperties: {type: string}\n");
    at.hook("web/a.sh", v1("beforeHelm: 1"));
    feed(at);
    at.start();
    at.advance(10s);
    CHECK(actors::telemetry::readiness(at.describe()).body.size() < (64U << 10U));
    CHECK_FALSE(at.metrics_text().empty());
    CHECK(at.exit_codes().empty());
  }
  CHECK(peak.bytes() < test::memory_allowed(bytes));
}

} // namespace

TEST_CASE("a ConfigMap costs less than 32 MiB and 20 times its bytes through the whole start") {
  for (const auto& greedy : test::greedy_texts()) {
    const std::string content = greedy.name;
    // As a section, the texts for outputs of hooks are ordinary values, so they are left out.
    if (content.find("patch") != content.npos || content.find("metric") != content.npos) continue;
    CAPTURE(content);
    const auto text = greedy.make(config_map_bytes);
    play(text.size(), [&](test::operator_fixture& at) { at.set_config("web", text); });
  }
}

TEST_CASE("a ConfigMap costs no more if it has very many keys") {
  for (const std::string begin : {"a", "Bad-", "aEnabled"}) {
    CAPTURE(begin);
    std::map<std::string, std::string> keys;
    std::size_t bytes = 0;
    for (int i = 0; bytes < config_map_bytes / 4; ++i) {
      const auto name = begin + std::to_string(i);
      bytes += name.size() + 4;
      keys[name] = "x: 1";
    }
    play(bytes, [&](test::operator_fixture& at) { at.set_config(keys); });
  }
}

TEST_CASE("what a hook leaves costs less than 32 MiB and 20 times its bytes through the whole start") {
  // Each output gets only the texts that are made for it: any other text is refused when it is read.
  const std::vector<std::pair<std::string, std::string test::hook_run::*>> outputs{
    {"patch", &test::hook_run::values_patch},
    {"patch", &test::hook_run::config_patch},
    {"metric", &test::hook_run::metrics},
    {"objects", &test::hook_run::object_patch},
  };
  for (const auto& output : outputs)
    for (const auto& greedy : test::greedy_texts()) {
      const std::string content = greedy.name;
      if (content.find(output.first) == content.npos) continue;
      CAPTURE(content);
      const auto text = greedy.make(config_map_bytes / 4);
      play(text.size(), [&](test::operator_fixture& at) {
        at.replay("web/a.sh", [&](test::hook_run& run) { run.*(output.second) = text; });
      });
    }
}
