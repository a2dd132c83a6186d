#include "core/releases/lost_labels.hpp"

#include "core/releases/changed_values.hpp"
#include "text/json/json_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;

text::json without_modules(const text::json& values) {
  const auto* global = values.find("global");
  return global != nullptr && global->is_object() ? values.with("global", global->without("enabledModules")) : values;
}

template <class Names>
std::string first_of(const Names& names) {
  std::vector<std::string> named;
  for (const auto& name : names)
    if (named.size() < named_max) named.push_back(name);
  return fmt::format("{}{}", fmt::join(named, ", "),
                     names.size() > named_max ? fmt::format(" and {} more", names.size() - named_max) : "");
}

} // namespace

bool has_lost_labels(const release& last, const std::set<std::string>& modules) {
  return last.status == release_status::deployed && !modules.empty() && !is_made_by_operator(last);
}

std::map<std::string, std::string> lost_labels(const release& last, const labelled_facts& facts,
                                               const std::string& inputs) {
  auto labels = labels_of_next(last, facts);
  std::erase_if(labels, [](const auto& x) { return x.second == label_taken_away; });
  labels.insert_or_assign(std::string(inputs_checksum_label), inputs);
  labels.insert_or_assign(std::string(module_revision_label), std::to_string(last.revision));
  return labels;
}

std::string words_of_reset_values(const text::json& before, const text::json& now) {
  if (!before.is_object() || !now.is_object()) return {};
  const auto differs = compare_values(without_modules(before), without_modules(now));
  std::vector<std::string> words;
  for (const auto* names : {&differs.gone, &differs.changed})
    if (!names->empty()) words.push_back(names->words());
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string words_of_gone_values(const text::json& before, const text::json& now) {
  if (!before.is_object() || !now.is_object()) return {};
  const auto differs = compare_values(without_modules(before), without_modules(now));
  return differs.gone.empty() ? std::string() : differs.gone.words();
}

std::string describe_removed_labels(const std::vector<std::string>& releases, const std::set<std::string>& labels,
                                    const std::vector<std::string>& unknown, const std::string& kind) {
  return fmt::format(
    "the API server has stored the records ({}s) of releases {} without labels that the operator has written ({}): an "
    "admission policy may remove them. After a restart the operator does not know what these releases had, so it holds "
    "upgrades that would delete objects or reset values, and removes none of the releases{}. Exempt {}s with the label "
    "`owner=helm` from the policy; the labels are then written again",
    kind, first_of(releases), first_of(labels),
    unknown.empty() ? std::string() : fmt::format(" (nor {}, without a label of an operator)", first_of(unknown)),
    kind);
}

} // namespace core::releases
