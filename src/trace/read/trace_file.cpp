#include "trace/read/trace_file.hpp"

#include "text/json/json_text.hpp"
#include "text/plain/printable.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace trace::read {

namespace {

base::result<std::int64_t> required_int(const text::json& x, std::string_view key) {
  const auto* member = x.find(key);
  auto number = member ? member->as_int() : std::nullopt;
  if (!number) return base::fail(base::error_code::invalid_input, "'" + std::string(key) + "' must be an integer");
  return *number;
}

std::int64_t int_or(const text::json& x, std::string_view key, std::int64_t other) {
  const auto* member = x.find(key);
  return (member ? member->as_int() : std::nullopt).value_or(other);
}

/// The text of an integer, without an allocation.
class digits {
public:
  template <class Integer>
  explicit digits(Integer value) {
    size_ =
      static_cast<std::size_t>(std::to_chars(text_.data(), text_.data() + text_.size(), value).ptr - text_.data());
  }
  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

private:
  std::array<char, 24> text_{};
  std::size_t size_ = 0;
};

template <class Integer>
void member(text::json_text& line, std::string_view key, Integer value) {
  line.key(key);
  line.raw(digits(value).text());
}

void append_changes(text::json_text& line, const std::vector<base::value_change>& changes) {
  line.key("changes");
  line.open('[');
  for (const auto& x : changes) {
    line.open('{');
    if (!x.effective) {
      line.key("effective");
      line.raw("false");
    }
    if (x.before) line.member("from", *x.before);
    line.member("key", x.key);
    if (x.after) line.member("to", *x.after);
    line.close('}');
  }
  line.close(']');
}

std::vector<base::value_change> changes_of(const text::json& x) {
  std::vector<base::value_change> changes;
  const auto* list = x.find("changes");
  if (list == nullptr || !list->is_array()) return changes;
  for (const auto& item : list->as_array()) {
    const auto* effective = item.find("effective");
    changes.push_back({item.string_at("key").value_or(""), item.string_at("from"), item.string_at("to"),
                       effective == nullptr || !effective->is_bool() || effective->as_bool()});
  }
  return changes;
}

trace_facts facts_of(const text::json& x) {
  trace_facts facts;
  const auto* about = x.find("about");
  if (about == nullptr || !about->is_object()) return facts;
  for (const auto& [name, text] : about->as_object())
    if (text.is_string()) facts.push_back(fact::named(name, text.as_string()));
  return facts;
}

std::vector<std::uint64_t> ids_of(const text::json* x) {
  std::vector<std::uint64_t> ids;
  if (x == nullptr || !x->is_array()) return ids;
  for (const auto& id : x->as_array())
    if (const auto number = id.as_int()) ids.push_back(static_cast<std::uint64_t>(*number));
  return ids;
}

constexpr std::string_view schema_name = "addon-operator trace";

} // namespace

void append_trace_line(std::string& out, const event& x) {
  // Written without a tree of JSON, because the operator writes a line for each message.
  text::json_text line(std::move(out));
  line.open('{');
  if (!x.facts.empty()) {
    line.key("about");
    line.open('{');
    for (const auto& [name, text] : x.facts) line.member(name, text);
    line.close('}');
  }
  if (!x.also.empty()) {
    line.key("also");
    line.open('[');
    for (const auto id : x.also) line.raw(digits(id).text());
    line.close(']');
  }
  if (x.cause != 0) member(line, "cause", x.cause);
  if (!x.changes.empty()) append_changes(line, x.changes);
  if (x.duration_us >= 0) member(line, "duration_us", x.duration_us);
  member(line, "id", x.id);
  line.member("receiver", x.receiver);
  line.member("sender", x.sender);
  if (x.step != 0) member(line, "step", x.step);
  line.member("summary", x.summary);
  member(line, "time_us", x.time_us);
  line.member("type", x.type.text());
  line.close('}');
  out = line.take();
  out += '\n';
}

