#include "base/actor_name.hpp"

#include <cstddef>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace base {

namespace {

/// The maximal number of names that are kept. Actors have the names of modules, hooks, queues and watches,
/// some hundred on a platform. Only hooks that change their bindings again and again reach the limit.
constexpr std::size_t kept_labels_max = 10'000;

} // namespace

actor_name kept_label(std::string text) {
  static std::mutex mutex;
  // Never destroyed, because threads that end late may still refer to a name.
  static auto& texts = *new std::unordered_set<std::string>;
  const std::lock_guard lock(mutex);
  if (texts.size() >= kept_labels_max && !texts.contains(text))
    return std::make_shared<const std::string>(std::move(text));
  return {std::shared_ptr<void>(), &*texts.insert(std::move(text)).first};
}

} // namespace base
