#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/status.hpp"
#include "actors/releases/helm_parts.hpp"
#include "actors/releases/proof_writer.hpp"

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace actors::releases {

/// The state of HELM, which knows all releases and runs Helm. Works that change a release run one after the
/// other; a rendering for a user does not wait for them. The labels of the release's record and a digest of
/// the chart's inputs show whether Helm must run. Equal inputs start no Helm, unless the chart may render
/// otherwise by random values, the time or the cluster; other inputs are rendered first.
struct helm_state {
  using handle_type = messages::helm_actor;

  helm_state(framework::actor_base<messages::helm_actor>* self, helm_source source, helm_peers peers);
  messages::helm_actor::behavior_type make_behavior();

  framework::promise<messages::release_applied> apply(const messages::apply_release& x);
  framework::promise<messages::release_removed> remove(const messages::remove_release& x);
  framework::promise<messages::release_rendered> render(const messages::render_release& x);
  framework::promise<messages::releases_listed> list();
  framework::promise<messages::records_recalled> recall();
  [[nodiscard]] messages::releases_described describe() const;
  framework::promise<messages::found_modules_read> read_modules(const messages::read_found_modules& x);
  void hold(const messages::hold_removals& x);
  void note(const messages::note_flag_sources& x);

private:
  /// Runs `work` when no other work is running for the release; `end_work` must follow.
  void begin_work(const std::string& release, std::function<void()> work);
  void end_work(const std::string& release);
  void sweep();
  void know_place(std::function<void()> then);
  [[nodiscard]] std::vector<core::modules::found_release>
  found_releases(const record_client::hidden_releases& hidden) const;
  void read_directory(const core::releases::release& last, messages::found_modules_read answer,
                      std::function<void(messages::found_modules_read)> then);

  framework::actor_base<messages::helm_actor>* self_;
  std::string ignored_release_;
  helm_parts parts_;
  proof_writer proofs_;
  bool is_rendering_ = false;                                     ///< a rendering for a user is running
  bool is_sweep_due_ = false;                                     ///< a sweep waits for the end of all work
  std::map<std::string, std::deque<std::function<void()>>> work_; ///< by release; the first entry is running
};

/// Spawns HELM. It blocks, because it reads and writes files.
messages::helm_actor helm(caf::actor_system& system, framework::placement where, const framework::context_ptr& shared,
                          helm_source source, const helm_peers& peers);

} // namespace actors::releases
