#include "core/hooks/config.hpp"

#include "base/excerpt.hpp"
#include "base/path_segment.hpp"
#include "core/bindings/cron.hpp"
#include "core/bindings/object_filter.hpp"
#include "core/hooks/config_versions.hpp"
#include "core/hooks/document_reader.hpp"
#include "text/plain/shown_key.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace core::hooks {

namespace {

enum class owners { global, module, both };

constexpr std::array<std::pair<bindings::lifecycle_point, owners>, 7> points{{
  {bindings::lifecycle_point::on_startup, owners::both},
  {bindings::lifecycle_point::before_all, owners::global},
  {bindings::lifecycle_point::after_all, owners::global},
  {bindings::lifecycle_point::before_helm, owners::module},
  {bindings::lifecycle_point::after_helm, owners::module},
  {bindings::lifecycle_point::before_delete_helm, owners::module},
  {bindings::lifecycle_point::after_delete_helm, owners::module},
}};

void read_point(document_reader& reader, bindings::lifecycle_point point, bindings::hook_definition& hook) {
  auto order = reader.integer(bindings::name(point));
  if (!order) return;
  // The predecessor reads these orders as unsigned numbers, except the order of `onStartup`.
  if (*order < 0 && point != bindings::lifecycle_point::on_startup)
    reader.add_error(bindings::name(point), "expected 0 or more, got " + std::to_string(*order));
  hook.lifecycle.push_back({point, *order});
}

base::result<bindings::hook_version> version_of(const text::json& document) {
  const auto* version = document.find("configVersion");
  // v0 has no `configVersion`, so its absence means v0.
  if (version == nullptr) return bindings::hook_version::v0;
  if (!version->is_string())
    return base::fail(base::error_code::invalid_input,
                      "config version: 'configVersion' must be a string, got " + shown(*version));
  if (version->as_string() != "v1")
    return base::fail(base::error_code::invalid_input,
                      "config version: 'configVersion' value '" + version->as_string()
                        + "' is unsupported: expected v1, or no configVersion for a configuration of v0");
  return bindings::hook_version::v1;
}

std::vector<std::string> remarks_on(const bindings::hook_definition& hook, const text::yaml_faults& faults) {
  std::vector<std::string> remarks;
  for (const auto& x : faults.repeated)
    remarks.push_back("'" + base::excerpt(text::shown_key(x.key)) + "' stands there again at line "
                      + std::to_string(x.line) + " (first at line " + std::to_string(x.first_line)
                      + "): the last one counts");
  if (faults.second_document)
    remarks.push_back("a second document begins at line " + std::to_string(*faults.second_document)
                      + ": only the first counts");
  const bool binds = !hook.lifecycle.empty() || !hook.schedules.empty() || !hook.kubernetes.empty()
                     || !hook.webhooks.empty() || !hook.conversions.empty();
  if (!binds) remarks.emplace_back("it has no bindings, so it never runs");
  return remarks;
}

} // namespace

void read_lifecycle(document_reader& reader, hook_owner owner, bindings::hook_definition& hook) {
  for (const auto& [point, whose] : points) {
    const bool allowed = whose == owners::both || (whose == owners::global) == (owner == hook_owner::global);
    if (allowed)
      read_point(reader, point, hook);
    else if (reader.has(bindings::name(point)))
      reader.add_error(bindings::name(point),
                       whose == owners::global ? "is for global hooks only" : "is for module hooks only");
  }
}

void read_events(document_reader& item, std::string_view key, const event_words& words,
                 bindings::kubernetes_binding& x) {
  if (!item.has(key)) return;
  const std::array<bool*, 3> wants{&x.on_added, &x.on_modified, &x.on_deleted};
  // A list replaces the default, which is all events; an empty list means that the hook wants no events.
  for (auto* want : wants) *want = false;
  // `strings` reports items that are not strings. The loop below reads the document again, to keep each
  // item's index.
  if (item.strings(key).empty()) return;
  const auto& events = item.any(key)->as_array();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!events[i].is_string()) continue;
    const auto& event = events[i].as_string();
    const auto word = std::find(words.begin(), words.end(), event);
    if (word != words.end())
      *wants[static_cast<std::size_t>(word - words.begin())] = true;
    else
      item.add_error(std::string(key) + "[" + std::to_string(i) + "]",
                     "event '" + event + "' is unsupported: expected " + std::string(words[0]) + ", "
                       + std::string(words[1]) + " or " + std::string(words[2]));
  }
}

std::string read_crontab(document_reader& item, const base::time_zone_source& zones) {
  auto text = item.required_string("crontab");
  if (text.empty()) return text;
  if (auto parsed = bindings::parse_crontab(text, zones); !parsed) item.add_error("crontab", parsed.error().message);
  return text;
}

std::vector<std::string> read_namespace_names(document_reader& selector) {
  auto names = selector.strings("matchNames");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto problem = base::path_segment_problem(names[i]); !problem.empty() && !names[i].empty())
      selector.add_error("matchNames[" + std::to_string(i) + "]", problem);
  return names;
}

std::string read_jq_filter(document_reader& item) {
  auto program = item.string_or("jqFilter", {});
  if (program.empty()) return program;
  if (auto compiled = bindings::object_filter::compile(program); !compiled)
    item.add_error("jqFilter", compiled.error().message);
  return program;
}

base::result<bindings::hook_definition> parse_hook_config(std::string_view text, hook_owner owner,
                                                          const base::time_zone_source& zones) {
  text::yaml_faults faults;
  auto document = text::parse_yaml(text, faults);
  if (!document) return base::fail("hook configuration", document.error());
  if (document->is_null())
    return base::fail(base::error_code::invalid_input,
                      "hook configuration is empty: the hook prints it when run with `--config`");
  auto version = version_of(*document);
  if (!version) return tl::unexpected(version.error());
  document_errors errors;
  document_reader reader(*document, {}, errors);
  const hook_config_purpose purpose{owner, zones};
  auto hook = *version == bindings::hook_version::v0 ? read_hook_config_v0(reader, purpose)
                                                     : read_hook_config_v1(reader, purpose);
  hook.version = *version;
  reader.refuse_others();
  if (!errors.empty()) return base::fail(base::error_code::invalid_input, "hook configuration: " + errors.text());
  // Repeated keys and a second document are only remarks, because the predecessor accepts them: it takes the
  // last value and the first document.
  hook.remarks = remarks_on(hook, faults);
  return hook;
}

} // namespace core::hooks
