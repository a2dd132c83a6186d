#include "core/lint/formats.hpp"

#include "text/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace core::lint {
namespace {

const char* word(severity x) {
  return x == severity::error ? "error" : "warning";
}

std::string shown_path(const finding& x, const std::string& root) {
  if (x.path == root || x.path.empty()) return ".";
  return x.path.starts_with(root + "/") ? x.path.substr(root.size() + 1) : x.path;
}

std::string shown_place(const finding& x, const std::string& root) {
  return shown_path(x, root) + (x.line ? ":" + std::to_string(*x.line) : "");
}

std::size_t count(const std::vector<finding>& findings, severity level) {
  return static_cast<std::size_t>(
    std::count_if(findings.begin(), findings.end(), [&](const auto& x) { return x.level == level; }));
}

text::json code_of(const finding& x) {
  return std::string(facts_of(x.kind).code);
}

text::json number(std::size_t x) {
  return text::json::number(std::to_string(x));
}

text::json sarif_rules() {
  text::json::array_type all;
  for (const auto& x : rules)
    all.push_back(
      text::json::object({{"id", std::string(x.code)},
                          {"shortDescription", text::json::object({{"text", std::string(x.meaning)}})},
                          {"defaultConfiguration", text::json::object({{"level", std::string(word(x.level))}})}}));
  return text::json::array(std::move(all));
}

text::json sarif_result(const finding& x, const std::string& root) {
  auto place = text::json::object({{"artifactLocation", text::json::object({{"uri", shown_path(x, root)}})}});
  if (x.line) place = place.with("region", text::json::object({{"startLine", number(*x.line)}}));
  return text::json::object(
    {{"ruleId", code_of(x)},
     {"level", std::string(word(x.level))},
     {"message", text::json::object({{"text", x.text}})},
     {"locations", text::json::array({text::json::object({{"physicalLocation", std::move(place)}})})}});
}

/// The text as content or attribute of XML 1.0, which has no control characters but tab and line ends.
std::string in_xml(std::string_view text) {
  std::string made;
  for (const char x : text) {
    if (x == '&')
      made += "&amp;";
    else if (x == '<')
      made += "&lt;";
    else if (x == '>')
      made += "&gt;";
    else if (x == '"')
      made += "&quot;";
    else if (static_cast<unsigned char>(x) >= 0x20 || x == '\n' || x == '\t')
      made += x;
    else
      made += '?';
  }
  return made;
}

} // namespace

std::string as_text(const std::vector<finding>& findings, const std::string& root) {
  std::string text;
  for (const auto& x : findings)
    fmt::format_to(std::back_inserter(text), "{}: {}: {} [{}]\n", shown_place(x, root), word(x.level), x.text,
                   facts_of(x.kind).code);
  const auto errors = count(findings, severity::error);
  const auto warnings = count(findings, severity::warning);
  fmt::format_to(std::back_inserter(text), "{} error{}, {} warning{}\n", errors, errors == 1 ? "" : "s", warnings,
                 warnings == 1 ? "" : "s");
  return text;
}

std::string as_json(const std::vector<finding>& findings, const std::string& root) {
  text::json::array_type all;
  for (const auto& x : findings) {
    const auto shown = text::json::object(
      {{"code", code_of(x)}, {"level", std::string(word(x.level))}, {"path", shown_path(x, root)}, {"text", x.text}});
    all.push_back(x.line ? shown.with("line", number(*x.line)) : shown);
  }
  return text::json::array(std::move(all)).dump() + "\n";
}

std::string as_sarif(const std::vector<finding>& findings, const std::string& root, const std::string& version) {
  text::json::array_type results;
  for (const auto& x : findings) results.push_back(sarif_result(x, root));
  auto driver = text::json::object({{"name", "addon-operator lint"}, {"version", version}, {"rules", sarif_rules()}});
  auto run = text::json::object({{"tool", text::json::object({{"driver", std::move(driver)}})},
                                 {"results", text::json::array(std::move(results))}});
  return text::json::object({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                             {"version", "2.1.0"},
                             {"runs", text::json::array({std::move(run)})}})
           .dump()
         + "\n";
}

std::string as_junit(const std::vector<finding>& findings, const std::string& root) {
  auto text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                          "<testsuite name=\"addon-operator lint\" tests=\"{}\" failures=\"{}\">\n",
                          std::max<std::size_t>(findings.size(), 1), count(findings, severity::error));
  if (findings.empty()) text += "<testcase classname=\"lint\" name=\"no findings\"/>\n";
  for (const auto& x : findings) {
    const auto place = in_xml(shown_place(x, root));
    const auto code = facts_of(x.kind).code;
    if (x.level == severity::error)
      fmt::format_to(std::back_inserter(text),
                     "<testcase classname=\"{}\" name=\"{}\"><failure message=\"{}\"/></testcase>\n", code, place,
                     in_xml(x.text));
    else
      fmt::format_to(std::back_inserter(text),
                     "<testcase classname=\"{}\" name=\"{}\"><system-out>{}</system-out></testcase>\n", code, place,
                     in_xml(x.text));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

} // namespace core::lint
