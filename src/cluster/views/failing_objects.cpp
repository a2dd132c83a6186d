#include "cluster/views/failing_objects.hpp"

namespace cluster::views {

void failing_objects::note(const kube::objects::object_ptr& object, const base::error& why, earlier_view before) {
  const auto& key = object->name();
  // The earlier view stays: hooks then see the previous state of the object, which is better than a deletion.
  if (before == earlier_view::stays) {
    failing_.emplace(key, why.message);
    return;
  }
  unseen_.emplace(key, why.message);
  // Only a filter that was stopped may later succeed on the same object, because its time depends on the
  // machine. After any other failure the filter can succeed only on a changed object.
  if (why.code == base::error_code::timeout) again_.emplace(key, kube::objects::packed(object));
}

void failing_objects::forget(const text::full_name& name) {
  failing_.erase(name);
  unseen_.erase(name);
  again_.erase(name);
}

void failing_objects::forget_all() {
  failing_.clear();
  unseen_.clear();
  again_.clear();
}

std::optional<filter_trouble> failing_objects::trouble(std::size_t views) const {
  if (failing_.empty() && unseen_.empty()) return std::nullopt;
  // An object without a view delays the module, so it is named first.
  const auto& [key, reason] = unseen_.empty() ? *failing_.begin() : *unseen_.begin();
  const auto name = (key.space().empty() ? "" : key.space() + "/") + std::string(key.name());
  return filter_trouble{failing_.size() + unseen_.size(), unseen_.size(), views == 0, name, reason};
}

std::vector<kube::objects::object_ptr> failing_objects::stopped_on() const {
  std::vector<kube::objects::object_ptr> objects;
  objects.reserve(again_.size());
  for (const auto& [key, object] : again_) objects.push_back(object);
  return objects;
}

} // namespace cluster::views
