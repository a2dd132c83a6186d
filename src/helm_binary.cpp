#include "helm_binary.hpp"

#include "absolute_path.hpp"
#include "program_path.hpp"
#include "sys/environment.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

namespace {

std::string in_cache() {
  const auto home = sys::environment_variable("HOME").value_or("");
  const auto cache = sys::environment_variable("XDG_CACHE_HOME").value_or(home + "/.cache") + "/addon-operator/tools";
  const auto entries = sys::list_directory(cache);
  if (!entries) return {};
  std::string newest;
  for (const auto& entry : *entries) {
    const auto candidate = cache + "/" + entry.path + "/helm";
    if (entry.path.starts_with("helm-4") && sys::is_executable_file(candidate)) newest = candidate;
  }
  return newest;
}

} // namespace

std::string find_helm_binary() {
  const auto given = sys::environment_variable("HELM_BIN").value_or("");
  if (given.find('/') != std::string::npos) return absolute_path(given);
  auto found = find_in_path(given.empty() ? "helm" : given);
  if (found.empty() && given.empty()) found = in_cache();
  return absolute_path(found);
}
