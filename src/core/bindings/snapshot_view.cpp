#include "core/bindings/snapshot_view.hpp"

#include "text/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace core::bindings {

namespace {

/// The kind may be spelt as a plural, in any case.
bool is_of_secrets(const kubernetes_binding& x) {
  auto kind = x.kind;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return kind == "secret" || kind == "secrets";
}

std::string size_of(std::size_t bytes) {
  return fmt::format("<{} byte{}>", bytes, bytes == 1 ? "" : "s");
}

/// The value with sizes in place of all texts and numbers.
text::json hidden(const text::json& x) {
  if (x.is_string()) return size_of(x.as_string().size());
  if (x.is_array()) {
    text::json::array_type items;
    for (const auto& item : x.as_array()) items.push_back(hidden(item));
    return text::json::array(std::move(items));
  }
  if (x.is_object()) {
    text::json::object_type members;
    for (const auto& [name, member] : x.as_object()) members.emplace_back(name, hidden(member));
    return text::json::object(std::move(members));
  }
  return x.is_number() ? text::json(size_of(x.number_text().size())) : x;
}

/// The last applied configuration, an annotation, repeats the data of the Secret.
text::json hidden_metadata(const text::json& x) {
  const auto* annotations = x.is_object() ? x.find("annotations") : nullptr;
  return annotations == nullptr ? x : x.with("annotations", hidden(*annotations));
}

text::json hidden_object(const text::json& x) {
  if (!x.is_object()) return hidden(x);
  auto object = x;
  for (const auto& [name, member] : x.as_object()) {
    if (name == "apiVersion" || name == "kind" || name == "type") continue;
    object = object.with(name, name == "metadata" ? hidden_metadata(member) : hidden(member));
  }
  return object;
}

text::packed_text hidden_text(const text::packed_text& x, text::json (*hide)(const text::json&)) {
  if (!x) return x;
  std::string window;
  const auto parsed = text::parse_json(x.read(window));
  return text::packed_text((parsed ? hide(*parsed) : text::json(size_of(x.size()))).dump());
}

std::shared_ptr<const object_list> hidden_list(const object_list& objects) {
  std::vector<snapshot_object> hidden_objects(objects.begin(), objects.end());
  for (auto& x : hidden_objects) {
    x.object = hidden_text(x.object, hidden_object);
    x.filter_result = hidden_text(x.filter_result, hidden);
  }
  return std::make_shared<const object_list>(std::move(hidden_objects));
}

text::json number(std::size_t x) {
  return static_cast<std::uint64_t>(x);
}

std::string name_of(const snapshot_object& x) {
  auto name = std::string(x.name());
  return x.namespace_name().empty() ? name : x.namespace_name() + "/" + name;
}

text::json sizes_of(const known_objects& known) {
  if (const auto* unknown = std::get_if<unlisted>(&known)) return text::json::object({{"unknown", unknown->reason}});
  const auto& all = *std::get<std::shared_ptr<const object_list>>(known);
  std::vector<snapshot_object> objects(all.begin(), all.end());
  std::stable_sort(objects.begin(), objects.end(),
                   [](const auto& a, const auto& b) { return bytes_of(a) > bytes_of(b); });
  std::size_t bytes = 0;
  text::json::array_type items;
  for (const auto& x : objects) {
    bytes += bytes_of(x);
    items.push_back(text::json::object({{"name", name_of(x)}, {"bytes", number(bytes_of(x))}}));
  }
  return text::json::object({{"bytes", number(bytes)}, {"objects", text::json::array(std::move(items))}});
}

} // namespace

snapshots_by_binding without_secret_contents(const hook_registry& hooks, snapshots_by_binding snapshots) {
  for (const auto& x : hooks.kubernetes()) {
    const auto at = snapshots.find(x.id());
    if (at == snapshots.end() || !is_of_secrets(x.binding())) continue;
    if (const auto* objects = std::get_if<std::shared_ptr<const object_list>>(&at->second))
      at->second = hidden_list(**objects);
  }
  return snapshots;
}

std::size_t bytes_in(const snapshots_by_binding& snapshots) {
  std::size_t bytes = 0;
  for (const auto& [id, known] : snapshots)
    if (const auto* objects = std::get_if<std::shared_ptr<const object_list>>(&known))
      for (const auto& x : **objects) bytes += bytes_of(x);
  return bytes;
}

std::string snapshot_sizes(const hook_registry& hooks, const snapshots_by_binding& snapshots) {
  text::json::object_type all;
  for (const auto& hook : hooks.hooks()) {
    if (hook->kubernetes.empty()) continue;
    auto bindings = text::json::object({});
    for (std::size_t i = 0; i < hook->kubernetes.size(); ++i) {
      const auto& name = hook->kubernetes[i].name;
      const auto at = snapshots.find({hook->name, i});
      // The first of several bindings with a name is shown, as in binding contexts.
      if (bindings.find(name) == nullptr)
        bindings = bindings.with(name, at == snapshots.end() ? text::json::object({{"unknown", "nothing watches them"}})
                                                             : sizes_of(at->second));
    }
    all.emplace_back(hook->name, std::move(bindings));
  }
  return text::json::object(std::move(all)).dump();
}

std::optional<hook_snapshots> only_hook(const hook_registry& hooks, const snapshots_by_binding& snapshots,
                                        std::string_view name) {
  const auto hook = hooks.find(name);
  if (!hook) return std::nullopt;
  hook_snapshots only{hook_registry({*hook}), {}};
  for (const auto& [id, known] : snapshots)
    if (id.hook == name) only.snapshots.emplace(id, known);
  return only;
}

} // namespace core::bindings
