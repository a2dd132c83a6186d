#include "core/hooks/doubtful_end.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <variant>

namespace core::hooks {

std::string words_of_doubt(const std::string& doubt, const std::string& consequence, run_effect x) {
  return "ended with 0, but its stderr names a failure (" + doubt + "), so " + consequence
         + ": repair the cause, or redirect the line if you expect it (2>/dev/null)"
         + (x == run_effect::deletion ? ", or switch the module on again" : "");
}

std::string words_of_cluster_doubt(const std::string& doubt, const std::string& consequence) {
  return "ended with 0, but " + doubt + ", so " + consequence + ": confirm that the restore is complete";
}

std::string words_of_outage(const std::string& outage, run_effect x) {
  return "ended with 0, but the API server " + outage + ", and this run may have asked it as well: "
         + (x == run_effect::deletion ? "the module is not deleted" : "its changes do not count")
         + ", and it is run again";
}

std::string words_of_deletions(const std::vector<object_operation>& operations) {
  std::string first;
  std::size_t count = 0;
  for (const auto& operation : operations)
    if (std::holds_alternative<delete_object>(operation) && ++count == 1) first = describe(operation);
  return count > 1 ? fmt::format("{} and {} more", first, count - 1) : first;
}

} // namespace core::hooks
