#include "hook_cases/hook_case.hpp"

#include "base/contains.hpp"
#include "simulation/tree_differences.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <utility>

namespace hook_cases {

namespace {

using text::json;

const std::vector<std::string> known_members{"case",    "hook",   "name",         "run",
                                             "objects", "values", "configValues", "expect"};
const std::vector<std::string> known_expectations{"fails", "values", "configValues", "operations", "metrics", "answer"};

tl::unexpected<base::error> bad(std::string what) {
  return base::fail(base::error_code::invalid_input, std::move(what));
}

base::result<void> append_objects(const json& x, const read_named_file& read, std::vector<json>& into) {
  if (!x.is_string()) {
    if (!x.is_object()) return bad("'objects': expected objects, and names of files with objects");
    into.push_back(x);
    return {};
  }
  const auto text = read(x.as_string());
  if (!text) return tl::unexpected(text.error());
  auto documents = text::parse_yaml_stream(*text);
  if (!documents) return base::fail(x.as_string(), documents.error());
  into.insert(into.end(), documents->begin(), documents->end());
  return {};
}

base::result<std::vector<json>> read_objects(const json* x, const read_named_file& read) {
  std::vector<json> objects;
  if (x == nullptr || x->is_null()) return objects;
  if (!x->is_array()) return bad("'objects': expected a list");
  for (const auto& item : x->as_array())
    if (auto appended = append_objects(item, read, objects); !appended) return tl::unexpected(appended.error());
  return objects;
}

base::result<json> read_map(const json& from, const char* key) {
  const auto* x = from.find(key);
  if (x == nullptr || x->is_null()) return json::object();
  if (!x->is_object()) return bad(std::string("'") + key + "': expected a map");
  return *x;
}

base::result<void> check_members(const json& x, const std::vector<std::string>& known, const std::string& place) {
  for (const auto& [key, value] : x.as_object())
    if (!base::contains(known, key)) return bad("'" + key + "' is not known" + place);
  return {};
}

base::result<void> check(const json& document) {
  if (!document.is_object()) return bad("a case is a map with the keys hook, run, objects, values, expect");
  if (auto known = check_members(document, known_members, ""); !known) return known;
  const auto* expected = document.find("expect");
  if (expected == nullptr || expected->is_null()) return {};
  if (!expected->is_object()) return bad("'expect': expected a map");
  return check_members(*expected, known_expectations, " in 'expect'");
}

} // namespace

base::result<hook_case> read_case(std::string_view text, const read_named_file& read) {
  const auto document = text::parse_yaml(text);
  if (!document) return tl::unexpected(document.error());
  if (auto checked = check(*document); !checked) return tl::unexpected(checked.error());
  hook_case x;
  x.title = document->string_at("case").value_or("");
  x.hook = document->string_at("hook").value_or("");
  if (x.hook.empty()) return bad("'hook' is missing: the path of the hook, relative to the case");
  x.name = document->string_at("name").value_or("");
  if (const auto* why = document->find("run"); why != nullptr && !why->is_null()) {
    auto read_why = read_occasion(*why);
    if (!read_why) return base::fail("'run'", read_why.error());
    x.why = std::move(*read_why);
  }
  auto objects = read_objects(document->find("objects"), read);
  if (!objects) return tl::unexpected(objects.error());
  x.objects = std::move(*objects);
  auto values = read_map(*document, "values");
  if (!values) return tl::unexpected(values.error());
  x.values = std::move(*values);
  auto config = read_map(*document, "configValues");
  if (!config) return tl::unexpected(config.error());
  x.config = std::move(*config);
  if (const auto* expected = document->find("expect")) x.expected = *expected;
  return x;
}

std::string write_case(const hook_case& x) {
  std::string text;
  const auto add = [&text](const char* key, const json& value) {
    text += text::write_yaml(json::object({{key, value}}));
  };
  if (!x.title.empty()) add("case", x.title);
  add("hook", x.hook);
  if (!x.name.empty()) add("name", x.name);
  if (x.why) add("run", as_json(*x.why));
  if (!x.objects.empty()) add("objects", json::array(json::array_type(x.objects)));
  if (!(x.values == json::object())) add("values", x.values);
  if (!(x.config == json::object())) add("configValues", x.config);
  if (!x.expected.is_null()) add("expect", x.expected);
  return text;
}

base::result<std::string> with_expected(const std::string& text, const json& expected) {
  const auto written = text::write_yaml(json::object({{"expect", expected}}));
  constexpr std::string_view key = "expect:";
  const bool is_first = std::string_view(text).starts_with(key);
  const auto line = is_first ? 0 : text.find("\nexpect:");
  if (line == std::string::npos) return text + (text.empty() || text.ends_with('\n') ? "" : "\n") + written;
  const auto at = is_first ? 0 : line + 1;
  for (auto next = text.find('\n', at); next != std::string::npos && next + 1 < text.size();
       next = text.find('\n', next + 1)) {
    const auto first = text[next + 1];
    if (first != ' ' && first != '\n' && first != '#' && first != '-')
      return bad("write 'expect' as the last key of the case, so that it can be replaced");
  }
  return text.substr(0, at) + written;
}

std::vector<std::string> differences(const json& expected, const json& found) {
  auto all = simulation::tree_differences(expected, found);
  if (expected.find("fails") == nullptr && found.find("fails") != nullptr) {
    // Each further difference follows from the failure.
    return {"the hook fails: " + found.string_at("fails").value_or("")};
  }
  for (const auto* part : {"values", "configValues"}) {
    const auto* wanted = expected.find(part);
    const auto* there = found.find(part);
    if (wanted == nullptr || there == nullptr || !wanted->is_object()) continue;
    for (const auto& [place, value] : there->as_object())
      if (wanted->find(place) == nullptr)
        all.push_back(std::string(part) + "." + place + ": expected no change, found "
                      + (value.is_null() ? "removed" : value.dump()));
    // An absent member is not enough: the hook must have removed the value.
    for (const auto& [place, value] : wanted->as_object())
      if (value.is_null() && there->find(place) == nullptr)
        all.push_back(std::string(part) + "." + place + ": expected removed, found no change");
  }
  return all;
}

} // namespace hook_cases
