#include "core/bindings/snapshot.hpp"

#include "text/plain/checksum.hpp"

#include <cstring>
#include <string>
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
  return x.filter_result.size();
}

} // namespace

std::size_t bytes_of(const snapshot_object& x) noexcept {
  return x.object.size() + x.filter_result.size();
}

snapshot_object view_of(const kubernetes_binding& binding, text::full_name name, text::packed_text object,
                        text::packed_text filter_result) {
  snapshot_object view{std::move(name), nullptr, nullptr, {}};
  if (binding.has_filter()) view.filter_result = std::move(filter_result);
  // If there is a filter, only a change of its result is an event, so the checksum ignores the rest of the
  // object.
  const auto& decisive = view.filter_result ? view.filter_result : object;
  std::string window;
  if (decisive) view.sum = checksum_of(decisive.read(window));
  if (binding.keep_full_objects) view.object = std::move(object);
  return view;
}

snapshot::snapshot(std::vector<snapshot_object> objects) : objects_(std::move(objects)) {
  for (const auto& x : objects_.list()) result_bytes_ += result_bytes_of(x);
}

std::optional<watch_event> snapshot::put(snapshot_object x) {
  result_bytes_ += result_bytes_of(x);
  const auto* known = objects_.find(by_full_name::of(x));
  if (known == nullptr) {
    objects_.put(std::move(x));
    return watch_event::added;
  }
  // The object is replaced even if the change is not an event, because snapshots must show the newest
  // content.
  const bool same = known->sum == x.sum;
  result_bytes_ -= result_bytes_of(*known);
  objects_.put(std::move(x));
  return same ? std::nullopt : std::optional(watch_event::modified);
}

std::optional<snapshot_object> snapshot::remove(std::string_view namespace_name, std::string_view name) {
  const auto* known = objects_.find({namespace_name, name});
  if (known == nullptr) return std::nullopt;
  auto last = *known;
  result_bytes_ -= result_bytes_of(last);
  objects_.erase({namespace_name, name});
  return last;
}

void snapshot::drop_texts() {
  objects_.change_all([](snapshot_object& x) {
    x.object = nullptr;
    x.filter_result = nullptr;
  });
  result_bytes_ = 0;
}

const snapshot_object* snapshot::find(std::string_view namespace_name, std::string_view name) const {
  return objects_.find({namespace_name, name});
}

} // namespace core::bindings
