#include "trace/formats/perfetto.hpp"

#include "text/json/json.hpp"
#include "trace/formats/small_run.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::formats::small_run;

TEST_CASE("a file for Perfetto has a slice for each span, and a flow from each cause") {
  const auto data = text::parse_json(trace::formats::perfetto_trace(small_run()));
  REQUIRE(data);
  std::string text;
  for (const auto& x : data->find("traceEvents")->as_array()) {
    const auto phase = *x.string_at("ph");
    const auto number = [&](const char* key) { return std::to_string(x.find(key)->as_int().value_or(-1)); };
    if (phase == "M" && *x.string_at("name") == "thread_name")
      text += number("pid") + "/" + number("tid") + " is " + *x.find("args")->string_at("name") + "\n";
    if (phase == "X")
      text += number("pid") + "/" + number("tid") + " +" + number("ts") + " " + number("dur") + " "
              + *x.string_at("name") + ": " + *x.find("args")->string_at("result") + "\n";
    if (phase == "s") text += "flow " + number("id") + " from +" + number("ts");
    if (phase == "f") text += " to " + number("pid") + "/" + number("tid") + " +" + number("ts") + "\n";
    CHECK((phase == "M" || phase == "X" || phase == "s" || phase == "f"));
  }
  CHECK(text.find("1/1 is values\n1/2 is objects\n2/3 is main\n3/4 is web\n4/5 is requests\n") != std::string::npos);
  CHECK(text.find("3/4 +2100 100 upgrade web: failed\n") != std::string::npos);
  CHECK_MESSAGE(text.find("1/2 +0 1 Added Pod p</script>: event\n") != std::string::npos,
                "a flow needs a slice to end in");
  CHECK(text.find("flow 1 from +0 to 2/3 +1000\n") != std::string::npos);
}

TEST_CASE("a timeline without spans is a file without slices") {
  const auto data = text::parse_json(trace::formats::perfetto_trace({}));
  REQUIRE(data);
  REQUIRE(data->find("traceEvents") != nullptr);
  for (const auto& x : data->find("traceEvents")->as_array()) CHECK(x.string_at("ph") == "M");
}
