#include "core/bindings/jq_message.hpp"

#include <doctest/doctest.h>

#include <string>

using core::bindings::jq_message_without_content;

TEST_CASE("of jq's own messages only the values go") {
  struct row {
    const char* message;
    const char* shown;
  };
  for (const auto& [message, shown] : {
         row{R"(string ("hunter2") cannot be parsed as a number)", "string (…) cannot be parsed as a number"},
         row{R"(string ("hunter2...) and number (1) cannot be added)", "string (…) and number (…) cannot be added"},
         row{"null (null) has no keys", "null (null) has no keys"},
         row{"Cannot iterate over string (\"hunter2\")", "Cannot iterate over string (…)"},
         row{"Cannot index number with \"port\"", "Cannot index number with \"port\""},
         row{"Invalid numeric literal at EOF at line 1, column 7 (while parsing 'hunter2')",
             "Invalid numeric literal at EOF at line 1, column 7 (…)"},
         row{"no port is given", "no port is given"},
       })
    CHECK(jq_message_without_content(message, ".spec.port // error(\"no port is given\")") == std::string(shown));
}

TEST_CASE("a message with a word that may be content is not repeated") {
  for (const char* message : {"hunter2", "Cannot index string with \"hunter2\"", "no port: hunter2",
                              R"(string ("a) hunter2) cannot be added)", R"(date "hunter2" does not match format "%Y")",
                              "hunter2 (at offset 0) is not a valid regex: x", R"({"p":"q"})", "48213977", "пароль",
                              "line 48213977123", "*!$"}) {
    CAPTURE(message);
    CHECK_FALSE(jq_message_without_content(message, ".spec.port // error(\"no port is given\")"));
  }
}

TEST_CASE("words of a program that may have content in it do not count") {
  CHECK(jq_message_without_content("hunter2", "error(\"hunter2\")"));
  CHECK_FALSE(jq_message_without_content("hunter2", ""));
}
