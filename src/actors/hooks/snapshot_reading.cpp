#include "actors/hooks/snapshot_reading.hpp"

#include <algorithm>
#include <tuple>

namespace actors {

namespace {

bool before(const core::snapshot_object& a, const core::snapshot_object& b) {
  return std::tie(a.namespace_name, a.name) < std::tie(b.namespace_name, b.name);
}

} // namespace

binding_answers::binding_answers(core::source_number last_source, std::size_t expected) : missing_(expected) {
  position_.last_source = last_source;
}

void binding_answers::take(core::source_number source, const snapshot_read& x) {
  --missing_;
  if (const auto* unknown = std::get_if<core::unlisted>(&x.objects)) {
    problem_ = unknown->reason;
    return;
  }
  position_.revisions.emplace(source, x.revision);
  lists_.push_back(std::get<std::shared_ptr<const core::object_list>>(x.objects));
}

binding_read binding_answers::join() const {
  if (!problem_.empty()) return {core::unlisted{problem_}, {}};
  // Most bindings have one watch, whose list is everybody's.
  if (lists_.size() == 1) return {lists_.front(), position_};
  core::object_list all;
  for (const auto& list : lists_) {
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), list->begin(), list->end());
    std::inplace_merge(all.begin(), all.begin() + middle, all.end(), before);
  }
  return {std::make_shared<const core::object_list>(std::move(all)), position_};
}

} // namespace actors
