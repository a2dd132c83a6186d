#include "measures.hpp"

#include "core/cel/program.hpp"
#include "core/hooks/metrics.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/values_read.hpp"
#include "core/schema/schema.hpp"
#include "core/store/values_book.hpp"
#include "core/values/value_origin.hpp"
#include "process_counters.hpp"
#include "secret_beginnings.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/json/quoted_values.hpp"
#include "text/plain/secret_lines.hpp"
#include "text/yaml/yaml.hpp"
#include "trace/formats/timeline.hpp"
#include "trace/read/order_rules.hpp"
#include "trace/read/run_report.hpp"
#include "trace/redaction.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

/// Work whose time must not grow with the square of its input.
struct growing_work {
  const char* name;
  std::size_t count; ///< of the first input
  /// Makes the input, and returns the work.
  std::function<std::function<void()>(std::size_t count)> prepare;
};

template <class T>
T must(base::result<T> x) {
  if (!x) throw std::runtime_error(x.error().message);
  return std::move(*x);
}

std::string repeated(std::size_t count, const std::string& separator,
                     const std::function<std::string(std::size_t)>& part) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : separator) + part(i);
  return text;
}

core::schema::schema schema_of(const char* yaml) {
  return must(core::schema::schema::compile(must(text::parse_yaml(yaml))));
}

/// The schema judges a list of so many items.
std::function<void()> checked(const char* schema, std::size_t count,
                              const std::function<std::string(std::size_t)>& item) {
  const auto value = must(text::parse_json("{\"x\":[" + repeated(count, ",", item) + "]}"));
  return [rules = schema_of(schema), value] {
    core::values::section_layers layers;
    layers.schemas.config = rules;
    layers.config = value;
    const auto found = rules.validate(rules.with_defaults(value), "web");
    static_cast<void>(core::values::describe(found, layers, text::json::object({{"web", value}})));
  };
}

/// A hook's patch of so many operations on the values of a module.
std::function<void()> patched(std::size_t count, const std::string& begin,
                              const std::function<std::string(std::size_t)>& operation) {
  core::store::values_book book;
  core::config::static_values files;
  files.sections["web"].layers.push_back(must(text::parse_json(R"({"m":{},"l":[]})")));
  book.load(std::move(files));
  return [book, text = begin + repeated(count, "", operation)] {
    auto changed = book;
    must(changed.commit(must(book.prepare_hook_commit({"web"}, text, "")), 1));
  };
}

std::string object_of(std::size_t count, const std::function<std::string(std::size_t)>& member) {
  return "{" + repeated(count, ",", member) + "}";
}

/// The guard compares values of a hook that had a content and are blank now.
std::function<void()> compared(const std::string& before, const std::string& now) {
  const auto in_section = [](const std::string& x) { return must(text::parse_json("{\"web\":" + x + "}")); };
  return [before = in_section(before), now = in_section(now), nothing = in_section("{}")] {
    const auto set = core::releases::places_set_by_hooks(before, nothing);
    const core::releases::release last{"web", 1, core::releases::release_status::deployed,
                                       core::releases::hook_place_labels(nullptr, set)};
    const auto blanks = core::releases::blank_hook_values({last, before, now, set});
    if (blanks.empty()) throw std::runtime_error("no value is blank");
    static_cast<void>(core::releases::words_of_blanks(blanks));
    static_cast<void>(core::releases::with_former_values(now, before, core::releases::places_of(blanks)));
  };
}

/// A run in which each event has the event before as its cause.
std::vector<trace::event> chain(std::size_t count) {
  const trace::event_type types[] = {trace::trace_span::values_commit, trace::trace_span::hook, trace::trace_span::task,
                                     trace::trace_span::helm, "execute_task"};
  std::vector<trace::event> events(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto& x = events[i];
    x.id = i + 1;
    x.cause = i;
    x.time_us = static_cast<std::int64_t>(10 * i);
    x.type = types[i % std::size(types)];
    x.sender = x.type == "execute_task" && i % 10 == 0 ? "queue main" : "web";
    x.duration_us = 5;
    x.facts = {{"module", "web"},
               {"queue", "main"},
               {"task", "ModuleRun"},
               {"outcome", "failed"},
               {"hook", fmt::format("hooks/{}.sh", i)}};
  }
  return events;
}

