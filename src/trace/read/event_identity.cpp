#include "trace/read/event_identity.hpp"

#include <array>

namespace trace::read {

namespace {

constexpr std::array<fact_name, 13> lasting{"task", "queue",  "module",  "hook", "binding",   "operation", "source",
                                            "by",   "object", "crontab", "kind", "namespace", "name"};

} // namespace

std::string identity_of(const event& x) {
  auto text = x.type.text();
  // The summary of a tick is its crontab.
  if (x.facts.empty()) text += " " + x.summary;
  for (const auto name : lasting)
    if (const auto fact = x.fact(name); !fact.empty()) text.append("\n").append(name.view()).append("=").append(fact);
  for (const auto& change : x.changes) text.append("\n").append(change.key);
  return text;
}

} // namespace trace::read
