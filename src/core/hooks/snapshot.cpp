#include "core/hooks/snapshot.hpp"

#include "core/text/checksum.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace core {

namespace {

/// The first 128 bits of SHA-256.
checksum checksum_of(std::string_view text) {
  constexpr std::size_t digits = 16;
  const auto hex = sha256_hex(text);
  checksum out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    std::from_chars(hex.data() + i * digits, hex.data() + (i + 1) * digits, out[i], 16);
  return out;
}

auto key(const snapshot_object& x) {
  return std::tuple<std::string_view, std::string_view>(x.namespace_name, x.name);
}

auto position(auto& objects, std::string_view namespace_name, std::string_view name) {
  return std::lower_bound(objects.begin(), objects.end(), std::tuple(namespace_name, name),
                          [](const snapshot_object& x, const auto& wanted) { return key(x) < wanted; });
}

bool is_at(const auto& objects, const auto& at, std::string_view namespace_name, std::string_view name) {
  return at != objects.end() && key(*at) == std::tuple(namespace_name, name);
}

} // namespace

snapshot_object view_of(const kubernetes_binding& binding, std::string namespace_name, std::string name,
                        shared_text object, shared_text filter_result) {
  snapshot_object view{std::move(namespace_name), std::move(name), nullptr, nullptr, {}};
  if (!binding.jq_filter.empty()) view.filter_result = std::move(filter_result);
  const auto& decisive = view.filter_result ? view.filter_result : object;
  if (decisive) view.sum = checksum_of(*decisive);
  if (binding.keep_full_objects) view.object = std::move(object);
  return view;
}

snapshot::snapshot(object_list objects) : objects_(std::move(objects)) {
  std::sort(objects_.begin(), objects_.end(), [](const auto& a, const auto& b) { return key(a) < key(b); });
}

std::optional<watch_event> snapshot::put(snapshot_object x) {
  auto at = position(objects_, x.namespace_name, x.name);
  if (!is_at(objects_, at, x.namespace_name, x.name)) {
    objects_.insert(at, std::move(x));
    return watch_event::added;
  }
  const bool same = at->sum == x.sum;
  *at = std::move(x);
  return same ? std::nullopt : std::optional(watch_event::modified);
}

std::optional<snapshot_object> snapshot::remove(std::string_view namespace_name, std::string_view name) {
  auto at = position(objects_, namespace_name, name);
  if (!is_at(objects_, at, namespace_name, name)) return std::nullopt;
  auto removed = std::move(*at);
  objects_.erase(at);
  return removed;
}

const snapshot_object* snapshot::find(std::string_view namespace_name, std::string_view name) const noexcept {
  auto at = position(objects_, namespace_name, name);
  return is_at(objects_, at, namespace_name, name) ? &*at : nullptr;
}

} // namespace core
