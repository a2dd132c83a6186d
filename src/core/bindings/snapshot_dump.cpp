#include "core/bindings/snapshot_dump.hpp"

#include "core/bindings/snapshot_text.hpp"

#include <fmt/format.h>

#include <memory>
#include <string_view>

namespace core::bindings {

namespace {

std::size_t bytes_of(const object_list& objects) {
  std::size_t bytes = 0;
  for (const auto& x : objects) bytes += x.object.size() + x.filter_result.size();
  return bytes;
}

std::size_t bytes_of(const snapshots_by_binding& snapshots) {
  std::size_t bytes = 0;
  for (const auto& [id, known] : snapshots)
    if (const auto* objects = std::get_if<std::shared_ptr<const object_list>>(&known)) bytes += bytes_of(**objects);
  return bytes;
}

void append_binding(text::json_text& out, const known_objects& known) {
  out.open('{');
  if (const auto* unknown = std::get_if<unlisted>(&known)) {
    out.member("unknown", unknown->reason);
  } else {
    out.key("snapshot");
    append_objects(out, *std::get<std::shared_ptr<const object_list>>(known));
  }
  out.close('}');
}

void append_hook(text::json_text& out, const hook_definition& hook, const snapshots_by_binding& snapshots) {
  const known_objects nobody_watches = unlisted{"nothing watches them"};
  std::map<std::string_view, const known_objects*> by_name;
  for (std::size_t i = 0; i < hook.kubernetes.size(); ++i) {
    const auto at = snapshots.find({hook.name, i});
    by_name.try_emplace(hook.kubernetes[i].name, at == snapshots.end() ? &nobody_watches : &at->second);
  }
  out.key(hook.name);
  out.open('{');
  for (const auto& [name, known] : by_name) {
    out.key(name);
    append_binding(out, *known);
  }
  out.close('}');
}

} // namespace

base::result<std::string> snapshot_dump(const hook_registry& hooks, const snapshots_by_binding& snapshots,
                                        std::size_t bytes_max) {
  // The size is checked before the text is created, because the text is a second copy of all objects.
  const auto bytes = bytes_of(snapshots);
  if (bytes > bytes_max)
    return base::fail(
      base::error_code::unavailable,
      fmt::format("the objects in these snapshots have {} bytes, at most {} are shown: look at them in the "
                  "cluster",
                  bytes, bytes_max));
  text::json_text out;
  out.open('{');
  for (const auto& hook : hooks.hooks())
    if (!hook->kubernetes.empty()) append_hook(out, *hook, snapshots);
  out.close('}');
  return out.take();
}

} // namespace core::bindings
