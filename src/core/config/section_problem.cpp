#include "core/config/section_problem.hpp"

#include "core/values/names.hpp"

namespace core::config {
namespace {

/// The effect of the problem on the section and its module.
std::string meanwhile(const section_problem& problem) {
  if (!problem.blocks) return "the last valid content stays in use";
  return problem.section == values::global_key ? "nothing runs" : "the module does not run";
}

const char* end_of(problem_source source) {
  switch (source) {
    case problem_source::files: return "the file is repaired and the operator restarted";
    case problem_source::config_map:
      return "it is repaired: an edit of the ConfigMap is noticed at once, an edit of a file at the next start";
  }
  return "";
}

} // namespace

std::string describe(const section_problem& problem) {
  auto line = "values section '" + problem.section + "': " + problem.message;
  if (problem.is_used) line += " (" + meanwhile(problem) + " until " + end_of(problem.source) + ")";
  return line;
}

} // namespace core::config
