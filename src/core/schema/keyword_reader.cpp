#include "core/schema/keyword_reader.hpp"

#include "base/excerpt.hpp"
#include "core/schema/extension.hpp"

namespace core::schema {

template <class Get>
auto keyword_reader::read_member(const text::json& document, const std::string& place, const char* keyword,
                                 const char* what, Get get) -> decltype(get(document)) {
  const auto* found = document.find(keyword);
  if (!found) return std::nullopt;
  auto value = get(*found);
  if (!value) refuse(place, std::string("'") + keyword + "' must be " + what + ", got " + base::excerpt(found->dump()));
  return value;
}

bool keyword_reader::read_bool(const text::json& document, const std::string& place, const char* keyword) {
  return read_member(document, place, keyword, "true or false",
                     [](const text::json& x) { return x.is_bool() ? std::optional(x.as_bool()) : std::nullopt; })
    .value_or(false);
}

std::optional<std::string> keyword_reader::read_number_text(const text::json& document, const std::string& place,
                                                            const char* keyword) {
  return read_member(document, place, keyword, "a number",
                     [](const text::json& x) { return x.is_number() ? std::optional(x.number_text()) : std::nullopt; });
}

std::optional<std::uint64_t> keyword_reader::read_count(const text::json& document, const std::string& place,
                                                        const char* keyword) {
  return read_member(document, place, keyword, "a count", [](const text::json& x) {
    const auto count = x.as_int();
    return count && *count >= 0 ? std::optional(static_cast<std::uint64_t>(*count)) : std::nullopt;
  });
}

std::optional<std::string> keyword_reader::read_text(const text::json& document, const std::string& place,
                                                     const char* keyword) {
  return read_member(document, place, keyword, "a string",
                     [](const text::json& x) { return x.is_string() ? std::optional(x.as_string()) : std::nullopt; });
}

std::vector<std::string> keyword_reader::read_names(const text::json& list, const std::string& place,
                                                    const char* keyword) {
  const auto refuse_list = [&] {
    refuse(place, std::string("'") + keyword + "' must be a list of names, got " + found_for_names(list));
    return std::vector<std::string>();
  };
  if (!list.is_array()) return refuse_list();
  std::vector<std::string> names;
  for (const auto& name : list.as_array()) {
    if (!name.is_string()) return refuse_list();
    names.push_back(name.as_string());
  }
  return names;
}

} // namespace core::schema
