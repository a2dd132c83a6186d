#include "actors/releases/template_search.hpp"

#include "actors/releases/modules_in_directories.hpp"
#include "core/releases/chart_archive.hpp"
#include "core/releases/template_objects.hpp"
#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace actors::releases {

namespace {

/// A larger file is not searched: templates are written by people.
constexpr std::uint64_t template_bytes_max = 1 << 20;

bool is_template(std::string_view path) {
  return path.starts_with("templates/") || (path.starts_with("charts/") && path.find("/templates/") != path.npos);
}

bool is_packed_chart(std::string_view path) {
  return path.starts_with("charts/") && path.ends_with(".tgz");
}

using found_objects = std::vector<core::releases::template_object>;

void add_objects(found_objects& to, std::string_view text, const std::string& module, const searching_release& of) {
  auto objects = core::releases::objects_in_template(text, module, of.namespace_name);
  to.insert(to.end(), std::make_move_iterator(objects.begin()), std::make_move_iterator(objects.end()));
}

found_objects objects_of(const directory_of_module& x, const searching_release& of) {
  found_objects found;
  const auto tree =
    sys::files::list_followed_tree(x.path, {.passes_by = [](std::string_view path) {
                                     return path.find('/') == path.npos && path != "templates" && path != "charts";
                                   }});
  if (!tree) return found;
  for (const auto& entry : *tree) {
    if (entry.is_directory || !(is_template(entry.path) || is_packed_chart(entry.path))) continue;
    const auto full = x.path + "/" + entry.path;
    if (sys::files::size_of_file(full).value_or(template_bytes_max + 1) > template_bytes_max) continue;
    const auto text = sys::files::read_file(full);
    if (!text) continue;
    if (!is_packed_chart(entry.path)) {
      add_objects(found, *text, x.module, of);
      continue;
    }
    const auto packed = core::releases::read_chart_archive(*text);
    // Helm will report the damage when this chart is used.
    if (!packed) continue;
    for (const auto& file : *packed)
      if (file.path.find("/templates/") != file.path.npos) add_objects(found, file.content, x.module, of);
  }
  return found;
}

} // namespace

std::vector<core::releases::shared_object>
find_in_templates(const searching_release& of, const std::vector<core::releases::manifest_object>& objects) {
  using core::releases::shared_object;
  using core::releases::sharing;
  auto modules = modules_in_directories(of.modules_dirs);
  const auto is_on = [&](const auto& x) { return !of.on || of.on->contains(x.module); };
  std::stable_partition(modules.begin(), modules.end(), is_on);
  std::vector<shared_object> found;
  std::set<std::string> seen{of.name};
  for (const auto& module : modules) {
    // The first of several directories of a module counts.
    if (!seen.insert(module.module).second || (!is_on(module) && !of.asks_modules_that_are_off)) continue;
    const auto left = core::releases::without_shared(objects, found);
    if (left.empty()) break;
    const auto has = objects_of(module, of);
    for (const auto& object : left)
      if (std::any_of(has.begin(), has.end(),
                      [&](const auto& x) { return core::releases::may_be(x, object, of.namespace_name); }))
        found.push_back({object, module.module, is_on(module) ? sharing::in_templates : sharing::in_templates_off});
  }
  const auto place = [&](const shared_object& x) { return std::find(objects.begin(), objects.end(), x.object); };
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return found;
}

} // namespace actors::releases
