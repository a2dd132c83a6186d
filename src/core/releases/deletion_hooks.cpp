#include "core/releases/deletion_hooks.hpp"

#include "core/values/hook_label.hpp"
#include "core/values/value_hooks.hpp"
#include "text/plain/checksum.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace core::releases {

namespace {

using labels_type = std::map<std::string, std::string>;

/// A binding of the deletion, and the beginning of the keys of its labels.
struct moment {
  std::string_view prefix;
  std::string_view binding;
  std::set<std::string> deletion_hooks::*hooks;
};

constexpr std::array moments{moment{"moduleBeforeDelete.", "beforeDeleteHelm", &deletion_hooks::before},
                             moment{"moduleAfterDelete.", "afterDeleteHelm", &deletion_hooks::after}};
constexpr std::size_t digest_digits = 10;

/// A path may be longer than a label's key, so the key identifies the hook by a digest.
labels_type labels_at(const moment& at, const deletion_hooks& now) {
  labels_type labels;
  for (const auto& name : now.*at.hooks)
    labels.emplace(std::string(at.prefix) + text::md5_hex(name).substr(0, digest_digits),
                   values::label_value_of({"module", name}));
  return labels;
}

/// The labels of hooks that are missing, unless as many hooks are new.
labels_type missing_at(const moment& at, const labels_type& labels, const deletion_hooks& now) {
  const auto present = labels_at(at, now);
  labels_type missing;
  std::size_t known = 0;
  for (const auto& x : labels) {
    if (!x.first.starts_with(at.prefix)) continue;
    if (present.contains(x.first))
      ++known;
    else
      missing.insert(x);
  }
  const auto fresh = present.size() - known;
  return fresh >= missing.size() ? labels_type() : missing;
}

bool is_deletion_hook_label(const std::string& key) {
  return key.starts_with(moments[0].prefix) || key.starts_with(moments[1].prefix);
}

/// The labels of renamed hooks.
std::vector<std::string> outdated(const release& last, const deletion_hooks& now) {
  std::vector<std::string> keys;
  const auto missing = missing_deletion_hooks(deletion_hook_labels_of(last), now, deletion_stage::installed);
  for (const auto& [key, name] : deletion_hook_labels_of(last)) {
    const bool is_present = labels_at(moments[0], now).contains(key) || labels_at(moments[1], now).contains(key);
    if (!is_present && !missing.contains(key)) keys.push_back(key);
  }
  return keys;
}

} // namespace

std::map<std::string, std::string> deletion_hook_labels(const std::optional<release>& last, const deletion_hooks& now) {
  auto labels = labels_at(moments[0], now);
  labels.merge(labels_at(moments[1], now));
  // Helm copies labels to the next revision, so an outdated label must be removed explicitly.
  if (last)
    for (const auto& key : outdated(*last, now)) labels.emplace(key, label_taken_away);
  return labels;
}

std::map<std::string, std::string> deletion_hook_labels_due(const release& last, const deletion_hooks& now) {
  auto due = labels_at(moments[0], now);
  due.merge(labels_at(moments[1], now));
  std::erase_if(due, [&](const auto& x) { return last.label(x.first) == x.second; });
  for (const auto& key : outdated(last, now)) due.emplace(key, "");
  return due;
}

std::map<std::string, std::string> deletion_hook_labels_of(const release& x) {
  auto labels = x.labels;
  std::erase_if(labels, [](const auto& label) { return !is_deletion_hook_label(label.first); });
  return labels;
}

std::string words_of_deletion_hooks(const std::map<std::string, std::string>& labels) {
  std::string words;
  for (const auto& at : moments) {
    std::set<std::string> names;
    for (const auto& [key, name] : labels)
      if (key.starts_with(at.prefix)) names.insert(values::name_of_deletion_hook(key, name));
    for (const auto& name : names) words += (words.empty() ? "" : ", ") + name + " (" + std::string(at.binding) + ")";
  }
  return words;
}

std::map<std::string, std::string> missing_deletion_hooks(const std::map<std::string, std::string>& labels,
                                                          const deletion_hooks& now, deletion_stage stage) {
  auto missing = missing_at(moments[1], labels, now);
  if (stage == deletion_stage::installed) missing.merge(missing_at(moments[0], labels, now));
  return missing;
}

} // namespace core::releases
