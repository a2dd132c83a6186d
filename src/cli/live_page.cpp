#include "cli/live_page.hpp"

#include "cli/page_guard.hpp"
#include "text/json/json.hpp"
#include "trace/formats/span_text.hpp"
#include "trace/formats/timeline.hpp"
#include "trace/formats/timeline_json.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/run_blocks.hpp"
#include "trace/read/time_words.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/read/why.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace cli {

namespace {

using sys::http::http_handler;
using sys::http::reply_function;
using sys::http::server_request;
using sys::http::server_response;

constexpr int found = 200;

/// A browser asks for an icon in any case.
constexpr std::string_view icon =
  R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3f7fdc"/>)"
  R"(<path d="M3 4h6v2H3zM5 7h8v2H5zM4 10h7v2H4z" fill="#fff"/></svg>)";

server_response file(const char* type, std::string_view text) {
  return {.content_type = type, .body = std::string(text)};
}

std::optional<server_response> file_at(const std::string& path) {
  if (path == "/") return file("text/html; charset=utf-8", live_page_html);
  if (path == "/live.css") return file("text/css; charset=utf-8", live_page_style);
  if (path == "/live.js") return file("text/javascript; charset=utf-8", live_page_script);
  if (path == "/icon.svg") return file("image/svg+xml", icon);
  return std::nullopt;
}

/// Whether a page of the debug socket is shown: state without orders, and without the settings of the
/// operator.
bool is_shown(std::string_view path) {
  constexpr std::array<std::string_view, 4> whole{"/status", "/queue/list", "/hook/list", "/module/list"};
  constexpr std::array<std::string_view, 6> parts{"values", "config", "patches", "snapshots", "drift", "render"};
  const auto page = path.substr(0, path.find('.', path.rfind('/') + 1));
  if (std::ranges::find(whole, page) != whole.end()) return true;
  const auto last = page.rfind('/');
  const bool is_section = page.starts_with("/module/") || page.starts_with("/global/");
  return is_section && std::ranges::find(parts, page.substr(last + 1)) != parts.end();
}

/// The question to the debug socket in place of a request. No parameter of the page shows secrets.
server_request passed_on(const server_request& x) {
  server_request asked{.method = "GET", .path = x.path, .query = x.query};
  asked.query.erase("secrets");
  return asked;
}

server_request question_for_trace(std::map<std::string, std::string, std::less<>> query) {
  return {.method = "GET", .path = "/trace", .query = std::move(query)};
}

/// The length of the events from which answers are made, so that a large --trace-memory does not make a
/// viewer wait. The oldest events are left out.
constexpr std::size_t events_bytes_max = std::size_t{4} << 20;

trace::read::trace_file read_recent(const std::string& text) {
  const auto end_of_head = text.find('\n');
  const auto head = text.substr(0, end_of_head == std::string::npos ? text.size() : end_of_head + 1);
  if (text.size() - head.size() <= events_bytes_max) return trace::read::parse_trace(text);
  const auto begin = text.find('\n', text.size() - events_bytes_max) + 1;
  auto recent = trace::read::parse_trace(head + text.substr(begin));
  const auto left_out = text.begin() + static_cast<std::ptrdiff_t>(head.size());
  recent.before +=
    static_cast<std::uint64_t>(std::count(left_out, text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  return recent;
}

/// Makes an answer of the trace in memory.
using trace_answer = server_response (*)(trace::read::trace_file, const server_request&);

reply_function answering(const server_request& by, const reply_function& reply, trace_answer answer) {
  return [request = by, reply, answer](const server_response& x) {
    if (x.status != found) return reply(x);
    reply(answer(read_recent(sys::http::text_of(x)), request));
  };
}

std::int64_t end_of(const trace::read::trace_file& x) {
  return static_cast<std::int64_t>(x.before + x.events.size());
}

server_response timeline_answer(trace::read::trace_file x, const server_request&) {
  const auto after = end_of(x);
  const auto before = static_cast<std::int64_t>(x.before);
  auto line = trace::formats::timeline_of(trace::read::recorded_run(std::move(x.events), x.began_us));
  line.place = std::move(x.place);
  return {.content_type = "application/json",
          .body = "{\"after\":" + std::to_string(after) + ",\"before\":" + std::to_string(before)
                  + ",\"timeline\":" + trace::formats::timeline_json(line) + "}"};
}

/// Whether an event changes what the page shows. Requests to the API server do not count: the questions of
/// the page itself lead to some, and would ask for the next.
bool is_change(const trace::event& x) {
  if (x.type == trace::trace_span::http_request || x.type == trace::trace_span::object_operation) return false;
  return x.type == trace::trace_span::task || trace::read::is_request_of_queue(x)
         || !trace::formats::lane_of(x).group.empty();
}

server_response changes_answer(trace::read::trace_file x, const server_request&) {
  const auto answer =
    text::json::object({{"after", end_of(x)}, {"changed", text::json(std::ranges::any_of(x.events, is_change))}});
  return {.content_type = "application/json", .body = answer.dump()};
}

std::string argument(const server_request& x, std::string_view name) {
  const auto known = x.query.find(name);
  return known == x.query.end() ? std::string() : known->second;
}

server_response why_answer(trace::read::trace_file x, const server_request& by) {
  using about = trace::read::why_question::about;
  static const std::map<std::string, about> words{{"run", about::run},
                                                  {"release", about::release},
                                                  {"disabled", about::disabled},
                                                  {"waiting", about::waiting},
                                                  {"ready", about::not_ready}};
  constexpr int wrong = 400;
  const auto word = words.find(argument(by, "about"));
  if (word == words.end()) return sys::http::text_reply(wrong, "about is run, release, disabled, waiting or ready\n");
  const trace::read::recorded_run run(std::move(x.events), x.began_us);
  const auto text = trace::read::why(run, {.what = word->second, .name = argument(by, "name"), .revision = {}});
  if (text) return sys::http::text_reply(found, trace::read::time_words(run).head() + *text);
  return sys::http::text_reply(found, text.error().message + "\n");
}

} // namespace

http_handler live_page(http_handler ask) {
  return [ask = std::move(ask)](server_request request, const reply_function& to) {
    const reply_function reply = [to](server_response x) { to(guarded(std::move(x))); };
    if (auto refusal = page_refusal(request)) return reply(std::move(*refusal));
    if (auto page = file_at(request.path)) return reply(std::move(*page));
    if (request.path == "/timeline.json")
      return ask(question_for_trace({}), answering(request, reply, timeline_answer));
    if (request.path == "/why.txt") return ask(question_for_trace({}), answering(request, reply, why_answer));
    if (request.path == "/changes.json")
      return ask(question_for_trace({{"after", argument(request, "after")}, {"wait", "true"}}),
                 answering(request, reply, changes_answer));
    if (is_shown(request.path)) return ask(passed_on(request), reply);
    reply(sys::http::text_reply(404, "404 page not found\n"));
  };
}

} // namespace cli
