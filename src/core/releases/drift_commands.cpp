#include "core/releases/drift_commands.hpp"

#include "core/releases/foreign_writes.hpp"
#include "core/releases/scaled_to_zero.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace core::releases {

namespace {

/// A screen has room for a few commands that a person can read before they are pasted.
constexpr std::size_t commands_max = 3;
constexpr std::size_t patch_bytes_max = 300;

/// The patch without the version of the object: a person pastes it later.
text::json without_version(const text::json& patch) {
  const auto* metadata = patch.find("metadata");
  if (metadata == nullptr) return patch;
  const auto rest = metadata->without("resourceVersion");
  return rest.as_object().empty() ? patch.without("metadata") : patch.with("metadata", rest);
}

std::string namespace_option(const manifest_object& x) {
  return x.namespace_name.empty() ? std::string() : fmt::format("-n {} ", x.namespace_name);
}

std::string kind_in_command(const manifest_object& x) {
  auto kind = x.kind;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return kind;
}

std::string command_to_scale(const compared_object& x) {
  return fmt::format("`kubectl {}scale {} {} --replicas={}`", namespace_option(x.object), kind_in_command(x.object),
                     x.object.name, x.wanted->find("spec")->find("replicas")->dump());
}

std::optional<std::string> command_for(const compared_object& x, const object_view& view) {
  // The view of a Secret has no data, so its patch would not bring them back.
  if (!x.wanted || !x.live || x.object.kind == "Secret") return std::nullopt;
  const auto patch = patch_to_chart(*x.wanted, *x.live, own_managers());
  if (!patch && is_scaled_to_zero(*x.wanted, *x.live)) return command_to_scale(x);
  if (!patch || view(*x.wanted).dump() != x.wanted->dump()) return std::nullopt;
  const auto text = without_version(*patch).dump();
  if (text.size() > patch_bytes_max || text.find_first_of("'`\n") != text.npos) return std::nullopt;
  return fmt::format("`kubectl {}patch {} {} --type merge -p '{}'`", namespace_option(x.object),
                     kind_in_command(x.object), x.object.name, text);
}

} // namespace

std::string take_back_commands(const std::vector<compared_object>& objects, const object_view& view) {
  std::vector<std::string> commands;
  for (const auto& x : objects) {
    if (commands.size() == commands_max) break;
    if (auto command = command_for(x, view)) commands.push_back(std::move(*command));
  }
  return fmt::format("{}", fmt::join(commands, ", "));
}

} // namespace core::releases
