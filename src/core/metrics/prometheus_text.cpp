#include "core/metrics/prometheus_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace core {

namespace {

std::string number(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "+Inf" : "-Inf";
  return fmt::format("{}", x);
}

/// Escapes `\` and line ends, and quotes in the values of labels.
void append_escaped(std::string& out, std::string_view text, std::string_view special) {
  for (auto c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

void append_label(std::string& out, std::string_view name, std::string_view value) {
  out += out.back() == '{' ? "" : ",";
  out.append(name).append("=\"");
  append_escaped(out, value, "\\\"");
  out += '"';
}

/// One line: name, labels (and the bound of a bucket, if there is one), value.
void append_sample(std::string& out, std::string_view name, const metric_labels& labels, std::string_view bound,
                   const std::string& value) {
  out += name;
  if (!labels.empty() || !bound.empty()) {
    out += '{';
    for (const auto& [label, text] : labels) append_label(out, label, text);
    if (!bound.empty()) append_label(out, "le", bound);
    out += '}';
  }
  out.append(" ").append(value).append("\n");
}

void append_histogram(std::string& out, const std::string& name, const metric_labels& labels,
                      const std::vector<double>& buckets, const metric_histogram& x) {
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    below += x.counts[i];
    append_sample(out, name + "_bucket", labels, number(buckets[i]), std::to_string(below));
  }
  append_sample(out, name + "_bucket", labels, "+Inf", std::to_string(x.count));
  append_sample(out, name + "_sum", labels, {}, number(x.sum));
  append_sample(out, name + "_count", labels, {}, std::to_string(x.count));
}

void append_family(std::string& out, const std::string& name, const metric_family& family) {
  out.append("# HELP ").append(name).append(" ");
  append_escaped(out, family.help.empty() ? name : family.help, "\\");
  out.append("\n# TYPE ").append(name).append(" ").append(core::name(family.type)).append("\n");
  for (const auto& [labels, series] : family.series) {
    if (const auto* histogram = std::get_if<metric_histogram>(&series.value))
      append_histogram(out, name, labels, family.buckets, *histogram);
    else
      append_sample(out, name, labels, {}, number(std::get<double>(series.value)));
  }
}

} // namespace

std::string metrics_text(const metric_registry& registry) {
  std::string text;
  for (const auto& [name, family] : registry.all())
    if (!family.series.empty()) append_family(text, name, family);
  return text;
}

} // namespace core
