#include "trace/format_names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

TEST_CASE("each name stands once in its table, in lower case with underscores") {
  const auto check = [](const auto& names) {
    CHECK(std::adjacent_find(std::begin(names), std::end(names)) == std::end(names));
    for (const auto name : names) {
      CAPTURE(name);
      CHECK(!name.empty());
      for (const unsigned char c : name) CHECK((std::islower(c) != 0 || c == '_'));
    }
  };
  check(trace::fact_names);
  check(trace::event_types);
}

TEST_CASE("names of the table are types of events, and others are not") {
  CHECK(trace::is_event_type("task_run"));
  CHECK(trace::is_event_type(std::begin(trace::event_types)[0]));
  CHECK(trace::is_event_type(*std::prev(std::end(trace::event_types))));
  for (const auto* name : {"", "task_ru", "task_run ", "Task_run", "zzz"}) {
    CAPTURE(name);
    CHECK(!trace::is_event_type(name));
  }
}

TEST_CASE("a type that another version has written is kept as it is, and equals the same type of this version") {
  const auto same = trace::recorded_type::read("task_run");
  CHECK(same == trace::event_type("task_run"));
  CHECK(same == trace::recorded_type(trace::event_type("task_run")));
  const auto other = trace::recorded_type::read("of_tomorrow");
  CHECK(other.text() == "of_tomorrow");
  CHECK(other != trace::event_type("task_run"));
  CHECK(trace::recorded_type().text() == "");
}
