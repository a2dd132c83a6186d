#include "core/bindings/snapshot.hpp"

#include "text/plain/checksum.hpp"

#include <cstring>
#include <iterator>
#include <utility>

namespace core::bindings {

namespace {

/// The first 128 bits of SHA-256.
checksum checksum_of(std::string_view text) {
  const auto digest = text::sha256(text);
  checksum out{};
  std::memcpy(out.data(), digest.data(), sizeof out);
  return out;
}

std::size_t result_bytes_of(const snapshot_object& x) noexcept {
  return x.filter_result ? x.filter_result->size() : 0;
}

} // namespace

std::size_t bytes_of(const snapshot_object& x) noexcept {
  return (x.object ? x.object->size() : 0) + (x.filter_result ? x.filter_result->size() : 0);
}

snapshot_object view_of(const kubernetes_binding& binding, std::string namespace_name, std::string name,
                        text::shared_text object, text::shared_text filter_result) {
  snapshot_object view{std::move(namespace_name), std::move(name), nullptr, nullptr, {}};
  if (binding.has_filter()) view.filter_result = std::move(filter_result);
  // If there is a filter, only a change of its result is an event, so the checksum ignores the rest of the
  // object.
  const auto& decisive = view.filter_result ? view.filter_result : object;
  if (decisive) view.sum = checksum_of(*decisive);
  if (binding.keep_full_objects) view.object = std::move(object);
  return view;
}

snapshot::snapshot(object_list objects)
  : objects_(std::make_move_iterator(objects.begin()), std::make_move_iterator(objects.end())) {
  for (const auto& x : objects_) result_bytes_ += result_bytes_of(x);
}

std::optional<watch_event> snapshot::put(snapshot_object x) {
  result_bytes_ += result_bytes_of(x);
  const auto at = objects_.lower_bound(by_key::of(x));
  if (at == objects_.end() || by_key::of(*at) != by_key::of(x)) {
    objects_.insert(at, std::move(x));
    return watch_event::added;
  }
  // The object is replaced even if the change is not an event, because snapshots must show the newest
  // content.
  const bool same = at->sum == x.sum;
  result_bytes_ -= result_bytes_of(*at);
  const auto next = std::next(at);
  // Items of a set are constant, so the node is taken out, changed and put back, which allocates no memory.
  auto node = objects_.extract(at);
  node.value() = std::move(x);
  objects_.insert(next, std::move(node));
  return same ? std::nullopt : std::optional(watch_event::modified);
}

std::optional<snapshot_object> snapshot::remove(std::string_view namespace_name, std::string_view name) {
  const auto at = objects_.find(key(namespace_name, name));
  if (at == objects_.end()) return std::nullopt;
  result_bytes_ -= result_bytes_of(*at);
  return std::move(objects_.extract(at).value());
}

void snapshot::drop_texts() {
  decltype(objects_) kept;
  while (!objects_.empty()) {
    auto node = objects_.extract(objects_.begin());
    node.value().object = nullptr;
    node.value().filter_result = nullptr;
    kept.insert(kept.end(), std::move(node));
  }
  objects_ = std::move(kept);
  result_bytes_ = 0;
}

const snapshot_object* snapshot::find(std::string_view namespace_name, std::string_view name) const {
  const auto at = objects_.find(key(namespace_name, name));
  return at == objects_.end() ? nullptr : &*at;
}

} // namespace core::bindings
