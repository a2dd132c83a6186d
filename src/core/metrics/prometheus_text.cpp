#include "core/metrics/prometheus_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace core::metrics {

namespace {

std::string number(double x) {
  // The text format has its own words for values that are no finite numbers; `fmt` would write `nan` and
  // `inf`.
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

/// A name with characters outside the old alphabet is quoted.
void append_name(std::string& out, const std::string& name) {
  if (is_plain_name(name)) {
    out += name;
    return;
  }
  out += '"';
  append_escaped(out, name, "\\\"");
  out += '"';
}

/// The labels of a series under their escaped names. Labels whose names are equal in that form are one label,
/// with the values joined by `;` in the order of the names before, as OpenTelemetry does: a page with a name
/// twice in a line is refused as a whole.
///  https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/#metric-attributes
metric_labels escaped_labels(const metric_labels& labels, name_escaping names) {
  metric_labels escaped; // in the order of the names before, as in the predecessor's library
  std::map<std::string, std::size_t> places;
  for (const auto& [label, text] : labels) {
    auto name = escaped_name(label, names);
    // This is the label of the metric's own name, which stands in the line already.
    if (name == "__name__") name = escaped_name(label, name_escaping::values);
    const auto [at, is_new] = places.try_emplace(name, escaped.size());
    if (is_new)
      escaped.emplace_back(std::move(name), text);
    else
      escaped[at->second].second.append(";").append(text);
  }
  return escaped;
}

bool are_plain(const metric_labels& labels) {
  return std::all_of(labels.begin(), labels.end(), [](const auto& x) { return is_plain_name(x.first); });
}

/// Writes the series of a family.
class family_writer {
public:
  family_writer(std::string& out, const std::string& name, name_escaping names)
    : out_(out), name_(escaped_name(name, names)), names_(names) {}

  void write(const metric_family& family, const std::string& name) {
    append_head("# HELP ");
    // Only `\` and line ends are escaped in a help text: a reader of the format would show `\"` as it is.
    append_escaped(out_, family.help.empty() ? name : family.help, "\\");
    out_ += '\n';
    append_head("# TYPE ");
    out_.append(metrics::name(family.type)).append("\n");
    for (const auto& [plain, series] : family.series) {
      const bool stay = names_ == name_escaping::none || are_plain(plain);
      const auto& labels = stay ? plain : escaped_ = escaped_labels(plain, names_);
      if (const auto* histogram = std::get_if<metric_histogram>(&series.value))
        append_histogram(labels, family.buckets, *histogram);
      else
        append_sample("", labels, {}, number(std::get<double>(series.value)));
    }
  }

private:
  void append_head(std::string_view what) {
    out_ += what;
    append_name(out_, name_);
    out_ += ' ';
  }

  void append_label(const std::string& name, std::string_view value, char before) {
    out_ += before;
    append_name(out_, name);
    out_ += "=\"";
    append_escaped(out_, value, "\\\"");
    out_ += '"';
  }

  /// Writes a line: name, labels (and the bound of a bucket, if it has a bound), value. A name in quotes
  /// stands among the labels.
  void append_sample(std::string_view suffix, const metric_labels& labels, std::string_view bound,
                     const std::string& value) {
    const auto name = name_ + std::string(suffix);
    const bool is_inside = !is_plain_name(name);
    char before = '{';
    if (is_inside) out_ += std::exchange(before, ',');
    append_name(out_, name);
    for (const auto& [label, text] : labels) append_label(label, text, std::exchange(before, ','));
    if (!bound.empty()) append_label("le", bound, std::exchange(before, ','));
    if (before == ',') out_ += '}';
    out_.append(" ").append(value).append("\n");
  }

  void append_histogram(const metric_labels& labels, const std::vector<double>& buckets, const metric_histogram& x) {
    // A bucket of the text format counts all values up to its bound, while the registry counts each value in
    // a single bucket. The bucket `+Inf` must equal `_count`.
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      below += x.counts[i];
      append_sample("_bucket", labels, number(buckets[i]), std::to_string(below));
    }
    append_sample("_bucket", labels, "+Inf", std::to_string(x.count));
    append_sample("_sum", labels, {}, number(x.sum));
    append_sample("_count", labels, {}, std::to_string(x.count));
  }

  std::string& out_;
  std::string name_; ///< of the family, escaped
  name_escaping names_;
  metric_labels escaped_; ///< of the series that is written
};

} // namespace

std::string metrics_text(const metric_registry& registry, name_escaping names) {
  std::string text;
  for (const auto& [name, family] : registry.all())
    if (!family.series.empty()) family_writer(text, name, names).write(family, name);
  return text;
}

} // namespace core::metrics
