// Whatever a run looks like: each answer of `trace why` fits on a screen.
#include "text/plain/wrapped_text.hpp"
#include "trace/read/screen_text.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using trace::read::recorded_run;
using about = trace::read::why_question::about;

/// Makes runs in which everything may be the cause of everything later: short and long loops, forks, outside
/// events, long values and long reasons.
class any_run {
public:
  explicit any_run(std::uint32_t seed) : numbers_(seed) {}

  [[nodiscard]] std::vector<trace::event> events(std::size_t count) {
    std::vector<trace::event> made;
    while (made.size() < count) add(made);
    return made;
  }

private:
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(numbers_); }
  std::string name(const char* before) { return before + std::to_string(below(4)); }
  std::string words() {
    std::string text;
    for (std::size_t i = below(120); i > 0; --i) text += "word ";
    return text + "end";
  }

  trace::event& next(std::vector<trace::event>& made, trace::event x) {
    x.id = made.size() + 1;
    x.time_us = static_cast<std::int64_t>(x.id) * 700'000;
    const auto recent = [&] { return x.id - 1 - below(std::min<std::size_t>(x.id, 7)); };
    if (x.cause == 0 && below(30) != 0) x.cause = recent();
    for (std::size_t i = below(4) == 0 ? below(12) : 0; i > 0; --i) x.also.push_back(recent());
    std::erase(x.also, 0U);
    return made.emplace_back(std::move(x));
  }

  void add(std::vector<trace::event>& made) {
    switch (below(6)) {
      case 0: add_task(made, {{"task", "ConvergeModules"}, {"event", "GlobalValuesChanged"}}); break;
      case 1: add_task(made, {{"task", "ModuleRun"}, {"module", name("module-")}}); break;
      case 2:
        add_task(made, {{"task", "GlobalHookRun"}, {"hook", name("hooks/a-hook-")}, {"binding", "afterAll"}});
        break;
      case 3:
        next(made,
             {.type = {"watch_state_changed"}, .summary = "Kind" + std::to_string(below(90)) + " is lost: " + words()});
        break;
      case 4: add_commit(made); break;
      default:
        next(made, {.type = {"object_changed"}, .facts = {{"event", "Added"}, {"kind", "Pod"}, {"name", name("p")}}});
    }
  }

  void add_task(std::vector<trace::event>& made, trace::trace_facts facts) {
    facts.push_back({"queue", "main"});
    const auto request = next(made, {.sender = "queue main", .type = {"execute_task"}, .facts = std::move(facts)}).id;
    if (below(5) == 0) return;
    if (below(2) == 0)
      next(made, {.cause = request,
                  .type = trace::trace_span::helm,
                  .duration_us = 5,
                  .facts = {{"module", name("module-")}, {"operation", "upgrade"}, {"reason", words()}}});
    const auto answer = next(made, {.cause = request, .type = {"task_outcome"}}).id;
    next(made, {.cause = answer,
                .type = trace::trace_span::task,
                .duration_us = 50'000,
                .facts = {{"outcome", below(2) == 0 ? "failed" : "superseded"}, {"reason", words()}}});
  }

  void add_commit(std::vector<trace::event>& made) {
    trace::event commit{.type = trace::trace_span::values_commit,
                        .facts = {{"source", below(2) == 0 ? "hook" : "ConfigMap"}, {"hook", name("hooks/a-hook-")}}};
    for (std::size_t i = below(20) + 1; i > 0; --i)
      commit.changes.push_back({"module" + std::to_string(below(4)) + ".value", words(), words()});
    const auto id = next(made, std::move(commit)).id;
    next(made, {.cause = id, .type = {"values_changed"}});
  }

  std::mt19937 numbers_;
};

void check_fits(const std::string& text, std::size_t width) {
  CHECK_MESSAGE(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) <= trace::read::screen_rows, text);
  for (std::string_view rest = text; !rest.empty();) {
    const auto row = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(row.size() + 1, rest.size()));
    CHECK_MESSAGE((width == 0 || text::width_of(row) <= width), row);
  }
}

} // namespace

TEST_CASE("each answer fits on a screen, whatever the run looks like") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const recorded_run run(any_run(seed).events(seed % 3 == 0 ? 1'500 : 150));
    for (const std::size_t width : {0, 80, 160})
      for (const auto& question : std::vector<trace::read::why_question>{{about::run, "module-1", {}, width},
                                                                         {about::run, "hooks/a-hook-1", {}, width},
                                                                         {about::value, "module1.value", {}, width},
                                                                         {about::release, "module-1", {}, width},
                                                                         {about::waiting, "main", {}, width},
                                                                         {about::not_ready, "", {}, width}}) {
        const auto answer = trace::read::why(run, question);
        if (answer) check_fits(*answer, width);
      }
  }
}
