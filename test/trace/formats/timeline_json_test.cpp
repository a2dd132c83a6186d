#include "trace/formats/timeline_json.hpp"

#include "text/json/json.hpp"
#include "trace/formats/small_run.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::formats::small_run;

TEST_CASE("the data of the page can stand in a script element") {
  const auto text = trace::formats::timeline_json(small_run());
  CHECK(text.find('<') == std::string::npos);
  const auto data = text::parse_json(text);
  REQUIRE(data);
  CHECK(data->find("lanes")->dump()
        == R"([["Causes","values",1],["Causes","objects",1],["Queues","main",1],)"
           R"(["Modules","web",1],["API","requests",1]])");
  CHECK(data->find("spans")->as_array().at(1).dump() == "[2,0,1000,700,0,2,3,0,[0]]");
  CHECK(data->find("texts")->as_array().at(0).as_string() == "Added Pod p</script>");
}

TEST_CASE("a text stands once, and empty lists are 0") {
  trace::formats::timeline line;
  line.begin_us = 10;
  line.run_begin_us = 5;
  line.end_us = 30;
  line.partial_from_us = 20;
  line.lanes = {{.group = "Queues", .name = "main", .rows = 1}};
  line.spans = {{.lane = 0, .time_us = 12, .duration_us = 3, .label = "a", .text = "b", .details = {"a", "c"}},
                {.lane = 0, .time_us = 20, .duration_us = 0, .label = "a", .text = "a", .causes = {0}}};
  const auto data = text::parse_json(trace::formats::timeline_json(line)).value();
  CHECK(data.find("texts")->dump() == R"(["a","b","c"])");
  const auto result = std::to_string(static_cast<int>(line.spans[0].result));
  CHECK(data.find("spans")->dump() == "[[0,0,2,3," + result + ",0,1,[0,2],0],[0,0,10,0," + result + ",0,0,0,[0]]]");
  CHECK(data.find("begin_us")->dump() == "10");
  CHECK(data.find("run_begin_us")->dump() == "5");
  CHECK(data.find("end_us")->dump() == "30");
  CHECK(data.find("partial_from_us")->dump() == "20");
  line.partial_from_us.reset();
  CHECK(text::parse_json(trace::formats::timeline_json(line))->find("partial_from_us") == nullptr);
  CHECK(data.find("program") == nullptr);
  line.place = {.program = "addon-operator 1", .cluster = "namespace a"};
  const auto placed = text::parse_json(trace::formats::timeline_json(line)).value();
  CHECK(placed.string_at("program") == "addon-operator 1");
  CHECK(placed.string_at("cluster") == "namespace a");
}