const std::vector<growing_work> works{
  {"violations", 25'000,
   [](std::size_t n) {
     return checked("{additionalProperties: {items: {type: string}}}", n, [](auto) { return "1"; });
   }},
  {"items that must be unique", 20'000,
   [](std::size_t n) {
     return checked("{properties: {x: {uniqueItems: true}}}", n, [](auto i) { return fmt::format("[0,{}]", i); });
   }},
  {"defaults in items", 10'000,
   [](std::size_t n) {
     return checked("{properties: {x: {items: {properties: {a: {default: 1}, b: {default: 2}}}}}}", n,
                    [](auto) { return "{}"; });
   }},
  {"values patch that adds members", 10'000,
   [](std::size_t n) {
     return patched(n, "", [](auto i) { return fmt::format(R"({{"op":"add","path":"/web/m/{}","value":{{}}}})", i); });
   }},
  {"values patch that adds items in front", 10'000,
   [](std::size_t n) { return patched(n, "", [](auto) { return R"({"op":"add","path":"/web/l/0","value":1})"; }); }},
  {"values patch that moves items", 10'000,
   [](std::size_t n) {
     const auto items = repeated(n, ",", [](auto i) { return std::to_string(i); });
     return patched(n, R"({"op":"add","path":"/web/l","value":[)" + items + "]}",
                    [](auto) { return R"({"op":"move","from":"/web/l/0","path":"/web/l/-"})"; });
   }},
  {"nulls in an operation on metrics", 20'000,
   [](std::size_t n) {
     auto text =
       "{" + repeated(n, ",", [](auto i) { return fmt::format("\"{}\":null", i); }) + R"(,"name":"a","set":1})";
     return [text = std::move(text)] { static_cast<void>(core::hooks::parse_hook_metrics(text)); };
   }},
  {"secrets in a line of a hook, words without spaces", 10'000,
   [](std::size_t n) {
     return [line = repeated(n, ":", [](auto) { return std::string("a"); })] {
       static_cast<void>(text::secret_lines().without_secrets(line));
     };
   }},
  {"values of hooks that are blank now", 5'000,
   [](std::size_t n) {
     return compared(object_of(n, [](auto i) { return fmt::format("\"{}\":\"a\"", i); }),
                     object_of(n, [](auto i) { return fmt::format("\"{}\":\"\"", i); }));
   }},
  {"members of items that are blank now", 2'000,
   [](std::size_t n) {
     const auto item = object_of(n, [](auto i) { return fmt::format("\"{}\":1", i); });
     const auto items = repeated(n, ",", [](auto) { return "{}"; });
     return compared(fmt::format("{{\"x\":[{0},{0}]}}", item), "{\"x\":[" + items + "]}");
   }},
  {"values without a reader", 5'000,
   [](std::size_t n) {
     core::releases::values_read read;
     for (std::size_t i = 0; i < n; ++i) read.whole.insert({{"web", fmt::format("a{}", i), "b"}});
     return [read, n] {
       for (std::size_t i = 0; i < n; ++i)
         if (core::releases::may_read(read, {{"web", fmt::format("b{}", i)}})) throw std::runtime_error("it is read");
     };
   }},
  {"letters that a rule in CEL looks for in twice as many", 50'000,
   [](std::size_t n) {
     const auto self = text::json::object({{"t", std::string(2 * n, 'a')}, {"p", std::string(n, 'a') + "b"}});
     return [self, rule = must(core::cel::program::compile("self.t.contains(self.p)", {.variables = {"self"}}))] {
       const std::vector<core::cel::value> variables{core::cel::from_json(self, core::cel::json_numbers::doubles)};
       core::cel::budget steps(core::cel::steps_max);
       static_cast<void>(rule.evaluate(variables, steps, {}));
     };
   }},
  {"trace of a long chain", 30'000,
   [](std::size_t n) {
     return [events = chain(n)] {
       const trace::read::recorded_run run(events);
       static_cast<void>(trace::read::run_report(run, {}));
       static_cast<void>(trace::read::first_broken_order(run));
       static_cast<void>(trace::formats::timeline_of(run));
     };
   }},
};

double milliseconds_of(const std::function<void()>& work) {
  double best = std::numeric_limits<double>::max();
  for (int run = 0; run < 3; ++run) {
    const auto before = cpu_time(::getpid());
    work();
    best = std::min(best, std::chrono::duration<double, std::milli>(cpu_time(::getpid()) - before).count());
  }
  return best;
}

/// A search for secrets, by the readers of lines of hooks, of messages and of traces.
void hide_secrets(const std::string& line) {
  static_cast<void>(text::secret_lines().without_secrets(line));
  static_cast<void>(text::without_repeated_values(line));
  static_cast<void>(trace::redacted_summary(line));
}

std::string line_of(std::string_view beginning, std::string_view separator, std::size_t bytes) {
  std::string line;
  while (line.size() < bytes) line.append(beginning).append(separator);
  return line;
}

/// Lines of the beginnings of secrets: the line that takes the most time, and the line whose time grows most.
void measure_secret_beginnings(std::vector<figure>& figures) {
  constexpr std::size_t bytes = 65'536;
  constexpr double noise_ms = 4; // the ratio of shorter times is no figure
  struct most {
    double value = 0;
    std::string line{};
  };
  most time;
  most growth;
  for (const auto beginning : secret_beginnings())
    for (const std::string_view separator : {"", " ", "\""}) {
      const auto once = milliseconds_of([line = line_of(beginning, separator, bytes)] { hide_secrets(line); });
      const auto shown = text::json(std::string(beginning).append(separator)).dump();
      if (once > time.value) time = {once, shown};
      if (once < noise_ms) continue;
      const auto twice = milliseconds_of([line = line_of(beginning, separator, 2 * bytes)] { hide_secrets(line); });
      if (twice / once > growth.value) growth = {twice / once, shown};
    }
  figures.push_back({"secrets in a line of 64 KiB: the slowest is of " + time.line, time.value, "ms", 0, 250});
  figures.push_back({"  twice as long takes so much more, most for " + growth.line, growth.value, "times", 1, 3});
}

} // namespace

std::vector<figure> measure_growth() {
  std::vector<figure> figures;
  for (const auto& [name, count, prepare] : works) {
    const auto once = milliseconds_of(prepare(2 * count));
    const auto twice = milliseconds_of(prepare(4 * count));
    figures.push_back({fmt::format("{}: {} of them", name, 2 * count), once, "ms", 0});
    // Linear is 2, with sorting a little more; the square is 4.
    figures.push_back({"  twice as many take so much more", once > 0 ? twice / once : 1, "times", 1, 3});
  }
  measure_secret_beginnings(figures);
  return figures;
}

} // namespace bench
