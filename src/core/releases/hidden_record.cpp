#include "core/releases/hidden_record.hpp"

#include "text/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace core::releases {

namespace {

/// The release and the revision in the name of a record; nullopt: it is not the name of a record.
std::optional<std::pair<std::string, std::uint32_t>> read_record_name(std::string_view name) {
  constexpr std::string_view prefix = "sh.helm.release.v1.";
  constexpr std::string_view mark = ".v";
  const auto at = name.rfind(mark);
  if (!name.starts_with(prefix) || at == std::string_view::npos || at <= prefix.size()) return std::nullopt;
  const auto digits = name.substr(at + mark.size());
  std::uint32_t revision = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), revision);
  if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
  return std::pair(std::string(name.substr(prefix.size(), at - prefix.size())), revision);
}

} // namespace

std::optional<hidden_record> read_hidden_record(std::string_view object) {
  const auto read = text::parse_json(object);
  const auto* metadata = read ? read->find("metadata") : nullptr;
  const auto named = metadata == nullptr ? std::nullopt : read_record_name(metadata->string_at("name").value_or(""));
  if (!named) return std::nullopt;
  hidden_record x{named->first, named->second};
  const auto* labels = metadata->find("labels");
  const auto expect = [&](const char* label, const std::string& value) {
    if (labels == nullptr || labels->string_at(label) != value) x.lost.emplace(label, value);
  };
  expect("owner", "helm");
  expect("name", x.release);
  return x.lost.empty() ? std::nullopt : std::optional(std::move(x));
}

std::string words_of_hidden_records(const std::vector<hidden_record>& records, release_storage storage) {
  const auto latest = std::max_element(records.begin(), records.end(),
                                       [](const auto& a, const auto& b) { return a.revision < b.revision; });
  const auto more = records.size() == 1 ? std::string() : fmt::format(" and {} more", records.size() - 1);
  return fmt::format("{} '{}'{}", storage == release_storage::secrets ? "Secret" : "ConfigMap",
                     release_secret_name(latest->release, latest->revision), more);
}

std::string command_to_show(const std::vector<hidden_record>& records, std::string_view namespace_name,
                            release_storage storage) {
  std::string names;
  std::map<std::string, std::string> labels;
  for (const auto& x : records) {
    names += " " + release_secret_name(x.release, x.revision);
    labels.insert(x.lost.begin(), x.lost.end());
  }
  std::string pairs;
  for (const auto& [label, value] : labels) pairs += fmt::format(" {}={}", label, value);
  return fmt::format("kubectl -n {} label {}{}{} --overwrite", namespace_name, name(storage), names, pairs);
}

} // namespace core::releases