base::result<event> parse_trace_line(std::string_view line) {
  auto object = text::parse_json(line);
  if (!object) return tl::unexpected(object.error());
  auto id = required_int(*object, "id");
  if (!id) return tl::unexpected(id.error());
  auto time_us = required_int(*object, "time_us");
  if (!time_us) return tl::unexpected(time_us.error());
  auto type = object->string_at("type");
  if (!type) return base::fail(base::error_code::invalid_input, "'type' must be a string");
  event x;
  x.id = static_cast<std::uint64_t>(*id);
  x.cause = static_cast<std::uint64_t>(int_or(*object, "cause", 0));
  x.time_us = *time_us;
  x.sender = object->string_at("sender").value_or("");
  x.receiver = object->string_at("receiver").value_or("");
  x.type = recorded_type::read(std::move(*type));
  x.summary = object->string_at("summary").value_or("");
  x.step = static_cast<int>(int_or(*object, "step", 0));
  x.duration_us = int_or(*object, "duration_us", -1);
  x.also = ids_of(object->find("also"));
  x.facts = facts_of(*object);
  x.changes = changes_of(*object);
  return x;
}

std::string trace_header(std::uint64_t before, std::optional<std::int64_t> began_us, const run_place& place) {
  auto head = text::json::object({{"schema", std::string(schema_name)}, {"version", trace_version}});
  if (began_us) head = head.with("began_us", *began_us);
  if (before > 0) head = head.with("before", static_cast<std::int64_t>(before));
  if (!place.cluster.empty()) head = head.with("cluster", place.cluster);
  if (!place.program.empty()) head = head.with("program", place.program);
  return head.dump() + "\n";
}

namespace {

/// The event with safe texts. Texts come from hooks, values and edits, so they are untrusted: their control
/// characters must not reach the terminal of a reader. Causes that are later than the event are dropped,
/// because a circle of causes would never end.
event for_a_reader(event x) {
  auto type = x.type.text();
  for (auto* text : {&x.sender, &x.receiver, &type, &x.summary}) text::make_printable(*text);
  x.type = recorded_type::read(std::move(type));
  for (auto& [name, text] : x.facts) text::make_printable(text);
  for (auto& change : x.changes) {
    text::make_printable(change.key);
    if (change.before) text::make_printable(*change.before);
    if (change.after) text::make_printable(*change.after);
  }
  if (x.cause >= x.id) x.cause = 0;
  std::erase_if(x.also, [&x](std::uint64_t cause) { return cause >= x.id; });
  return x;
}

/// Takes a line for the head of a file.
/// @returns false if it is no head.
bool read_head(std::string_view line, trace_file& file) {
  if (line.find(schema_name) == std::string_view::npos) return false;
  const auto head = text::parse_json(line);
  if (!head || head->string_at("schema") != schema_name) return false;
  file.version = static_cast<int>(int_or(*head, "version", 0));
  file.before = static_cast<std::uint64_t>(std::max<std::int64_t>(int_or(*head, "before", 0), 0));
  if (const auto* began = head->find("began_us")) file.began_us = began->as_int();
  file.place = {head->string_at("program").value_or(""), head->string_at("cluster").value_or("")};
  for (auto* text : {&file.place.program, &file.place.cluster}) text::make_printable(*text);
  return true;
}

} // namespace

namespace {

/// The message without its line number, which is always 1, because the parser sees a single line.
std::string without_line(std::string message) {
  constexpr std::string_view words = " at line 1, column ";
  if (const auto at = message.find(words); at != message.npos) message.replace(at, words.size(), " at column ");
  return message;
}

} // namespace

bool begins_trace(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  trace_file file;
  return read_head(line, file) || parse_trace_line(line);
}

void take_trace_line(trace_file& to, std::size_t number, std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  if (number == 1 && read_head(line, to)) return;
  if (to.has_other_run) return;
  auto event = parse_trace_line(line);
  // A later head belongs to a file that was appended to this file.
  trace_file other;
  if (!event && read_head(line, other)) {
    to.begins_anew = true;
    return;
  }
  // Each simulated day counts its ids from 1. Without this check, events of a later day would count as causes
  // in the previous day.
  if (event && std::exchange(to.begins_anew, false) && !to.events.empty() && event->id <= to.events.back().id) {
    to.has_other_run = true;
    return;
  }
  // Only the last line can be cut off by a kill. If a good line follows, or an earlier line is bad, the file
  // is damaged.
  to.is_cut_off = !event && to.bad_lines.empty();
  if (event)
    to.events.push_back(for_a_reader(std::move(*event)));
  else
    to.bad_lines.push_back(
      {event.error().code, "line " + std::to_string(number) + ": " + without_line(event.error().message)});
}

trace_file parse_trace(std::string_view text) {
  trace_file file;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    take_trace_line(file, number, line);
  }
  return file;
}

} // namespace trace::read
