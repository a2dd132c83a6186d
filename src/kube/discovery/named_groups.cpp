#include "kube/discovery/named_groups.hpp"

#include <utility>
#include <variant>

namespace kube::discovery {

namespace {

constexpr auto next_step = "write apiVersion, or start the operator again if the kind of the other group is meant";

api::kind_undecided not_meant(const std::string& name, const std::string& before, const api::resource& now) {
  return {.reason = "'" + name + "' was " + before + "; only " + now.api_version()
                    + " has a kind of this name now, with other objects: " + next_step,
          .code = base::error_code::invalid_input,
          .gap = api::undiscovered::groups};
}

} // namespace

api::lookup_result named_groups::judge(const std::string& name, api::lookup_result found) {
  // Only the answer that several groups have the kind has this code.
  if (const auto* undecided = std::get_if<api::kind_undecided>(&found);
      undecided != nullptr && undecided->code == base::error_code::invalid_input)
    by_name_.try_emplace(name, first_answer{.is_ambiguous = true});
  const auto* known = std::get_if<api::resource>(&found);
  if (known == nullptr) return found;
  const auto& before = by_name_.try_emplace(name, first_answer{.group = known->group}).first->second;
  if (before.is_ambiguous) return not_meant(name, "a kind of several API groups", *known);
  if (before.group == known->group || (api::is_own_group(before.group) && api::is_own_group(known->group)))
    return found;
  return not_meant(name, "a kind of API group " + before.group + ", which does not serve it any more", *known);
}

} // namespace kube::discovery
