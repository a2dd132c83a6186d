#include "core/bindings/combined_contexts.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace core::bindings {

std::vector<context> merge_groups(std::vector<context> contexts) {
  std::vector<context> out;
  for (auto& context : contexts) {
    // All contexts of a group show the same snapshots, so the last context replaces its predecessors.
    if (!out.empty() && !group_of(context).empty() && group_of(out.back()) == group_of(context)) out.pop_back();
    out.push_back(std::move(context));
  }
  return out;
}

std::vector<context> last_of_groups(std::vector<context> contexts) {
  std::set<std::string> seen;
  std::vector<context> last;
  std::vector<context> out;
  for (auto i = contexts.rbegin(); i != contexts.rend(); ++i) {
    if (group_of(*i).empty())
      out.push_back(std::move(*i));
    else if (seen.insert(group_of(*i)).second)
      last.push_back(std::move(*i));
  }
  std::reverse(out.begin(), out.end());
  std::move(last.rbegin(), last.rend(), std::back_inserter(out));
  return out;
}

} // namespace core::bindings
