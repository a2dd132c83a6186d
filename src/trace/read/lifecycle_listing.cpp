#include "trace/read/lifecycle_listing.hpp"

#include "base/contains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace::read {

namespace {

constexpr std::array<const char*, 17> step_names{
  "-",
  "global-onstartup",
  "global-kubernetes-synchronization",
  "global-beforeall",
  "discover-modules",
  "module-run",
  "module-delete",
  "module-purge",
  "global-afterall",
  "global-kubernetes-event",
  "module-kubernetes-event",
  "global-schedule-event",
  "module-schedule-event",
  "global-values-changed",
  "module-values-changed",
  "helm-resources-absent",
  "configmap-changed",
};

constexpr std::array lifecycle_spans{trace_span::task, trace_span::hook,          trace_span::enabled_script,
                                     trace_span::helm, trace_span::values_commit, trace_span::review};

/// Steps 13 to 16 are reactions: their events are the messages that cause them.
constexpr int first_reaction = 13;

bool is_lifecycle(const event& x) {
  return x.step >= first_reaction || base::contains(lifecycle_spans, x.type);
}

/// Finds where chains of causes begin.
class cause_chains {
public:
  explicit cause_chains(const std::vector<event>& events) {
    for (const auto& x : events) events_.emplace(x.id, &x);
  }

  /// The first event of the chain that leads to `x`, as far as the trace goes back; `x` itself if it has no
  /// cause. If the chain begins with a line of a watch, the result is the message that the line has caused,
  /// because a line begins many chains and has few facts.
  [[nodiscard]] const event& root(const event& x) {
    std::vector<std::uint64_t> way;
    const auto* current = &x;
    for (;;) {
      if (const auto known = roots_.find(current->id); known != roots_.end()) {
        current = known->second;
        break;
      }
      way.push_back(current->id);
      const auto cause = events_.find(current->cause);
      // Causes have smaller ids. The check prevents an endless loop in a file with other ids.
      const bool is_known = cause != events_.end() && cause->first < current->id;
      if (!is_known || cause->second->type == "stream_lines") break;
      current = cause->second;
    }
    for (const auto id : way) roots_.emplace(id, current);
    return *current;
  }

private:
  std::unordered_map<std::uint64_t, const event*> events_;
  /// The known roots. Paths may be long and share most of their events, so each path is walked once.
  std::unordered_map<std::uint64_t, const event*> roots_;
};

std::string duration_text(std::int64_t duration_us) {
  return duration_us < 0 ? std::string() : fmt::format("{:.3f} s", static_cast<double>(duration_us) / 1e6);
}

std::string what(const event& x) {
  if (!x.summary.empty()) return x.summary;
  return x.sender.empty() ? x.receiver : x.sender + " -> " + x.receiver;
}

std::string order_line(const event& x, std::int64_t begin_us, cause_chains& chains) {
  auto line =
    fmt::format("{:>+12.6f} s  {:>2} {:<33}  {:>9}  {:<18}  {}", static_cast<double>(x.time_us - begin_us) / 1e6,
                x.step == 0 ? std::string("-") : std::to_string(x.step), lifecycle_step_name(x.step),
                duration_text(x.duration_us), x.type.text(), what(x));
  if (const auto& root = chains.root(x); root.id != x.id)
    line += fmt::format("  (because: {} {})", root.type.text(), what(root));
  return line + "\n";
}

} // namespace

const char* lifecycle_step_name(int step) noexcept {
  return step > 0 && step < static_cast<int>(step_names.size()) ? step_names[static_cast<std::size_t>(step)]
                                                                : step_names[0];
}

std::string lifecycle_order(std::vector<event> events, trace_detail detail, std::optional<std::int64_t> began_us) {
  std::sort(events.begin(), events.end(),
            [](const event& a, const event& b) { return std::pair(a.time_us, a.id) < std::pair(b.time_us, b.id); });
  return lifecycle_lines(events, 0, detail, began_us);
}

std::string lifecycle_lines(const std::vector<event>& events, std::size_t known, trace_detail detail,
                            std::optional<std::int64_t> began_us) {
  cause_chains chains(events);
  std::string text;
  for (std::size_t i = known; i < events.size(); ++i)
    if (const auto& x = events[i]; detail == trace_detail::everything || is_lifecycle(x))
      text += order_line(x, began_us.value_or(events.front().time_us), chains);
  return text;
}

} // namespace trace::read
