#include "core/hooks/metrics.hpp"

#include "core/hooks/document_reader.hpp"
#include "core/hooks/metric_names.hpp"
#include "core/hooks/output_limits.hpp"
#include "text/json/json_stream.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace core::hooks {

namespace {

using action = metric_operation::action;

std::optional<action> action_of(std::string_view text) {
  if (text == "add") return action::add;
  if (text == "set") return action::set;
  if (text == "observe") return action::observe;
  if (text == "expire") return action::expire;
  return std::nullopt;
}

/// Reads `action` and `value`, or the short form `"add": N` or `"set": N`, beside which `action` may be
/// present too.
void read_action(document_reader& reader, metric_operation& x) {
  const bool short_add = reader.has("add");
  const bool short_set = reader.has("set");
  const bool full = reader.has("action");
  if ((short_add && short_set) || !(short_add || short_set || full)) {
    reader.add_error("action", "exactly one of action, add and set is required");
    return;
  }
  std::string_view value_key = short_add ? "add" : short_set ? "set" : "value";
  x.what = short_add ? action::add : action::set;
  if (full) {
    auto text = reader.required_string("action");
    auto known = action_of(text);
    if (!known && !text.empty()) reader.add_error("action", "expected add, set, observe or expire");
    if (value_key == "value")
      x.what = known.value_or(action::set);
    else if (known && *known != x.what)
      reader.add_error("action", "'" + text + "' contradicts the member '" + std::string(value_key) + "'");
  }
  if (x.what == action::expire) return;
  if (!reader.has(value_key)) reader.add_error(value_key, "is required");
  x.value = reader.number(value_key).value_or(0);
  if (x.what == action::add && x.value < 0) reader.add_error(value_key, "a counter cannot go down");
}

void read_labels(document_reader& reader, metric_operation& x) {
  auto labels = reader.object("labels");
  if (!labels) return;
  for (const auto& [key, value] : labels->members()) {
    if (!is_label_name(key))
      labels->add_error(key, "'" + text::shown_key(key)
                               + "' is no label name: it must not be empty, and ':' is for names of metrics");
    // Prometheus reserves labels that begin with `__`, and uses `le` for the buckets of a histogram.
    else if (key.starts_with("__") || (key == "le" && x.what == action::observe))
      labels->add_error(key, "the label '" + text::shown_key(key) + "' is reserved");
    x.labels.emplace_back(key, value.is_null() ? std::string() : labels->string_or(key, {}));
  }
}

void read_buckets(document_reader& reader, metric_operation& x) {
  const auto* list = reader.any("buckets");
  if (list == nullptr || list->is_null()) return;
  const bool numbers = list->is_array()
                       && std::all_of(list->as_array().begin(), list->as_array().end(),
                                      [](const text::json& x) { return x.is_number() || x.is_null(); });
  if (!numbers) {
    reader.add_error("buckets", "expected a list of numbers");
    return;
  }
  for (const auto& item : list->as_array()) x.buckets.push_back(item.is_null() ? 0 : item.as_double());
  if (!std::is_sorted(x.buckets.begin(), x.buckets.end(), std::less_equal<>()))
    reader.add_error("buckets", "expected rising numbers");
}

/// Checks that the members of an operation fit together.
void check(document_reader& reader, const metric_operation& x) {
  if (x.what == action::expire) {
    if (x.group.empty()) reader.add_error("group", "is required to expire metrics");
    return;
  }
  if (!is_metric_name(x.name)) reader.add_error("name", "is required");
  if (x.what != action::observe) return;
  if (x.buckets.empty()) reader.add_error("buckets", "are required to observe a value");
  if (!x.group.empty()) reader.add_error("group", "a histogram cannot be in a group");
}

metric_operation read_operation(document_reader reader) {
  metric_operation x;
  x.name = reader.string_or("name", {});
  x.group = reader.string_or("group", {});
  read_action(reader, x);
  read_labels(reader, x);
  read_buckets(reader, x);
  check(reader, x);
  return x;
}

/// Programs like jq write `null` for absent values. As in Go, `null` counts as absent in an operation, as the
/// empty text in labels, and as 0 in buckets.
text::json without_nulls(const text::json& document) {
  if (!document.is_object()) return document;
  const auto is_null = [](const text::json::member& x) { return x.second.is_null(); };
  const auto& members = document.as_object();
  if (std::none_of(members.begin(), members.end(), is_null)) return document;
  text::json::object_type rest;
  std::remove_copy_if(members.begin(), members.end(), std::back_inserter(rest), is_null);
  return text::json::object(std::move(rest));
}

} // namespace

base::result<metric_batch> parse_hook_metrics(std::string_view text) {
  text::json_stream documents(text, {.value_bytes_max = output_document_bytes_max});
  document_errors errors;
  metric_batch batch;
  for (std::size_t number = 1;; ++number) {
    const auto document = documents.next();
    // If the text is not JSON, this is the only error; mistakes of earlier documents are not reported.
    if (!document) return tl::unexpected(document.error());
    if (!*document) break;
    const auto members = without_nulls(**document);
    batch.append(read_operation(
      document_reader(members, "document " + std::to_string(number), errors, document_reader::values::hidden)));
  }
  if (!errors.empty()) return base::fail(base::error_code::invalid_input, errors.text());
  return batch;
}

} // namespace core::hooks
