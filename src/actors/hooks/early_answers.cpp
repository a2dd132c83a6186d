#include "actors/hooks/early_answers.hpp"

#include <algorithm>
#include <utility>

namespace actors::hooks {

namespace {

bool is_same_file(const core::hooks::hook_file& a, const core::hooks::hook_file& b) {
  return a.path == b.path && a.name == b.name && a.digest == b.digest;
}

} // namespace

void early_answers::keep(const hook_source& asked, const hooks_loaded& answers) {
  answers_.reset();
  const auto is_certain = [&](const core::hooks::hook_file& file) {
    const auto found = answers.asked.find(file.name);
    return found != answers.asked.end() && !file.digest.empty() && found->second == file.digest;
  };
  const auto& files = asked.found.hooks;
  if (answers.failure || !std::all_of(files.begin(), files.end(), is_certain)) return;
  files_ = files;
  venv_ = asked.found.venv;
  answers_ = answers;
}

const hooks_loaded* early_answers::find(const hook_source& wanted) const {
  const auto& files = wanted.found.hooks;
  const bool is_same = answers_ && wanted.unreadable.empty() && wanted.found.venv == venv_
                       && std::equal(files.begin(), files.end(), files_.begin(), files_.end(), is_same_file);
  return is_same ? &*answers_ : nullptr;
}

std::optional<hooks_loaded> early_answers::take(const hook_source& wanted) {
  const bool is_found = find(wanted) != nullptr;
  auto taken = std::exchange(answers_, {});
  return is_found ? std::move(taken) : std::nullopt;
}

} // namespace actors::hooks
