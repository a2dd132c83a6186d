#include "core/trace/trace_file.hpp"

#include "core/text/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace core {

namespace {

result<std::int64_t> required_int(const json& x, std::string_view key) {
  const auto* member = x.find(key);
  auto number = member ? member->as_int() : std::nullopt;
  if (!number) return fail(error_code::invalid_input, "'" + std::string(key) + "' must be an integer");
  return *number;
}

std::int64_t int_or(const json& x, std::string_view key, std::int64_t other) {
  const auto* member = x.find(key);
  return (member ? member->as_int() : std::nullopt).value_or(other);
}

template <class Integer>
void member(json_text& line, std::string_view key, Integer value) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  line.key(key);
  line.raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

} // namespace

void append_trace_line(std::string& out, const trace_event& x) {
  // Without a tree: the operator writes a line for each message that is handled.
  json_text line(std::move(out));
  line.open('{');
  if (x.cause != 0) member(line, "cause", x.cause);
  if (x.duration_us >= 0) member(line, "duration_us", x.duration_us);
  member(line, "id", x.id);
  line.member("receiver", x.receiver);
  line.member("sender", x.sender);
  if (x.step != 0) member(line, "step", x.step);
  line.member("summary", x.summary);
  member(line, "time_us", x.time_us);
  line.member("type", x.type);
  line.close('}');
  out = line.take();
  out += '\n';
}

result<trace_event> parse_trace_line(std::string_view line) {
  auto object = parse_json(line);
  if (!object) return tl::unexpected(object.error());
  auto id = required_int(*object, "id");
  if (!id) return tl::unexpected(id.error());
  auto time_us = required_int(*object, "time_us");
  if (!time_us) return tl::unexpected(time_us.error());
  auto type = object->string_at("type");
  if (!type) return fail(error_code::invalid_input, "'type' must be a string");
  trace_event x;
  x.id = static_cast<std::uint64_t>(*id);
  x.cause = static_cast<std::uint64_t>(int_or(*object, "cause", 0));
  x.time_us = *time_us;
  x.sender = object->string_at("sender").value_or("");
  x.receiver = object->string_at("receiver").value_or("");
  x.type = std::move(*type);
  x.summary = object->string_at("summary").value_or("");
  x.step = static_cast<int>(int_or(*object, "step", 0));
  x.duration_us = int_or(*object, "duration_us", -1);
  return x;
}

trace_file parse_trace(std::string_view text) {
  trace_file file;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (auto event = parse_trace_line(line))
      file.events.push_back(std::move(*event));
    else
      file.bad_lines.push_back({event.error().code, "line " + std::to_string(number) + ": " + event.error().message});
  }
  return file;
}

} // namespace core
