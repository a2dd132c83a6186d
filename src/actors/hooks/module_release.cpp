#include "actors/hooks/module_release.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors::hooks {

namespace {

std::function<void(const std::string&)> gone(const char* peer, const module_release::on_done& done) {
  return [peer, done](const std::string& reason) {
    done(base::fail(base::error_code::unavailable, std::string(peer) + " has ended: " + reason));
  };
}

} // namespace

module_release::module_release(framework::acting* self, release_peers peers, std::string module, std::string directory)
  : self_(self), peers_(std::move(peers)), module_(std::move(module)), directory_(std::move(directory)) {}

void module_release::apply(core::releases::deletion_hooks hooks, std::string hooks_with_events, on_done done) {
  hooks_ = std::move(hooks);
  hooks_with_events_ = std::move(hooks_with_events);
  put_off_.clear();
  self_->ask(
    peers_.values, messages::read_helm_values{{}, module_},
    [this, done](const messages::helm_values_read& x) {
      wanted_by_ = x.wanted_by;
      standing_ = x.standing;
      script_grounds_ = x.script_grounds;
      find_absent_resources(x.values, done);
    },
    gone("the values store", done));
}

void module_release::find_absent_resources(const values_text& values, on_done done) {
  self_->ask(
    // Sent after the values are read, directly before Helm's step, because from this message on absent
    // objects are not reported.
    peers_.releases, messages::read_absent_resources{{}, module_},
    [this, values, done](const messages::absent_resources_read& x) { apply_chart(values, x.objects, done); },
    gone("the release watcher", done));
}

void module_release::apply_chart(const values_text& values, std::vector<core::releases::manifest_object> absent,
                                 on_done done) {
  self_->ask(
    peers_.helm,
    messages::apply_release{{},
                            module_,
                            directory_,
                            values,
                            std::move(absent),
                            wanted_by_,
                            standing_,
                            script_grounds_,
                            hooks_,
                            hooks_with_events_},
    [this, done](const messages::release_applied& x) {
      expect_resources_of(x);
      note_hold(x);
      done(x.result);
    },
    gone("helm's actor", done));
}

void module_release::expect_resources_of(const messages::release_applied& x) {
  if (!x.result || x.operation == "none") return;
  using reason = core::releases::absent_resources::reason;
  // After an upgrade all objects exist. Without an upgrade an object may have been deleted before it was
  // watched.
  const auto why = x.operation == "upgrade" ? reason::helm_ran : reason::found_released;
  self_->tell(peers_.releases, messages::expect_resources{{}, module_, why, x.objects});
}

void module_release::note_hold(const messages::release_applied& x) {
  if (!x.result) return;
  // An upgrade that is put off does not end the hold of an earlier upgrade.
  if (x.operation == "put off") {
    put_off_ = x.reason;
    return;
  }
  const bool was_held = !held_.empty();
  held_ = x.operation == "hold" ? x.reason : std::string();
  if (!held_.empty())
    self_->tell(peers_.values, messages::note_held_release{{}, module_, standing_});
  else if (was_held)
    self_->tell(peers_.values, messages::note_held_release{{}, module_, std::nullopt});
}

void module_release::look_up(std::function<void(base::result<core::modules::release_at_deletion>)> done) {
  self_->ask(
    peers_.helm, messages::list_releases{},
    [this, done](const messages::releases_listed& x) {
      if (!x.releases) return done(tl::unexpected(x.releases.error()));
      using core::modules::release_at_deletion;
      const auto own =
        std::find_if(x.releases->begin(), x.releases->end(),
                     [this](const core::modules::found_release& release) { return release.name == module_; });
      // A release of this name that another client has installed must not be removed.
      const bool is_own = own != x.releases->end() && own->owned;
      found_ = is_own ? *own : core::modules::found_release{};
      if (!is_own) return done(release_at_deletion::none);
      done(own->is_uninstalled ? release_at_deletion::uninstalled : release_at_deletion::present);
    },
    [done](const std::string& reason) {
      done(base::fail(base::error_code::unavailable, "helm's actor has ended: " + reason));
    });
}

std::string module_release::objection_to_deletion(const core::releases::deletion_hooks& now) const {
  using core::releases::deletion_stage;
  const auto stage = found_.is_uninstalled ? deletion_stage::uninstalled : deletion_stage::installed;
  const auto missing = core::releases::missing_deletion_hooks(found_.deletion_hooks, now, stage);
  if (missing.empty()) return {};
  auto command = found_.label_command;
  for (const auto& [key, name] : missing) command += " " + key + "-";
  return fmt::format("its deletion waits, because hooks of the deletion are missing, which the last revision had: {}. "
                     "Bring them back and restart the operator; or, if the module is to go without them: {}",
                     core::releases::words_of_deletion_hooks(missing), command);
}

void module_release::remove(on_done done) {
  // The release will be removed, so a change of its values' sources must not cause a run any more.
  if (!std::exchange(held_, {}).empty())
    self_->tell(peers_.values, messages::note_held_release{{}, module_, std::nullopt});
  // Sent before the removal. Otherwise the objects of the release would be reported as absent.
  self_->tell(peers_.releases, messages::forget_resources{{}, module_});
  self_->ask(
    peers_.helm, messages::remove_release{{}, module_}, [done](const messages::release_removed& x) { done(x.result); },
    gone("helm's actor", done));
}

void module_release::remove_record(on_done done) {
  self_->ask(
    peers_.helm, messages::remove_release{{}, module_, messages::remove_release::part::record},
    [done](const messages::release_removed& x) { done(x.result); }, gone("helm's actor", done));
}

} // namespace actors::hooks
