#include "sys/log/log_line.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using sys::log::log_field;
using sys::log::log_format;
using sys::log::log_level;

namespace {

std::string line(log_format format, std::initializer_list<sys::log::log_field> fields,
                 std::optional<sys::time::wall_time> time = std::nullopt) {
  return sys::log::format_log_line(
    format,
    {.time = time, .level = log_level::info, .event = "hook_finished", .fields = {fields.begin(), fields.size()}});
}

std::string text_of(std::string_view value) {
  return line(log_format::text, {{"key", value}});
}

std::string json(std::string_view value) {
  return line(log_format::json, {{"key", value}});
}

} // namespace

TEST_CASE("a text line has time, level, event and fields in their order") {
  const sys::time::wall_time time(1795264862s + 123ms);
  CHECK(line(log_format::text, {{"module", "ingress"}, {"seconds", 0.123}, {"tries", 3}, {"ok", true}}, time)
        == "2026-11-21T12:41:02.123Z INFO hook_finished module=ingress seconds=0.123 tries=3 ok=true\n");
}

TEST_CASE("a JSON line has the same as members") {
  const sys::time::wall_time time(1795264862s);
  CHECK(line(log_format::json, {{"module", "ingress"}, {"seconds", 0.5}, {"tries", -3}, {"ok", false}}, time)
        == R"({"time":"2026-11-21T12:41:02.000Z","level":"info","event":"hook_finished",)"
           R"("module":"ingress","seconds":0.5,"tries":-3,"ok":false})"
           "\n");
}

TEST_CASE("the time can be left out") {
  CHECK(line(log_format::text, {}) == "INFO hook_finished\n");
  CHECK(line(log_format::json, {}) == "{\"level\":\"info\",\"event\":\"hook_finished\"}\n");
}

TEST_CASE("text values are quoted only if they need it") {
  CHECK(text_of("plain-1.2/x:y") == "INFO hook_finished key=plain-1.2/x:y\n");
  CHECK(text_of("two words") == "INFO hook_finished key=\"two words\"\n");
  CHECK(text_of("a=b") == "INFO hook_finished key=\"a=b\"\n");
  CHECK(text_of("say \"x\"") == "INFO hook_finished key=\"say \\\"x\\\"\"\n");
}

TEST_CASE("no key breaks a line, or looks like another field") {
  CHECK(line(log_format::text, {{"hook_a\nERROR operator_stopped x", "1"}})
        == "INFO hook_finished \"hook_a\\nERROR operator_stopped x\"=1\n");
  CHECK(line(log_format::text, {{"hook_a=b c", "1"}}) == "INFO hook_finished \"hook_a=b c\"=1\n");
}

TEST_CASE("no value breaks a line") {
  CHECK(text_of("one\ntwo\r\t\x01") == "INFO hook_finished key=\"one\\ntwo\\r\\t\\u0001\"\n");
  CHECK(json("one\ntwo") == "{\"level\":\"info\",\"event\":\"hook_finished\",\"key\":\"one\\ntwo\"}\n");
}

TEST_CASE("no value moves what stands around it, or hides") {
  const std::string strange = "\x1B[2J\xC2\x9B\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\xA8\xE2\x80\x8B\xF3\xA0\x80\x81";
  CHECK(text_of(strange) == "INFO hook_finished key=\"\\u001b[2J\\u009b\\u202e\\u2066\\u2028\\u200b\\U000e0001\"\n");
  CHECK(text_of("a\xFF\"b") == "INFO hook_finished key=\"a\\xff\\\"b\"\n");
  CHECK(json(strange)
        == "{\"level\":\"info\",\"event\":\"hook_finished\",\"key\":\"\\u001b[2J\\u009b\\u202e\\u2066\\u2028\\u200b"
           "\\udb40\\udc01\"}\n");
  CHECK(line(log_format::text, {{"\xE2\x80\xAEk", "1"}}) == "INFO hook_finished \"\\u202ek\"=1\n");
}

