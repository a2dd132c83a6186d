#include "cli/watching.hpp"

#include "cli/debug_question.hpp"
#include "sys/log/screen.hpp"
#include "sys/time/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace cli {

namespace {

constexpr int interrupted = 130;
constexpr const char* clear_screen = "\033[2J";
constexpr const char* to_first_row = "\033[H";
constexpr const char* clear_row = "\033[K";
constexpr const char* clear_below = "\033[J";

/// The first lines of a text, written over the present content of the terminal. Each row is cleared
/// separately, because a blank screen in between would flicker.
std::string on_terminal(std::string_view text, std::size_t rows) {
  std::string out = to_first_row;
  std::size_t shown = 0;
  // Two rows stay free: a row for the number of further lines, and a row for the cursor.
  while (!text.empty() && shown + 2 < rows) {
    const auto end = std::min(text.find('\n'), text.size());
    out += std::string(text.substr(0, end)) + clear_row + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
    ++shown;
  }
  const auto left = std::count(text.begin(), text.end(), '\n');
  if (left > 0) out += fmt::format("({} more lines){}\n", left, clear_row);
  return out + clear_below;
}

/// The lines before an answer: time and interval for text, the document separator for YAML, and none for
/// JSON, which programs read.
std::string heading(const debug_command& x, const watching_place& place) {
  if (x.page.ends_with(".json")) return {};
  if (x.page.ends_with(".yaml")) return "---\n";
  return fmt::format("{}, every {} s, Ctrl-C ends it\n\n", place.time(),
                     std::chrono::duration<double>(*x.watch).count());
}

} // namespace

exit_with watch(const debug_command& x, const watching_place& place) {
  for (bool is_first = true;; is_first = false) {
    const auto answer = ask(x);
    // The usual message asks whether an operator runs here, but it ran a moment ago.
    if (answer.end == debug_end::not_reached && !is_first)
      return {1, "addon-operator: the operator has gone: nobody answers on " + x.socket + " any more\n"};
    if (answer.end == debug_end::not_reached || answer.end == debug_end::refused) return answer.shown;
    const auto text = heading(x, place) + answer.shown.text;
    const auto* gap = x.page.ends_with(".text") ? "\n" : "";
    if (!place.show(place.rows ? on_terminal(text, *place.rows) : text + gap)) return {};
    if (!place.wait(*x.watch)) return {};
  }
}

exit_with watch_on_stdout(const debug_command& x) {
  sys::log::exit_on_interrupt(interrupted);
  watching_place place;
  if (x.page.ends_with(".text")) place.rows = sys::log::rows_of_stdout();
  if (place.rows) std::fputs(clear_screen, stdout);
  place.show = [](const std::string& text) {
    return std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  };
  place.wait = sys::log::wait_while_stdout_is_read;
  place.time = [] { return sys::time::rfc3339(sys::time::now(), sys::time::time_precision::seconds); };
  return watch(x, place);
}

} // namespace cli
