#include "core/releases/drift_report.hpp"

#include "base/utc_time.hpp"
#include "core/releases/foreign_writes.hpp"
#include "text/plain/printable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;
constexpr std::size_t named_fields_max = 3;

std::string fields_text(const std::vector<std::string>& fields) {
  const auto named = fields.begin() + static_cast<std::ptrdiff_t>(std::min(fields.size(), named_fields_max));
  auto text = fmt::to_string(fmt::join(fields.begin(), named, ", "));
  if (fields.size() > named_fields_max) text += fmt::format(" and {} more", fields.size() - named_fields_max);
  return text;
}

std::string time_text(const std::optional<std::int64_t>& us) {
  return us ? " at " + base::utc_text(*us) : std::string();
}

/// RFC 3339, as all times in answers for programs.
std::string rfc3339(std::int64_t us) {
  auto text = base::utc_text(us);
  std::replace(text.begin(), text.end(), ' ', 'T');
  return text + "Z";
}

/// An absent side is left out, because null would be a value.
text::json json_of(const drifted_field& x) {
  text::json::object_type members{{"path", x.field.path}, {"manager", x.manager}};
  if (x.field.before) members.emplace_back("chart", *x.field.before);
  if (x.field.after) members.emplace_back("cluster", *x.field.after);
  if (x.since_us) members.emplace_back("since", rfc3339(*x.since_us));
  return text::json::object(std::move(members));
}

text::json json_of(const shown_drift::entry& x) {
  text::json::object_type members{{"object", describe(x.object)}};
  if (!x.problem.empty()) members.emplace_back("notKnown", x.problem);
  text::json::array_type fields;
  for (const auto& field : x.fields) fields.push_back(json_of(field));
  members.emplace_back("fields", text::json::array(std::move(fields)));
  return text::json::object(std::move(members));
}

} // namespace

const char* name(drift_mode x) noexcept {
  switch (x) {
    case drift_mode::off: return "off";
    case drift_mode::warn: return "warn";
    case drift_mode::repair: return "repair";
  }
  return "";
}

std::optional<drift_mode> read_drift_mode(std::string_view text) {
  for (const auto x : {drift_mode::off, drift_mode::warn, drift_mode::repair})
    if (text == name(x)) return x;
  return std::nullopt;
}

drifted_object sum_of(const manifest_object& object, const std::vector<drifted_field>& fields) {
  drifted_object sum{object, {}, fields.front().manager, fields.front().since_us};
  for (const auto& x : fields) sum.fields.push_back(x.field.path);
  return sum;
}

std::string describe(const drifted_object& x) {
  auto text =
    fmt::format("{}: {}, changed by {}{}", describe(x.object), fields_text(x.fields), x.manager, time_text(x.since_us));
  if (x.times > 0)
    text += fmt::format(", for the {}. time; it is set back after {} s now: find out why {} changes it", x.times,
                        std::chrono::ceil<std::chrono::seconds>(x.wait).count(), x.manager);
  // Clients choose their names as managers.
  return text::printable(text);
}

std::string describe(const std::vector<drifted_object>& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), named_objects_max); ++i)
    text += (i == 0 ? "" : "; ") + describe(all[i]);
  if (all.size() > named_objects_max) text += fmt::format("; and {} more objects", all.size() - named_objects_max);
  return text;
}

shown_drift show_drift(std::string module, const std::vector<compared_object>& objects, const object_view& view) {
  shown_drift shown{std::move(module), {}};
  for (const auto& x : objects) {
    // An absent object is made again; that is no drift.
    if (!x.live && x.live.error().code == base::error_code::not_found) continue;
    // An object that could not be compared is shown, because it may have drift.
    if (!x.wanted || !x.live) {
      shown.objects.push_back({x.object, {}, (x.wanted ? x.live.error() : x.wanted.error()).message});
      continue;
    }
    if (auto fields = drift_of(*x.wanted, *x.live, own_managers(), view); !fields.empty())
      shown.objects.push_back({x.object, std::move(fields)});
  }
  return shown;
}

text::json json_of(const std::vector<shown_drift>& modules) {
  text::json::array_type list;
  for (const auto& module : modules) {
    if (module.objects.empty()) continue;
    text::json::array_type objects;
    for (const auto& x : module.objects) objects.push_back(json_of(x));
    list.push_back(text::json::object({{"name", module.module}, {"objects", text::json::array(std::move(objects))}}));
  }
  return text::json::object({{"modules", text::json::array(std::move(list))}});
}

std::string text_of(const std::vector<shown_drift>& modules) {
  std::string text;
  for (const auto& module : modules) {
    if (module.objects.empty()) continue;
    text += fmt::format("{}: chart -> cluster\n", module.module);
    for (const auto& x : module.objects) {
      text += "  " + text::printable(describe(x.object));
      text += x.problem.empty() ? "\n" : "  not known: " + text::printable(x.problem) + "\n";
      for (const auto& field : x.fields)
        text += text::printable(
                  fmt::format("    {}  by {}{}", describe(field.field), field.manager, time_text(field.since_us)))
                + "\n";
    }
  }
  return text.empty() ? "No drift: the objects are as their charts have them.\n" : text;
}

} // namespace core::releases
