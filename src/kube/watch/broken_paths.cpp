#include "kube/watch/broken_paths.hpp"

namespace kube::watch {

bool broken_paths::broke(const std::string& path, std::int64_t now_us) {
  auto found = paths_.find(path);
  if (found == paths_.end() && paths_.size() >= kept_max) return false;
  if (found == paths_.end()) found = paths_.emplace(path, breaks{}).first;
  auto& known = found->second;
  if (now_us - known.last_us > between_max_us) known = {};
  known.last_us = now_us;
  known.is_proven = known.others_answered && now_us - answered_us_ <= moment_us;
  return known.is_proven;
}

void broken_paths::answered(const std::string& path, std::int64_t now_us) {
  answered_us_ = now_us;
  paths_.erase(path);
  for (auto& [other, known] : paths_) known.others_answered = true;
}

bool broken_paths::is_broken(const std::string& path) const {
  const auto found = paths_.find(path);
  return found != paths_.end() && found->second.is_proven;
}

base::error error_of_path(const base::error& reason, const std::string& path) {
  return {reason.code, reason.message + "; this happens to each request for " + path
                         + ", and other requests are answered: look at the server of this API, and at the proxies "
                           "before it"};
}

} // namespace kube::watch
