#include "trace/read/open_programs.hpp"

#include "base/contains.hpp"
#include "trace/read/event_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <unordered_set>

namespace trace::read {

namespace {

constexpr std::array<event_type, 3> begins{"run_hook", "run_program", "ask_program"};
/// The answers to the requests above, and the span of a hook. Their cause is the request.
constexpr std::array<event_type, 4> ends{"hook_finished", "hook_run", "program_finished", "program_answered"};

} // namespace

bool is_begin_of_program(const event& x) {
  return base::contains(begins, x.type);
}

std::vector<const event*> open_programs(const recorded_run& run) {
  std::unordered_set<std::uint64_t> ended;
  for (const auto& x : run.events())
    if (base::contains(ends, x.type)) ended.insert(x.cause);
  std::vector<const event*> open;
  for (const auto& x : run.events())
    if (is_begin_of_program(x) && !ended.contains(x.id)) open.push_back(&x);
  return open;
}

std::string words_of_program(const event& x) {
  return x.type == "run_hook" ? fmt::format("{} for {}", words_of_hook(x), x.fact("binding")) : x.summary;
}

} // namespace trace::read
