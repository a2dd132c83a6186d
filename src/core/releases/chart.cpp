#include "core/releases/chart.hpp"

#include "core/releases/looked_up_objects.hpp"
#include "core/releases/volatile_functions.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

constexpr std::string_view chart_yaml = "Chart.yaml";
constexpr std::string_view templates_folder = "templates/";
constexpr std::string_view charts_folder = "charts/";
constexpr std::array<std::string_view, 5> not_in_synthetic_charts{"crds", "docs", "hooks", "images", "lib"};

chart_kind kind_of(const std::vector<chart_file>& files) {
  auto has = [&](auto condition) { return std::any_of(files.begin(), files.end(), condition); };
  if (has([](const chart_file& x) { return x.path == chart_yaml; })) return chart_kind::chart;
  if (has([](const chart_file& x) { return x.path.starts_with(templates_folder); })) return chart_kind::templates_only;
  return chart_kind::none;
}

/// Appends a part, with its length, so that different lists of parts never give the same text.
void append_part(std::string& out, std::string_view part) {
  out.append(std::to_string(part.size())).append(":").append(part);
}

} // namespace

bool is_blank_file(std::string_view content) {
  return content.find_first_not_of(" \t\r\n") == content.npos;
}

chart_file read_chart_file(std::string path, std::string_view content) {
  return {std::move(path),        text::md5_hex(content),   volatile_functions(content), asked_facts(content),
          is_blank_file(content), groups_asked_in(content), looked_up_objects(content),  damage_of(content),
          files_read_in(content)};
}

chart read_chart(std::vector<chart_file> files, std::string_view module) {
  chart x;
  x.kind = kind_of(files);
  if (x.kind == chart_kind::none) return x;
  // Helm sees only these files. With other files in the digest, an edit of a hook would cause a rendering.
  if (x.kind == chart_kind::templates_only) {
    std::erase_if(files, [](const chart_file& file) { return !synthetic_chart_takes(file.path); });
    // The digest includes the name, because templates may show it, and modules may have equal files.
    files.push_back(read_chart_file(std::string(chart_yaml), synthetic_chart_file(module)));
  }
  // Sorted, so that the digest does not depend on the order of files in a directory.
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  std::string parts;
  for (const auto& file : files) {
    x.has_templates =
      x.has_templates || file.path.starts_with(templates_folder) || file.path.starts_with(charts_folder);
    append_part(parts, file.path);
    append_part(parts, file.digest);
    x.asked |= file.asked;
    x.groups |= file.groups;
    // Charts in the chart read their own files, which Helm's record does not have.
    if (!file.path.starts_with(charts_folder)) x.reads |= file.reads;
    x.looked_up.insert(file.looked_up.begin(), file.looked_up.end());
    for (const auto& function : file.volatile_functions) {
      x.volatile_functions.push_back(file.path + ": " + function);
      x.uses_lookup = x.uses_lookup || may_look_up(function);
    }
  }
  x.asks_capabilities = x.groups.any || !x.groups.names.empty();
  // `lookup` may read an object of any group.
  x.groups.any = x.groups.any || x.uses_lookup;
  x.digest = text::md5_hex(parts);
  return x;
}

chart_stability stability(const chart& x) {
  return x.volatile_functions.empty() ? chart_stability::stable : chart_stability::changing;
}

varying_facts asked_facts(const chart& x, std::string_view values) {
  auto asked = asked_facts(values);
  return asked |= x.asked;
}

asked_groups groups_asked_in(const chart& x, std::string_view values) {
  auto asked = groups_asked_in(values);
  return asked |= x.groups;
}

bool synthetic_chart_takes(std::string_view path) {
  auto first = path.substr(0, path.find('/'));
  return std::find(not_in_synthetic_charts.begin(), not_in_synthetic_charts.end(), first)
         == not_in_synthetic_charts.end();
}

std::string synthetic_chart_file(std::string_view module) {
  return std::string("apiVersion: v2\nname: ").append(module).append("\nversion: 0.2.0\n");
}

std::string inputs_digest(const render_inputs& x) {
  std::string parts;
  append_part(parts, x.chart_digest);
  append_part(parts, x.values);
  append_part(parts, x.capabilities);
  // Included, because a different Helm may render the same inputs to a different manifest.
  append_part(parts, x.helm);
  return text::md5_hex(parts);
}

} // namespace core::releases
