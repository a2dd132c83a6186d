#pragma once

#include "actors/messages/helm.hpp"
#include "actors/releases/chart_files.hpp"
#include "actors/releases/helm_parts.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors::releases {

/// A rendering for a user: the work for a `render_release`. It changes no state, so it does not wait for
/// other work on the release, such as an upgrade that takes minutes.
class release_rendering : public std::enable_shared_from_this<release_rendering> {
public:
  /// @param done called once, after the answer
  release_rendering(helm_parts& parts, messages::render_release wanted,
                    framework::promise<messages::release_rendered> to, std::function<void()> done);

  void begin();

private:
  void show_chart(const messages::cluster_described& cluster);
  void on_shown(const helm_runs::outcome& end);
  void add_release();
  void add_cluster();
  void end(base::result<std::vector<text::json>> objects);
  void answer(base::result<std::vector<text::json>> objects, std::shared_ptr<const messages::release_now> now);

  helm_parts& parts_;
  messages::render_release wanted_;
  framework::promise<messages::release_rendered> to_;
  std::function<void()> done_;
  chart_on_disk files_;
  std::string copy_; ///< copy of the chart for Helm; empty: not copied yet
  std::vector<text::json> objects_;
  messages::release_now now_;
};

} // namespace actors::releases
