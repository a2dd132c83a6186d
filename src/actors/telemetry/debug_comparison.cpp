#include "actors/telemetry/debug_comparison.hpp"

#include "core/releases/manifest.hpp"
#include "text/plain/printable.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::telemetry {

namespace {

using change = core::releases::object_difference::change;

const char* word_of(change x) {
  switch (x) {
    case change::added: return "added";
    case change::removed: return "removed";
    case change::changed: return "changed";
  }
  return "";
}

const char* word_of(cluster_difference::state x) {
  switch (x) {
    case cluster_difference::state::differs: return "differs";
    case cluster_difference::state::absent: return "absent";
    case cluster_difference::state::unknown: return "not known";
  }
  return "";
}

/// A document without a name cannot be looked up, and is shown all the same.
std::string name_of(const text::json& object, const std::string& default_namespace) {
  const auto name = core::releases::name_in_release(object, default_namespace);
  return name ? core::releases::describe(*name) : "object without a name";
}

std::vector<cluster_difference> against_cluster(const std::vector<text::json>& objects,
                                                const messages::release_now& now,
                                                const core::releases::object_view& view) {
  std::vector<cluster_difference> found;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto name = name_of(objects[i], now.namespace_name);
    const auto& there = now.in_cluster[i];
    if (!there) {
      // Only this answer proves that the object is absent.
      const bool is_absent = there.error().code == base::error_code::not_found;
      found.push_back({name,
                       is_absent ? cluster_difference::state::absent : cluster_difference::state::unknown,
                       {},
                       is_absent ? std::string() : there.error().message});
      continue;
    }
    auto fields =
      // Only the chart's fields: the API server and controllers add many other fields.
      core::releases::field_differences(*there, objects[i], core::releases::compared_fields::of_second, view);
    if (!fields.empty()) found.push_back({name, cluster_difference::state::differs, std::move(fields), {}});
  }
  return found;
}

text::json items_of(const std::vector<core::releases::field_difference>& fields) {
  text::json::array_type items;
  for (const auto& field : fields) {
    // An absent member says that the field is absent on this side, which null would not.
    text::json::object_type item{{"path", field.path}};
    if (field.before) item.emplace_back("before", *field.before);
    if (field.after) item.emplace_back("after", *field.after);
    items.push_back(text::json::object(std::move(item)));
  }
  return text::json::array(std::move(items));
}

template <class Difference>
text::json items_of(const std::vector<Difference>& differences) {
  text::json::array_type items;
  for (const auto& x : differences) {
    text::json::object_type item{{"object", x.object}, {"change", word_of(x.what)}};
    if (!x.fields.empty()) item.emplace_back("fields", items_of(x.fields));
    if constexpr (requires { x.reason; })
      if (!x.reason.empty()) item.emplace_back("reason", x.reason);
    items.push_back(text::json::object(std::move(item)));
  }
  return text::json::array(std::move(items));
}

template <class Difference>
std::string lines_of(const std::vector<Difference>& differences) {
  std::string text;
  for (const auto& x : differences) {
    text += fmt::format("  {:<9} {}", word_of(x.what), text::printable(x.object));
    if constexpr (requires { x.reason; })
      if (!x.reason.empty()) text += ": " + text::printable(x.reason);
    text += '\n';
    for (const auto& field : x.fields) text += "            " + core::releases::describe(field) + "\n";
  }
  return text.empty() ? "  no difference\n" : text;
}

std::string release_line(const chart_comparison& x, const std::string& module) {
  if (x.revision == 0) return fmt::format("release '{}': there is none, so all is new\n", module);
  return fmt::format("release '{}', revision {}, as it is -> as helm would make it:\n", module, x.revision);
}

} // namespace

chart_comparison compare_chart(const messages::release_rendered& rendered, const core::releases::object_view& view) {
  const auto& now = *rendered.now;
  // Helm applies the items of a List each for itself, so they are compared that way.
  const auto objects = core::releases::objects_one_by_one(*rendered.objects);
  return {now.revision, now.manifest.map([&](const std::vector<text::json>& manifest) {
            return core::releases::manifest_differences(manifest, objects, now.namespace_name, view);
          }),
          against_cluster(objects, now, view)};
}

std::string text_of(const chart_comparison& x, const std::string& module) {
  auto text = release_line(x, module);
  text += x.of_release ? lines_of(*x.of_release) : "  not known: " + x.of_release.error().message + "\n";
  return text + "cluster, as it is -> as the chart has it:\n" + lines_of(x.of_cluster);
}

text::json tree_of(const chart_comparison& x) {
  text::json::object_type release{{"revision", static_cast<std::int64_t>(x.revision)}};
  if (x.of_release)
    release.emplace_back("differences", items_of(*x.of_release));
  else
    release.emplace_back("notKnown", x.of_release.error().message);
  return text::json::object({{"release", text::json::object(std::move(release))},
                             {"cluster", text::json::object({{"differences", items_of(x.of_cluster)}})}});
}

} // namespace actors::telemetry
