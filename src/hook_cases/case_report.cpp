#include "hook_cases/case_report.hpp"

#include "text/yaml/yaml_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hook_cases {

namespace {

using text::json;

/// A line break and four spaces before each line.
std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    out += "    " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

std::string line_of(const value_change& x) {
  if (!x.before) return "  + " + x.place + ": " + x.after->dump() + "\n";
  if (!x.after) return "  - " + x.place + ": " + x.before->dump() + "\n";
  return "  ~ " + x.place + ": " + x.before->dump() + " -> " + x.after->dump() + "\n";
}

std::string part_of(const char* title, const std::vector<value_change>& changes) {
  if (changes.empty()) return {};
  auto text = std::string(title) + ":\n";
  for (const auto& x : changes) text += line_of(x);
  return text;
}

std::string text_of_operation(const json& x) {
  const auto at = [&](const char* key) { return x.string_at(key).value_or(""); };
  const auto space = at("namespace");
  auto text = fmt::format("  {} {} {}{}\n", at("operation"), at("kind"), space.empty() ? "" : space + "/", at("name"));
  for (const auto* key : {"object", "patch"})
    if (const auto* content = x.find(key)) text += indented(text::write_yaml(*content));
  if (const auto filter = at("jqFilter"); !filter.empty()) text += indented(filter);
  return text;
}

std::string text_of_metric(const json& x) {
  std::string labels;
  if (const auto* all = x.find("labels"))
    for (const auto& [name, value] : all->as_object())
      labels += (labels.empty() ? "" : ",") + name + "=" + value.as_string();
  const auto* value = x.find("value");
  const auto group = x.string_at("group").value_or("");
  return fmt::format("  {} {}{}{}{}\n", x.string_at("action").value_or(""), x.string_at("name").value_or(""),
                     labels.empty() ? "" : "{" + labels + "}", value == nullptr ? "" : " " + value->dump(),
                     group.empty() ? "" : " (group " + group + ")");
}

json list_of_changes(const std::vector<value_change>& changes) {
  json::array_type items;
  for (const auto& x : changes) {
    json::object_type members{{"place", x.place}};
    if (x.before) members.emplace_back("before", *x.before);
    if (x.after) members.emplace_back("after", *x.after);
    items.push_back(json::object(std::move(members)));
  }
  return json::array(std::move(items));
}

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      out += c;
    else
      out += '?'; // XML 1.0 has no other control characters
  }
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& x : lines) text += (text.empty() ? "" : "\n") + x;
  return text;
}

double seconds_of(const case_outcome& x) {
  return static_cast<double>(x.duration.count()) / 1e6;
}

} // namespace

std::string as_text(const reported_run& run, const case_outcome& x) {
  auto text = fmt::format("{}, {}: {} in {:.0f} ms\n", run.hook, run.occasion, x.failure.empty() ? "ok" : "failed",
                          seconds_of(x) * 1e3);
  if (!x.failure.empty()) text += "  " + x.failure + "\n";
  if (!x.doubt.empty()) text += "  in doubt: stderr names a failure (" + x.doubt + ")\n";
  for (const auto& line : x.printed) text += "  | " + line + "\n";
  if (!run.context.empty()) {
    const auto context = text::parse_json(run.context);
    text += "context:\n" + indented(context ? text::write_yaml(*context) : run.context);
  }
  if (!x.failure.empty()) return text;
  text += part_of("values", x.values) + part_of("config values", x.config);
  if (!x.operations.empty()) text += "objects:\n";
  for (const auto& operation : x.operations) text += text_of_operation(operation);
  if (!x.metrics.empty()) text += "metrics:\n";
  for (const auto& metric : x.metrics) text += text_of_metric(metric);
  if (!x.answer.is_null()) text += "answer:\n" + indented(text::write_yaml(x.answer));
  const bool is_idle = x.values.empty() && x.config.empty() && x.operations.empty() && x.metrics.empty();
  if (is_idle && x.answer.is_null()) text += "no effect: it sets no values, no objects and no metrics\n";
  return text;
}

json as_json(const reported_run& run, const case_outcome& x) {
  auto made = as_json(x).with("hook", run.hook).with("occasion", run.occasion).with("seconds", seconds_of(x));
  made = made.with("exitCode", x.exit_code ? json(*x.exit_code) : json());
  made = made.with("printed", json::array({x.printed.begin(), x.printed.end()}));
  if (!x.doubt.empty()) made = made.with("doubt", x.doubt);
  if (!x.failure.empty()) return made;
  made = made.with("values", list_of_changes(x.values)).with("configValues", list_of_changes(x.config));
  if (run.context.empty()) return made;
  auto context = text::parse_json(run.context);
  return context ? made.with("context", std::move(*context)) : made;
}

std::string as_text(const played_case& x) {
  auto text = (x.failures.empty() ? "ok - " : "not ok - ") + x.file + (x.title.empty() ? "" : ": " + x.title) + "\n";
  for (const auto& failure : x.failures) text += "# " + failure + "\n";
  return text;
}

std::string as_junit(const std::vector<played_case>& cases) {
  const auto failed =
    std::count_if(cases.begin(), cases.end(), [](const played_case& x) { return !x.failures.empty(); });
  auto text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                          "<testsuite name=\"hook test\" tests=\"{}\" failures=\"{}\">\n",
                          cases.size(), failed);
  for (const auto& x : cases) {
    text += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml(x.file),
                        xml(x.title.empty() ? x.file : x.title), x.seconds);
    if (x.failures.empty())
      text += "/>\n";
    else
      text += fmt::format("><failure message=\"{}\">{}</failure></testcase>\n", xml(x.failures.front()),
                          xml(joined(x.failures)));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

} // namespace hook_cases
