#include "core/schema/refused_keywords.hpp"

#include "core/schema/keywords.hpp"

namespace core::schema {

std::vector<std::string> refused_keywords(const text::json& document) {
  std::vector<std::string> refused;
  for (const auto& [name, content] : document.as_object()) {
    const auto* keyword = find_keyword(name);
    if (!keyword) continue;
    // A reference is still there only in a document that `expand_references` has not seen.
    if (keyword->meaning == keyword_meaning::refused || keyword->meaning == keyword_meaning::reference)
      refused.push_back("the keyword '" + name + "' is not supported");
  }
  return refused;
}

} // namespace core::schema
