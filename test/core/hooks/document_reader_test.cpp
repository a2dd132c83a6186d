#include "core/hooks/document_reader.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

using core::hooks::document_errors;
using core::hooks::document_reader;

namespace {

/// The errors after reading the text.
std::string errors_of(const char* text, const std::function<void(document_reader&)>& read, const char* path = "",
                      document_reader::values show = document_reader::values::shown) {
  const auto value = text::parse_json(text).value();
  document_errors errors;
  document_reader reader(value, path, errors, show);
  read(reader);
  return errors.text();
}

} // namespace

TEST_CASE("members are read by their type, and absent ones have their default") {
  CHECK(errors_of(R"({"s":"x","e":"","b":false,"i":7,"n":1.5,"l":["a","b"],"o":{"k":1},"z":null})",
                  [](document_reader& x) {
                    CHECK(x.has("s"));
                    CHECK(!x.has("none"));
                    CHECK(x.string_or("s", "d") == "x");
                    CHECK(x.string_or("none", "d") == "d");
                    CHECK(x.string_or("e", "d") == "");
                    CHECK(x.filled_string_or("e", "d") == "d");
                    CHECK(x.required_string("s") == "x");
                    CHECK(x.bool_or("b", true) == false);
                    CHECK(x.bool_or("none", true) == true);
                    CHECK(x.integer("i") == 7);
                    CHECK(!x.integer("none"));
                    CHECK(x.number("n") == 1.5);
                    CHECK(x.strings("l") == std::vector<std::string>{"a", "b"});
                    CHECK(x.strings("none").empty());
                    CHECK(x.object("o")->integer("k") == 1);
                    CHECK(!x.object("none"));
                  })
        == "");
}

TEST_CASE("a member of another type is an error with its path and its value, and reading goes on") {
  struct row {
    std::function<void(document_reader&)> read;
    const char* error;
  };
  const auto* text = R"({"s":1,"b":"yes","i":1.5,"l":["a",2],"o":[],"e":""})";
  for (const auto& r : {
         row{[](auto& x) { CHECK(x.string_or("s", "d") == "d"); }, "at.s: expected a string, got 1"},
         row{[](auto& x) { CHECK(x.bool_or("b", true)); }, "at.b: expected true or false, got \"yes\""},
         row{[](auto& x) { CHECK(!x.integer("i")); }, "at.i: expected an integer, got 1.5"},
         row{[](auto& x) { CHECK(x.strings("l").size() == 1); }, "at.l[1]: expected a string, got 2"},
         row{[](auto& x) { CHECK(x.required_string("none") == ""); }, "at.none: is required"},
         row{[](auto& x) { CHECK(x.required_string("e") == ""); }, "at.e: must not be empty"},
         row{[](auto& x) { CHECK(x.object("o").has_value()); }, "at.o: expected an object, got a list"},
         row{[](auto& x) { CHECK(x.objects("o", core::hooks::empty_list::refused).empty()); },
             "at.o: must have at least one item"},
       }) {
    CAPTURE(r.error);
    CHECK(errors_of(text, r.read, "at") == r.error);
  }
}

TEST_CASE("where values are hidden an error names their kind alone") {
  CHECK(errors_of(R"({"s":{"password":1}})", [](auto& x) { static_cast<void>(x.string_or("s", "")); }, "",
                  document_reader::values::hidden)
        == "s: expected a string, got an object");
}

TEST_CASE("a member that was not read is unknown, with the near name") {
  CHECK(errors_of(R"({"queue":"a","quue":"b","z":1})",
                  [](auto& x) {
                    static_cast<void>(x.string_or("queue", ""));
                    x.refuse_others();
                  })
        == "quue: unknown field; did you mean queue?; z: unknown field");
  CHECK(errors_of("[]", [](auto& x) { x.refuse_others(); }) == "expected an object, got a list");
}

TEST_CASE("a list of objects is bounded") {
  const auto list = [](std::size_t count) {
    std::string text = "{\"l\":[";
    for (std::size_t i = 0; i < count; ++i) text += i == 0 ? "{}" : ",{}";
    return text + "]}";
  };
  CHECK(errors_of(list(core::hooks::objects_max).c_str(),
                  [](auto& x) { CHECK(x.objects("l").size() == core::hooks::objects_max); })
        == "");
  CHECK(errors_of(list(core::hooks::objects_max + 1).c_str(), [](auto& x) { CHECK(x.objects("l").empty()); })
        == "l: has 501 items, 500 are allowed");
}

TEST_CASE("of very many errors the first are told") {
  document_errors errors;
  for (int i = 0; i < 10'000; ++i) errors.add("path", "problem");
  CHECK(errors.is_full());
  CHECK(errors.text().size() < 10'000);
  CHECK(errors.text().ends_with("; and more"));
  document_errors none;
  CHECK(none.empty());
  CHECK(!none.is_full());
}

TEST_CASE("a value is shown as JSON, and a long one is cut") {
  CHECK(core::hooks::shown(text::parse_json(R"({"a":[1]})").value()) == R"({"a":[1]})");
  const auto cut = core::hooks::shown(text::json(std::string(1'000'000, 'x')));
  CHECK(cut.size() < 70);
  CHECK(cut.ends_with("…"));
}
