#include "core/schema/schema_violation.hpp"

namespace core {

std::string describe(const schema_violation& violation) {
  return violation.path + " " + violation.rule + (violation.found.empty() ? "" : ", " + violation.found);
}

std::string describe(const std::vector<schema_violation>& violations) {
  std::string text;
  for (const auto& violation : violations) text += (text.empty() ? "" : "; ") + describe(violation);
  return text;
}

} // namespace core
