#include "actors/releases/unstored_labels_report.hpp"

#include "actors/messages/supervisor.hpp"
#include "core/releases/lost_labels.hpp"
#include "sys/log/log.hpp"

#include <set>
#include <utility>
#include <vector>

namespace actors::releases {

void unstored_labels_report::look() {
  const auto& known = records_.known();
  const auto releases = known.releases_with_unstored();
  std::optional<std::string> line;
  if (!releases.empty()) {
    std::set<std::string> labels;
    for (const auto& name : releases)
      for (const auto& [label, value] : known.unstored(name)) labels.insert(label);
    std::vector<std::string> unknown;
    for (const auto& name : known.names())
      if (const auto last = known.latest(name); last && !core::releases::is_made_by_operator(*last))
        unknown.push_back(name);
    line = core::releases::describe_removed_labels(releases, labels, unknown, records_.kind().kind);
  }
  if (line == reported_) return;
  reported_ = line;
  // Once, because the same policy changes the records of all releases.
  if (line && !std::exchange(is_logged_, true))
    sys::log::log_warning("release_labels_removed", {{"kind", records_.kind().kind}, {"hint", *line}});
  self_->tell(supervisor_, messages::module_state_changed{{}, "labels of releases", std::move(line)});
}

} // namespace actors::releases
