#include "actors/filter_set.hpp"

#include <memory>
#include <utility>

namespace actors {

core::result<void> filter_set::add(const std::string& program) {
  if (filters_.contains(program)) return {};
  auto filter = core::object_filter::compile(program);
  if (!filter) return tl::unexpected(filter.error());
  filters_.emplace(program, std::move(*filter));
  return {};
}

core::result<core::shared_text> filter_set::apply(const std::string& program, const kube::object_ptr& object) {
  if (object_ != object) {
    results_.clear();
    object_ = object;
  }
  if (const auto known = results_.find(program); known != results_.end()) return known->second;
  auto result = filters_.at(program).apply(object->text).map([](std::string text) {
    return core::shared_text(std::make_shared<const std::string>(std::move(text)));
  });
  return results_.emplace(program, std::move(result)).first->second;
}

} // namespace actors