TEST_CASE("bytes that are not UTF-8 are replaced, what is UTF-8 stays") {
  const auto value = [](std::string_view bytes) {
    const std::string head = R"({"level":"info","event":"hook_finished","key":")";
    auto rest = json(bytes).substr(head.size());
    return rest.substr(0, rest.size() - 3);
  };
  const std::string two_to_four_bytes = "\xC3\xBC \xE2\x82\xAC \xF0\x9F\x9A\x80";
  CHECK(value(two_to_four_bytes) == two_to_four_bytes);
  CHECK(value("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(value("\xC3") == "\xEF\xBF\xBD");                                 // cut off
  CHECK(value("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // too long a form
  CHECK(value("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // half of a surrogate pair
}

TEST_CASE("numbers keep their kind, and what JSON has no word for is null") {
  CHECK(line(log_format::text, {{"n", std::numeric_limits<std::uint64_t>::max()}})
        == "INFO hook_finished n=18446744073709551615\n");
  CHECK(line(log_format::text, {{"n", std::numeric_limits<std::int64_t>::min()}})
        == "INFO hook_finished n=-9223372036854775808\n");
  CHECK(line(log_format::text, {{"n", std::numeric_limits<double>::infinity()}}) == "INFO hook_finished n=null\n");
}

TEST_CASE("a key without a value is left out") {
  CHECK(line(log_format::text, {{"reason", ""}, {"tries", 0}}) == "INFO hook_finished tries=0\n");
  CHECK(line(log_format::json, {{"reason", ""}, {"ok", false}})
        == "{\"level\":\"info\",\"event\":\"hook_finished\",\"ok\":false}\n");
}

TEST_CASE("a number has no exponent") {
  const auto number = [](double x) { return line(log_format::text, {{"n", x}}); };
  CHECK(number(8.2e-05) == "INFO hook_finished n=0.000082\n");
  CHECK(number(12345678.5) == "INFO hook_finished n=12345678.5\n");
  CHECK(number(4e9) == "INFO hook_finished n=4000000000\n");
  CHECK(number(1e-12) == "INFO hook_finished n=0\n");
  CHECK(number(-0.00005) == "INFO hook_finished n=-0.00005\n");
}

TEST_CASE("a duration is logged in seconds") {
  CHECK(line(log_format::text, {{"seconds", 1500ms}}) == "INFO hook_finished seconds=1.5\n");
}

TEST_CASE("levels and formats are found by their names") {
  CHECK(sys::log::parse_log_level("error") == log_level::error);
  CHECK(sys::log::parse_log_level("warn") == log_level::warning);
  CHECK(sys::log::parse_log_level("warning") == log_level::warning);
  CHECK(sys::log::parse_log_level("debug") == log_level::debug);
  CHECK(sys::log::parse_log_level("WARN") == log_level::warning);
  CHECK(sys::log::parse_log_level("Fatal") == log_level::error);
  CHECK(sys::log::parse_log_level("trace") == log_level::debug);
  CHECK_FALSE(sys::log::parse_log_level("loud"));
  CHECK(sys::log::parse_log_format("json") == log_format::json);
  CHECK(sys::log::parse_log_format("text") == log_format::text);
  CHECK(sys::log::parse_log_format("JSON") == log_format::json);
  CHECK(sys::log::parse_log_format("color") == log_format::text);
  CHECK_FALSE(sys::log::parse_log_format("xml"));
}

TEST_CASE("a line has less than 16 KiB, whatever its values are, and says how much is missing") {
  const std::string letters(100'000, 'x');
  const std::string controls(100'000, '\x01');
  for (const auto format : {sys::log::log_format::text, sys::log::log_format::json})
    for (const auto& value : {letters, controls, std::string(50'000, '"')}) {
      std::vector<sys::log::log_field> fields;
      for (int i = 0; i < 50; ++i) fields.push_back({"key", value});
      const auto line = sys::log::format_log_line(format, {.event = "hook_failed", .fields = fields});
      CHECK(line.size() < 16'384);
      CHECK(line.find(" bytes more)\"") != std::string::npos);
      CHECK(line.ends_with(format == sys::log::log_format::json ? "\"}\n" : "\"\n"));
      const std::vector<sys::log::log_field> strange{{value, "a"}};
      CHECK(sys::log::format_log_line(format, {.event = "hook_log", .fields = strange}).size() < 16'384);
    }
}

TEST_CASE("a temporary text stays with its field when the expression ends that has made it") {
  std::vector<log_field> fields;
  fields.emplace_back("made", std::string(40, 'x'));
  fields.emplace_back("rows", std::string("a\n") + std::string(40, 'y'));
  fields.reserve(fields.capacity() + 1);
  CHECK_EQ(fields[0].text(), std::string(40, 'x'));
  CHECK_EQ(fields[1].text(), "a\n" + std::string(40, 'y'));
  CHECK_EQ(log_field("number", 1).text(), std::nullopt);
}

TEST_CASE("a field behind a long one is there") {
  const std::string long_text(20'000, 'x');
  const std::vector<sys::log::log_field> with_long{{"output", long_text}, {"error", "short"}};
  CHECK(sys::log::format_log_line(sys::log::log_format::text, {.event = "e", .fields = with_long})
          .ends_with(" error=short\n"));
}

TEST_CASE("on a terminal the level has a colour, and values with line breaks have a row for each line") {
  const std::vector<sys::log::log_field> fields{
    {"error", "exit status 1\nTraceback:\n  File \"a.py\"\033[2J\n"}, {"hook", "a.py"}, {"output", "x\ny"}};
  const sys::log::log_record record{.level = log_level::warning, .event = "hook_failed", .fields = fields};
  CHECK(sys::log::format_log_line(log_format::text, record, {.has_colours = true, .breaks_lines = true})
        == "\033[33mWARN\033[0m hook_failed hook=a.py\n"
           "  error:\n    exit status 1\n    Traceback:\n      File \"a.py\"\\u001b[2J\n"
           "  output:\n    x\n    y\n");
  const auto plain = sys::log::format_log_line(log_format::text, record);
  CHECK_MESSAGE(plain.find('\n') + 1 == plain.size(), plain);
  CHECK_MESSAGE(sys::log::format_log_line(log_format::json, record, {.has_colours = true, .breaks_lines = true})
                  == sys::log::format_log_line(log_format::json, record),
                "the look is that of text");
}

TEST_CASE("a line on a terminal has less than 16 KiB, too") {
  for (const std::string& row : {std::string("x\n"), std::string("\x01"), std::string("\n")}) {
    std::string value = "\n";
    while (value.size() < 100'000) value += row;
    value += "end";
    const std::vector<sys::log::log_field> fields(20, {"error", value});
    const auto line = sys::log::format_log_line(log_format::text, {.event = "hook_failed", .fields = fields},
                                                {.has_colours = true, .breaks_lines = true});
    CHECK(line.size() < 16'384);
    CHECK(line.find(" bytes more)") != std::string::npos);
  }
}
