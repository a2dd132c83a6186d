#include "core/releases/blocking_records.hpp"

#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "text/json/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::size_t named_records_max = 3;

/// The revision in the labels of a record; 0: no revision.
std::uint32_t revision_of(const std::string& record) {
  const auto read = read_release(record);
  return read ? read->revision : 0;
}

/// The last revision that Helm can read; nullopt: Helm cannot read any revision.
std::optional<std::uint32_t> last_readable(const std::vector<std::string>& records) {
  std::optional<std::uint32_t> last;
  for (const auto& record : records)
    if (read_manifest(record)) last = std::max(last.value_or(0), revision_of(record));
  return last;
}

/// Helm finds records by their labels, so it does not find a record that has lost its labels. Helm then gives
/// its next record the same name, and the API server refuses that record.
std::optional<std::string> fault_in_place(std::string_view release, const std::string& record) {
  const auto object = text::parse_json(record);
  const auto* metadata = object ? object->find("metadata") : nullptr;
  const auto* labels = metadata != nullptr ? metadata->find("labels") : nullptr;
  const auto has = [&](std::string_view key, std::string_view value) {
    return labels != nullptr && labels->string_at(key) == value;
  };
  if (has("owner", "helm") && has("name", release)) return std::nullopt;
  return fmt::format("{} '{}' has not the labels by which Helm finds it (owner: helm, name: {})",
                     object && object->string_at("kind") == "ConfigMap" ? "ConfigMap" : "Secret",
                     metadata != nullptr ? metadata->string_at("name").value_or("") : "", release);
}

/// A client has changed only the label of the status. Inside the record Helm still reads that an operation is
/// running, forever.
std::optional<std::string> unfinished_inside(std::string_view release, const std::vector<std::string>& records,
                                             std::uint32_t last) {
  for (const auto& record : records) {
    const auto read = read_release(record);
    if (!read || read->revision != last || is_pending(read->status)) continue;
    const auto inside = read_status_inside(record);
    if (!inside || !is_pending(*inside)) continue;
    return fmt::format(
      "'{}': its label 'status' says {}, but Helm reads {} inside, and takes the record for an operation under way: if "
      "no operation is under way, look at the record and delete it, so that release '{}' is made anew over its objects",
      release_secret_name(read->name, read->revision), name(read->status), name(*inside), release);
  }
  return std::nullopt;
}

} // namespace

std::uint32_t next_revision_of_helm(const std::vector<std::string>& records) {
  return last_readable(records).value_or(0) + 1;
}

std::optional<std::string> damaged_records(std::string_view release, const std::vector<std::string>& records,
                                           const std::optional<std::string>& in_place) {
  const auto last = last_readable(records);
  if (last)
    if (auto fault = unfinished_inside(release, records, *last)) return fault;
  std::vector<std::string> faults;
  for (const auto& record : records) {
    const auto manifest = read_manifest(record);
    // A damaged record that is older than the last readable record does no harm.
    if (!manifest && (!last || revision_of(record) > *last)) faults.push_back(manifest.error().message);
  }
  if (in_place)
    if (auto fault = fault_in_place(release, *in_place)) faults.push_back(std::move(*fault));
  if (faults.empty()) return std::nullopt;
  faults.resize(std::min(faults.size(), named_records_max));
  return fmt::format("{}: {}", fmt::join(faults, "; "), advice_on_record(release));
}

std::string advice_on_record(std::string_view release) {
  return fmt::format(
    "Helm cannot read its record of release '{}', which stays as it is: restore the record, or look at it "
    "and delete it, so that the release is made anew over its objects",
    release);
}

} // namespace core::releases
