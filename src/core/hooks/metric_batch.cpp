#include "core/hooks/metric_batch.hpp"

namespace core::hooks {

metric_batch::text_id metric_batch::id_of(const std::string& text) {
  const auto [at, fresh] = ids_.try_emplace(text, static_cast<text_id>(texts_.size()));
  if (fresh) texts_.push_back(&at->first);
  return at->second;
}

void metric_batch::append(const metric_operation& x) {
  for (const auto& [key, value] : x.labels) {
    const auto key_id = id_of(key);
    labels_.emplace_back(key_id, id_of(value));
  }
  buckets_.insert(buckets_.end(), x.buckets.begin(), x.buckets.end());
  operations_.push_back({.value = x.value,
                         .name = id_of(x.name),
                         .group = id_of(x.group),
                         .buckets_end = static_cast<std::uint32_t>(buckets_.size()),
                         .labels_end = static_cast<std::uint32_t>(labels_.size()),
                         .what = x.what});
}

metric_operation metric_batch::operator[](std::size_t index) const {
  const auto& x = operations_[index];
  metric_operation out;
  out.name = text(x.name);
  out.what = x.what;
  out.value = x.value;
  out.group = text(x.group);
  const auto first_bucket = index == 0 ? 0 : operations_[index - 1].buckets_end;
  const auto first_label = index == 0 ? 0 : operations_[index - 1].labels_end;
  out.buckets.assign(buckets_.begin() + first_bucket, buckets_.begin() + x.buckets_end);
  for (auto i = first_label; i < x.labels_end; ++i)
    out.labels.emplace_back(text(labels_[i].first), text(labels_[i].second));
  return out;
}

} // namespace core::hooks
