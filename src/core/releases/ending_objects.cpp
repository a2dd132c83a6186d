#include "core/releases/ending_objects.hpp"

#include "base/word_list.hpp"
#include "text/json/json.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace core::releases {

namespace {

/// Objects beyond this number are counted: a line is to be read.
constexpr std::size_t named_max = 4;

} // namespace

std::string ending_mark(std::string_view object) {
  // Nearly no object is being deleted, so most texts are not parsed.
  if (object.find("\"deletionTimestamp\"") == object.npos) return {};
  const auto parsed = text::parse_json(object);
  const auto* metadata = parsed ? parsed->find("metadata") : nullptr;
  const auto* finalizers = metadata == nullptr ? nullptr : metadata->find("finalizers");
  if (finalizers == nullptr || !finalizers->is_array()) return {};
  std::string names;
  for (const auto& x : finalizers->as_array())
    if (x.is_string()) names += (names.empty() ? "" : ", ") + std::string(x.as_string());
  const auto since = metadata->string_at("deletionTimestamp").value_or("");
  return names.empty() || since.empty() ? std::string() : since + " " + names;
}

bool ending_objects::note(const manifest_object& x, std::string_view mark, std::int64_t now_us) {
  if (mark.empty()) return known_.erase(x) > 0;
  const auto [known, is_new] = known_.try_emplace(x, ending{std::string(mark), now_us});
  if (!is_new) known->second.mark = mark;
  return is_new;
}

std::vector<manifest_object> ending_objects::all() const {
  std::vector<manifest_object> all;
  for (const auto& [object, ending] : known_) all.push_back(object);
  return all;
}

std::optional<std::string> ending_objects::problem_of(const std::vector<manifest_object>& objects,
                                                      std::int64_t now_us) const {
  std::vector<std::string> lines;
  std::size_t more = 0;
  for (const auto& x : objects) {
    const auto known = known_.find(x);
    if (known == known_.end() || known->second.since_us + grace_us > now_us) continue;
    const auto& mark = known->second.mark;
    const auto space = mark.find(' ');
    if (lines.size() == named_max)
      ++more;
    else
      lines.push_back(fmt::format("{} is being deleted since {}, held by the finalizer {}", describe(x),
                                  mark.substr(0, space), mark.substr(space + 1)));
  }
  if (lines.empty()) return std::nullopt;
  if (more > 0) lines.push_back(fmt::format("{} more objects are being deleted", more));
  return base::word_list(lines);
}

} // namespace core::releases
