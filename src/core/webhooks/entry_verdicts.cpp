#include "core/webhooks/entry_verdicts.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

namespace core::webhooks {

namespace {

/// A webhook has two contents: its wanted and its earlier entry. A third content takes the place of both.
constexpr std::size_t contents_max = 2;

std::string name_of(const text::json& entry) {
  return entry.string_at("name").value_or("");
}

std::string content_of(const text::json& entry) {
  return entry.without("clientConfig").dump();
}

} // namespace

void entry_verdicts::refuse(const text::json& entry, std::string words) {
  auto& known = refused_[name_of(entry)];
  auto content = content_of(entry);
  if (known.size() >= contents_max && !known.contains(content)) known.clear();
  known.insert_or_assign(std::move(content), std::move(words));
}

void entry_verdicts::accept(const text::json& entry) {
  const auto known = refused_.find(name_of(entry));
  if (known != refused_.end()) known->second.erase(content_of(entry));
}

const std::string* entry_verdicts::refusal(const text::json& entry) const {
  const auto known = refused_.find(name_of(entry));
  if (known == refused_.end()) return nullptr;
  const auto at = known->second.find(content_of(entry));
  return at == known->second.end() ? nullptr : &at->second;
}

void entry_verdicts::keep(const std::set<std::string>& names) {
  std::erase_if(refused_, [&](const auto& x) { return !names.contains(x.first) || x.second.empty(); });
}

bool is_about_content(const base::error& refusal) {
  return refusal.code == base::error_code::invalid_input
         || refusal.message.find("failed to create typed patch object") != std::string::npos;
}

std::string words_on_entry(const std::string& message) {
  constexpr std::string_view invalid = " is invalid: ";
  constexpr std::string_view index = "webhooks[0].";
  const auto at = message.find(invalid);
  auto words = at == std::string::npos ? message : message.substr(at + invalid.size());
  for (auto found = words.find(index); found != std::string::npos; found = words.find(index, found))
    words.erase(found, index.size());
  return words;
}

} // namespace core::webhooks
