#pragma once

#include "worlds/model.hpp"
#include "worlds/plan.hpp"

#include <algorithm>
#include <string>

namespace worlds {

[[nodiscard]] inline bool is_stray(const plan& x, const std::string& release) {
  return std::find(x.strays.begin(), x.strays.end(), release) != x.strays.end();
}

/// Whether the problem names the stray release as held.
[[nodiscard]] inline bool is_named_as_kept(const std::string& problem, const std::string& release) {
  const std::string intro = "stay as they are: ";
  const auto at = problem.find(intro);
  if (at == problem.npos) return false;
  const auto list = problem.substr(at + intro.size());
  const auto found = list.find(release);
  return found != list.npos && (found == 0 || list[found - 1] == ' ');
}

/// Whether stray releases may stay: they were held while there was no ConfigMap, or while a module could not
/// be used, or because there are several. They stay until their removal is confirmed.
[[nodiscard]] inline bool may_keep_strays(const plan& x) {
  const auto is_doubt = [](const auto& trouble) {
    return trouble.kind == trouble_kind::config_goes || trouble.kind == trouble_kind::config_invalid;
  };
  return x.strays.size() > 1 || std::any_of(x.troubles.begin(), x.troubles.end(), is_doubt);
}

/// Whether the problem is about stray releases that may stay, or about the flag that has confirmed the
/// removal of such a release.
[[nodiscard]] inline bool is_of_strays(const plan& x, const std::string& problem) {
  return std::any_of(x.strays.begin(), x.strays.end(), [&](const auto& name) {
    return (may_keep_strays(x) && is_named_as_kept(problem, name))
           || problem.starts_with("ConfigMap key '" + name + "Enabled'");
  });
}

/// Whether a flag of the ConfigMap confirms the removal of a release.
[[nodiscard]] inline bool is_confirmed(const simulation::fake_api_server& api, const std::string& release) {
  const auto flag = config_section(api, release + "Enabled");
  return flag.is_bool() && !flag.as_bool();
}

} // namespace worlds
