#include "core/hooks/json_log_line.hpp"

#include <doctest/doctest.h>

#include <string>

using fields = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("a JSON object is a record of the log: level, message, and the rest by name") {
  const auto x =
    core::hooks::parse_hook_log_line(R"({"level":"error","msg":"no","time":"now","pod":"a","count":2,"list":[1]})");
  REQUIRE(x);
  CHECK(x->level == "error");
  CHECK(x->message == "no");
  CHECK(x->fields == fields{{"hook_count", "2"}, {"hook_list", "[1]"}, {"hook_pod", "a"}, {"hook_time", "now"}});
}

TEST_CASE("a message that is no text is kept as JSON") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {R"({"msg":42})", "42"}, {R"({"msg":{"pods":3}})", R"({"pods":3})"}, {R"({"msg":["a",true]})", R"(["a",true])"}};
  for (const auto& [line, message] : cases) {
    CAPTURE(line);
    const auto x = core::hooks::parse_hook_log_line(line);
    REQUIRE(x);
    CHECK(x->message == message);
    CHECK(x->fields.empty());
  }
}

TEST_CASE("levels that end a program are errors, and a level that is no text is a field") {
  CHECK(core::hooks::parse_hook_log_line(R"({"level":"fatal"})")->level == "error");
  CHECK(core::hooks::parse_hook_log_line(R"({"level":"panic"})")->level == "error");
  const auto x = core::hooks::parse_hook_log_line(R"({"level":30,"msg":"a"})");
  REQUIRE(x);
  CHECK(x->level == "info");
  CHECK(x->fields == fields{{"hook_level", "30"}});
}

TEST_CASE("a record without level and message has those of a result") {
  const auto x = core::hooks::parse_hook_log_line("{}");
  REQUIRE(x);
  CHECK(x->level == "info");
  CHECK(x->message == "hook result");
  CHECK(x->fields.empty());
}

TEST_CASE("what is no JSON object is text") {
  for (const char* line : {"hello", "[1]", "1", "\"x\"", "{\"a\":", ""})
    CHECK_FALSE_MESSAGE(core::hooks::parse_hook_log_line(line), line);
}

TEST_CASE("a long record is cut") {
  const auto line = R"({"msg":"big","data":")" + std::string(core::hooks::log_line_max, 'x') + R"("})";
  const auto x = core::hooks::parse_hook_log_line(line);
  REQUIRE(x);
  CHECK(x->message == "big");
  CHECK(x->fields == fields{{"hook_truncated", line.substr(0, core::hooks::log_line_max)}});
}

TEST_CASE("a record has no secrets: by the name of a member, in a text, and by a name beside a value") {
  const auto x = core::hooks::parse_hook_log_line(
    R"({"msg":"login with password=x1","db_password":"x2","url":"https://me:x3@h/","spec":{"token":"x4"},)"
    R"("name":"API_TOKEN","value":"x5","pod":"a"})");
  REQUIRE(x);
  CHECK(x->message == "login with password=<redacted>");
  CHECK(x->fields
        == fields{{"hook_db_password", "<redacted>"},
                  {"hook_name", "API_TOKEN"},
                  {"hook_pod", "a"},
                  {"hook_spec", R"({"token":<redacted>})"},
                  {"hook_url", "https://me:<redacted>@h/"},
                  {"hook_value", "<redacted>"}});
  const auto cut = core::hooks::parse_hook_log_line(R"({"password":"x1","a":")" + std::string(10'000, 'x') + "\"}");
  REQUIRE(cut);
  REQUIRE(cut->fields.size() == 1);
  CHECK(cut->fields[0].second.find("x1") == std::string::npos);
}
