#include "trace/read/part_names.hpp"

#include "trace/read/known_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace trace::read {

namespace {

known_names names_of(const recorded_run& run, fact_name fact) {
  known_names names;
  for (const auto& x : run.events()) {
    if (const auto name = x.fact(fact); !name.empty()) names.emplace(name);
    // A disabled module does no work, but it exists.
    if (fact == "module" && x.type == trace_span::discovery)
      for (const auto& [module, why] : x.facts) names.insert(module);
  }
  return names;
}

} // namespace

base::result<void> check_names(const recorded_run& run, const report_filter& part) {
  struct wanted {
    fact_name kind;
    const std::string* name;
  };
  for (const auto& [kind, name] :
       {wanted{"module", &part.module}, wanted{"hook", &part.hook}, wanted{"queue", &part.queue}}) {
    if (name->empty()) continue;
    const auto names = names_of(run, kind);
    const auto is_meant = [kind = kind, name = name](const std::string& known) {
      return known == *name || (kind == "hook" && known.ends_with("/" + *name));
    };
    if (std::any_of(names.begin(), names.end(), is_meant)) continue;
    return tl::unexpected(nothing_of(fmt::format("no {} '{}'", kind.view(), *name), names).error());
  }
  return {};
}

} // namespace trace::read
