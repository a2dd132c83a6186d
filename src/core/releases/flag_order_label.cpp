#include "core/releases/flag_order_label.hpp"

#include "base/contains.hpp"
#include "core/values/flag_source_label.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::string_view no_source = "none";

const char* extender_of(values::flag_source source) {
  switch (source) {
    case values::flag_source::common_values:
    case values::flag_source::module_values: return "Static";
    case values::flag_source::hook_patch: return "DynamicallyEnabled";
    case values::flag_source::config_map: return "KubeConfig";
  }
  return "";
}

} // namespace

std::string flag_order_text(const values::flag_order& order) {
  std::string text;
  for (const auto source : order) text += (text.empty() ? "" : ".") + values::label_of(source);
  return text.empty() ? std::string(no_source) : text;
}

std::optional<values::flag_order> read_flag_order(std::string_view label) {
  values::flag_order order;
  if (label == no_source) return order;
  for (auto left = label; !left.empty();) {
    const auto word = left.substr(0, left.find('.'));
    left.remove_prefix(std::min(word.size() + 1, left.size()));
    const auto source = values::read_label(word);
    if (!source) return std::nullopt;
    order.push_back(*source);
  }
  return order.empty() ? std::nullopt : std::optional(order);
}

std::string extenders_of(const values::flag_order& order) {
  std::string text;
  for (const auto source : order) {
    const std::string name = extender_of(source);
    if (!text.ends_with(name + ",")) text += name + ",";
  }
  return text + "ScriptEnabled";
}

bool decides_by_order_alone(const deciding_flag& x, const values::flag_order& now) {
  const auto before = read_flag_order(x.order_before);
  // If the source that wanted the module has changed its own flag, this is a wish.
  if (!before || *before == now || !x.wanted_by || *x.wanted_by == x.by) return false;
  const auto by = std::find(before->begin(), before->end(), x.by);
  const auto wanted = std::find(before->begin(), before->end(), *x.wanted_by);
  return by == before->end() || (wanted != before->end() && by < wanted);
}

std::string words_on_order(const std::string& key, const deciding_flag& x, const values::flag_order& now,
                           const std::string& label_command) {
  const auto before = read_flag_order(x.order_before).value_or(values::flag_order());
  return fmt::format("the flag {} in {} decides only since --applied-module-extenders "
                     "(ADDON_OPERATOR_APPLIED_MODULE_EXTENDERS) is {}, and the release was made with {}: give the "
                     "option back, or, if the module is to go, run `{} {}-` and restart the operator",
                     key, values::describe(x.by), extenders_of(now), extenders_of(before), label_command,
                     flag_order_label);
}

} // namespace core::releases
