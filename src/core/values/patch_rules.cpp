#include "core/values/patch_rules.hpp"

#include "core/values/names.hpp"
#include "text/json/shown_place.hpp"
#include "text/json/value_kind.hpp"

#include <algorithm>

namespace core::values {
namespace {

using kind = text::patch_operation::kind;

std::string first_token(const text::json_pointer& place) {
  return place.tokens.empty() ? std::string() : place.tokens.front();
}

tl::unexpected<base::error> refuse(const text::json_pointer& place, const std::string& rule) {
  return base::fail(base::error_code::invalid_input,
                    "unacceptable patch operation for path '" + text::shown_pointer(place) + "' (" + rule + ")");
}

std::string rule_for(const values_owner& owner) {
  return owner.is_global() ? "only 'global' and '*Enabled' are permitted" : "only '" + owner.key() + "' accepted";
}

/// The hint for a path like `/web.size`: its author probably means `/web/size`, but it names a member with a
/// dot in its name.
std::string hint_for_dots(const values_owner& owner, const text::json_pointer& place) {
  if (!first_token(place).starts_with(owner.key() + ".")) return {};
  auto with_slashes = text::shown_pointer(place);
  std::replace(with_slashes.begin(), with_slashes.end(), '.', '/');
  return ": did you mean '" + with_slashes + "'?";
}

bool is_flag(const values_owner& owner, const text::json_pointer& place) {
  return owner.is_global() && place.tokens.size() == 1 && key_of_flag(place.tokens.front());
}

base::result<void> check_flag_operation(const text::patch_operation& operation) {
  if (operation.op == kind::move || operation.op == kind::copy)
    return refuse(operation.path, std::string(text::name(operation.op)) + " of '*Enabled' flags is not supported");
  const bool has_value = operation.op != kind::remove;
  if (has_value && !operation.value.is_bool())
    return base::fail(base::error_code::invalid_input,
                      "unsupported module enabled value at '" + text::shown_pointer(operation.path)
                        + "': must be true or false, got " + text::kind_name(operation.value));
  return {};
}

} // namespace

std::string values_owner::key() const {
  return is_global() ? std::string(global_key) : to_camel(module);
}

base::result<split_patch> split_by_rules(const values_owner& owner, text::json_patch patch) {
  const auto key = owner.key();
  split_patch split;
  for (auto& operation : patch) {
    if (is_flag(owner, operation.path)) {
      if (auto checked = check_flag_operation(operation); !checked) return tl::unexpected(checked.error());
      split.flags.push_back(std::move(operation));
      continue;
    }
    if (first_token(operation.path) != key)
      return refuse(operation.path, rule_for(owner) + hint_for_dots(owner, operation.path));
    const bool has_source = operation.op == kind::move || operation.op == kind::copy;
    if (has_source && first_token(operation.from) != key) return refuse(operation.from, rule_for(owner));
    split.section.push_back(std::move(operation));
  }
  return split;
}

} // namespace core::values
