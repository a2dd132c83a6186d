#include "core/releases/unread_values.hpp"

#include "core/releases/planned_upgrades.hpp"
#include "support/release_secret.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

namespace {

const text::json_pointer size{{"web", "size"}};

core::values::value_standing standing_with(const char* sections) {
  core::values::value_standing x;
  x.sections = *text::parse_yaml(sections);
  return x;
}

std::string record_with(const char* templates, const char* values) {
  test::release_secret x{.name = "web", .revision = 3};
  x.templates = {{"templates/a.yaml", templates}};
  x.values = *text::parse_yaml(values);
  x.metadata = text::json::object({{"version", "0.1.0"}});
  return test::secret_of(x).dump();
}

revision_contents chart_of(const char* version) {
  revision_contents x;
  x.metadata = text::json::object({{"version", version}});
  return x;
}

std::string read_before(const std::string& record, const char* version = "0.2.0") {
  const auto found = values_read_before(record, last(), chart_of(version), text::json::object(), {size});
  return found ? describe(found->lost) : found.error().message;
}

} // namespace

TEST_CASE("values of users are the values of the ConfigMap without those of hooks") {
  auto x = standing_with("{web: {size: 50, users: [a, b], none: null, by: {hook: 1}}, global: {x: {}}}");
  x.hook_keys.stored = {{{{"web", "by", "hook"}}, "a.sh"}};
  using places = std::vector<text::json_pointer>;
  CHECK_EQ(places_of_users(x), places{{{"global", "x"}}, size, {{"web", "users"}}});
  x.present = {core::values::value_source::section_of_hooks};
  CHECK_EQ(places_of_users(x), places{{{"global", "x"}}});
  x.present = {core::values::value_source::global_of_hooks, core::values::value_source::section};
  CHECK_EQ(places_of_users(x), places{size, {{"web", "users"}}});
  CHECK_EQ(places_of_users(standing_with("{web: {}}")), places{});
}

TEST_CASE("a value was read if the revision had it and its templates name it") {
  const auto reads = "{{ .Values.web.size }}";
  CHECK_EQ(read_before(record_with(reads, "{web: {size: 50}}")),
           "web.size of the ConfigMap has no effect since version 0.2.0 of the chart (version 0.1.0 read it). Move the "
           "value to the keys that the chart reads now, or remove it from the ConfigMap");
  CHECK_NE(
    read_before(record_with(reads, "{web: {size: 50}}"), "0.1.0").find("since revision 4 of the chart (revision 3"),
    std::string::npos);
  CHECK_EQ(read_before(record_with(reads, "{web: {color: red}}")), "");
  CHECK_EQ(read_before(record_with("{{ .Values.web.color }}", "{web: {size: 50}}")), "");
  CHECK_EQ(read_before(record_with("{{ include \"of.library\" . }}", "{web: {size: 50}}")), "");
  CHECK_NE(read_before("{}"), "");
}

TEST_CASE("labels of a revision keep the values without a reader") {
  const std::vector<unread_value> unread{{size, "version 0.1.0", "version 0.2.0"}};
  const auto labels = unread_value_labels(nullptr, unread, "null");
  REQUIRE_EQ(labels.size(), 1);
  CHECK_EQ(labels.begin()->second, "v0.1.0_v0.2.0");
  const auto noted = last(labels);
  CHECK(notes_unread_values(noted));
  CHECK_EQ(noted_unread_values(noted, {size, {{"web", "users"}}}), unread);
  CHECK_EQ(unread_value_labels(&noted, unread, "null"), labels);
  CHECK_EQ(unread_value_labels(&noted, {}, "null"),
           std::map<std::string, std::string>{{labels.begin()->first, "null"}});
  CHECK_FALSE(notes_unread_values(last()));
  const auto by_number = unread_value_labels(nullptr, {{size, "revision 1", "revision 2"}}, "");
  CHECK_EQ(noted_unread_values(last(by_number), {size}), std::vector<unread_value>{{size, "revision 1", "revision 2"}});
  CHECK_EQ(noted_unread_values(last({{by_number.begin()->first, ""}}), {size}).size(), 1);
}

TEST_CASE("a few values are named, and the others are counted") {
  std::vector<unread_value> all;
  for (int i = 0; i < 7; ++i) all.push_back({{{"web", std::to_string(i)}}, "revision 1", "revision 2"});
  CHECK_EQ(words_of_places(all), "web.0, web.1, web.2, web.3, web.4 and 2 more");
  CHECK_EQ(describe(all).substr(0, 90),
           "web.0, web.1, web.2, web.3, web.4 and 2 more of the ConfigMap have no effect since revisio");
  CHECK_EQ(describe(std::vector<unread_value>{}), "");
}

TEST_CASE("new places of values files are those that the revision did not have") {
  const auto record = record_with("{{ .Values.web.size }}", "{web: {size: 50, old: 1}}");
  using places = std::vector<text::json_pointer>;
  const auto layer = [](const char* x) { return text::parse_yaml(x).value(); };
  CHECK_EQ(new_places_in({layer("{web: {szie: 50, old: 2}}"), layer("{web: {szie: 1, box: {a: 1}}}")}, record).value(),
           places{{{"web", "box", "a"}}, {{"web", "szie"}}});
  CHECK_EQ(new_places_in({layer("{web: {}}")}, record).value(), places{});
  CHECK_FALSE(new_places_in({}, "{}").has_value());
}

TEST_CASE("a slip in a values file counts, also if a weaker file has the key that was meant") {
  const auto record = record_with("{{ .Values.web.size }}", "{web: {size: 50}}");
  const text::json_pointer szie{{"web", "szie"}};
  const auto slips = slips_in_files(
    {text::parse_yaml("{web: {size: 1}}").value(), text::parse_yaml("{web: {szie: 50}}").value()}, record, {szie});
  REQUIRE(slips);
  CHECK_EQ(*slips, std::vector<misspelt_value>{{szie, size, misspelt_value::place::values_file}});
  CHECK(slips_in_files({text::parse_yaml("{web: {size: 1, szie: 50}}").value()}, record, {szie}).value().empty());
  CHECK_FALSE(slips_in_files({}, "{}", {}).has_value());
}
