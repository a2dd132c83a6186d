#include "core/releases/object_facts.hpp"

#include "core/releases/ending_objects.hpp"
#include "core/releases/foreign_writes.hpp"
#include "core/releases/own_fields.hpp"

namespace core::releases {

namespace {

std::string_view behind_end(std::string_view facts) {
  return facts.substr(facts.find('\n') + 1);
}

} // namespace

std::string facts_on_end(std::string_view object, std::string_view) {
  return ending_mark(object) + "\n";
}

std::string facts_on_end_and_writers(std::string_view object, std::string_view managed_fields) {
  return facts_on_end(object, managed_fields) + own_fields(managed_fields) + "/"
         + foreign_writes(object, managed_fields);
}

std::string_view ending_part(std::string_view facts) {
  return facts.substr(0, facts.find('\n'));
}

std::string_view own_part(std::string_view facts) {
  const auto rest = behind_end(facts);
  return rest.substr(0, rest.find('/'));
}

bool has_foreign_part(std::string_view facts) {
  const auto rest = behind_end(facts);
  const auto slash = rest.find('/');
  return slash != rest.npos && slash + 1 < rest.size();
}

} // namespace core::releases
