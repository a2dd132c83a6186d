#include "support/fake_chart.hpp"

#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace test {

namespace {

std::string text_of(const text::json& x) {
  return x.is_string() ? x.as_string() : x.dump();
}

/// The value at `a.b.c`; null if there is no such value.
text::json value_at(text::json values, const std::string& path) {
  std::istringstream keys(path);
  for (std::string key; std::getline(keys, key, '.');) {
    const auto* member = values.find(key);
    values = member == nullptr ? text::json() : text::json(*member);
  }
  return values;
}

/// Puts values in place of `{{ .Values.a.b }}`.
std::string fill_in(const std::string& text, const text::json& values) {
  static const std::string open = "{{ .Values.";
  std::string out;
  std::size_t at = 0;
  for (auto begin = text.find(open); begin != std::string::npos; begin = text.find(open, at)) {
    const auto end = text.find(" }}", begin);
    const auto value = value_at(values, text.substr(begin + open.size(), end - begin - open.size()));
    out += text.substr(at, begin - at) + (value.is_null() ? "" : text_of(value));
    at = end + 3;
  }
  return out + text.substr(at);
}

/// A content as a YAML text on one line, which has no escapes.
std::string on_one_line(std::string content) {
  while (content.ends_with('\n')) content.pop_back();
  std::replace_if(
    content.begin(), content.end(), [](unsigned char c) { return c < ' '; }, '.');
  return "'" + content + "'";
}

/// Puts contents in place of `{{ .Files.Get "PATH" }}`; an empty text for a file that is not there.
std::string put_files(std::string text, const chart_files& chart) {
  static const std::string asked = "{{ .Files.Get \"";
  for (auto at = text.find(asked); at != text.npos; at = text.find(asked, at)) {
    const auto end = text.find("\" }}", at);
    const auto found = chart.find(text.substr(at + asked.size(), end - at - asked.size()));
    text.replace(at, end + 4 - at, found == chart.end() ? "''" : on_one_line(found->second));
  }
  return text;
}

void put(std::string& text, const std::string& asked, const std::string& answer) {
  for (auto at = text.find(asked); at != text.npos; at = text.find(asked, at)) text.replace(at, asked.size(), answer);
}

/// Puts answers in place of `{{ .Capabilities.APIVersions.Has "V" }}`.
void put_capabilities(std::string& text, const std::string& served) {
  static const std::string asked = "{{ .Capabilities.APIVersions.Has \"";
  for (auto at = text.find(asked); at != text.npos; at = text.find(asked, at)) {
    const auto end = text.find("\" }}", at);
    const auto version = text.substr(at + asked.size(), end - at - asked.size());
    const bool is_served = ("," + served + ",").find("," + version + ",") != std::string::npos;
    text.replace(at, end + 4 - at, is_served ? "true" : "false");
  }
}

/// The values with the keys of values.yaml that they do not have.
text::json with_chart_values(text::json values, const chart_files& chart) {
  const auto of_chart = yaml_file(chart, "values.yaml");
  for (const auto& [key, value] : of_chart.as_object())
    if (values.find(key) == nullptr) values = values.with(key, value);
  return values;
}

bool is_template(const std::string& path) {
  return path.starts_with("templates/") || (path.starts_with("charts/") && path.find("/templates/") != path.npos);
}

} // namespace

base::result<chart_files> load_chart(const std::string& directory) {
  const auto refuse = [](std::string words) { return base::fail(base::error_code::process_failed, std::move(words)); };
  if (!sys::files::directory_exists(directory)) return refuse("path \"" + directory + "\" not found");
  const auto tree = sys::files::list_followed_tree(directory);
  if (!tree) return refuse(tree.error().message);
  chart_files files;
  for (const auto& entry : *tree) {
    if (entry.is_directory) continue;
    auto content = sys::files::read_file(directory + "/" + entry.path);
    if (!content) return refuse(content.error().message);
    files.emplace(entry.path, std::move(*content));
  }
  return files;
}

chart_files kept_files(chart_files chart) {
  std::erase_if(chart, [](const auto& file) {
    const auto& path = file.first;
    return is_template(path) || path.starts_with("charts/") || path == "Chart.yaml" || path == "values.yaml";
  });
  return chart;
}

chart_files own_templates(chart_files chart) {
  std::erase_if(chart, [](const auto& file) { return !file.first.starts_with("templates/"); });
  return chart;
}

text::json yaml_file(const chart_files& chart, const std::string& path) {
  const auto found = chart.find(path);
  const auto parsed = found == chart.end() ? base::result<text::json>() : text::parse_yaml(found->second);
  return parsed && parsed->is_object() ? *parsed : text::json::object();
}

std::string render_templates(const chart_files& chart, const text::json& values, const release_facts& x) {
  std::string manifest;
  const auto all = with_chart_values(values, chart);
  for (const auto& [path, content] : chart)
    if (is_template(path))
      manifest += "---\n# Source: chart/" + path + "\n" + put_files(fill_in(content, all), chart) + "\n";
  put(manifest, "{{ .Release.Revision }}", std::to_string(x.revision));
  put(manifest, "{{ .Capabilities.KubeVersion }}", x.kube_version);
  put_capabilities(manifest, x.served);
  return manifest;
}

} // namespace test
