#include "actors/releases/release_removal.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/gone_kinds.hpp"
#include "actors/releases/helm_failure.hpp"
#include "actors/releases/object_handover.hpp"
#include "actors/releases/object_owners.hpp"
#include "core/releases/lead_term.hpp"
#include "core/releases/uninstallation.hpp"
#include "sys/log/log.hpp"

#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace actors::releases {

namespace {

/// The result without Helm's output, for all readers.
base::result<void> shown(const base::result<void>& result, const std::string& words) {
  if (result) return result;
  return tl::unexpected(helm_failure(result.error(), words, "helm_failed"));
}

} // namespace

release_removal::release_removal(helm_parts& parts, messages::remove_release wanted,
                                 framework::promise<messages::release_removed> to, std::function<void()> done)
  : parts_(parts), wanted_(std::move(wanted)), to_(std::move(to)), done_(std::move(done)),
    begun_us_(parts.self->shared().steady_time_us()) {}

void release_removal::begin() {
  if (!parts_.records.unread().contains(wanted_.release)) return remove_known();
  parts_.records.read_deployed(wanted_.release, [self = shared_from_this()](const base::result<void>& read) {
    if (!read) return self->end(read, true);
    self->begin();
  });
}

void release_removal::remove_known() {
  if (wanted_.what == messages::remove_release::part::record)
    remove_record();
  else
    uninstall();
}

bool release_removal::is_purge() const noexcept {
  return wanted_.what == messages::remove_release::part::everything;
}

/// The record of a disabled module is kept, because its status shows the next operator that the
/// `afterDeleteHelm` hooks must still run.
core::releases::helm_history release_removal::history() const noexcept {
  return is_purge() ? core::releases::helm_history::removed : core::releases::helm_history::kept;
}

// -- uninstall -----------------------------------------------------------------

void release_removal::uninstall() {
  const auto last = parts_.records.known().latest(wanted_.release);
  // A release that another client has installed must not be removed, even if it has the name of a module.
  const bool is_own = last && core::releases::is_own(*last, parts_.platform);
  if (!is_own || (!is_purge() && last->status == core::releases::release_status::uninstalled)) {
    if (is_purge()) parts_.records.known().take_away_all(wanted_.release);
    if (is_purge()) name_damage({});
    parts_.watch.forget_loss(wanted_.release);
    return end({}, false);
  }
  before_ = *last;
  // Noted in a label: if this operator is killed, the next operator must know that no other client is
  // uninstalling the release.
  std::map<std::string, std::string> labels{
    {std::string(core::releases::module_uninstall_label), std::to_string(before_.revision)}};
  if (auto term = parts_.own_term(); !term.empty()) labels.emplace(core::releases::module_term_label, std::move(term));
  parts_.records.set_labels(before_, labels,
                            [this, self = shared_from_this()](const base::result<std::string>& marked) {
                              const auto checked = marked.and_then(core::releases::check_known_objects);
                              if (!checked) return end_uninstall(checked, {});
                              hand_over(*marked);
                            });
}

/// Leaves objects to other modules whose charts have them, too. If the directory of the module has gone,
/// these modules may have it only in their templates, because a new image has moved it there.
void release_removal::hand_over(const std::string& record) {
  hand_over_shared(parts_, wanted_.release, is_purge() ? heirs::with_templates : heirs::releases,
                   [this, self = shared_from_this(), record](const base::result<void>& left) {
                     if (!left) return end_uninstall(left, {});
                     check_owners_before_uninstallation(parts_, wanted_.release,
                                                        [self, record](const base::result<void>& allowed) {
                                                          if (!allowed) return self->end_uninstall(allowed, {});
                                                          self->find_gone(record);
                                                        });
                   });
}

void release_removal::find_gone(const std::string& record) {
  find_gone_kinds(parts_, record, [this, self = shared_from_this()](const std::vector<std::string>& gone) {
    gone_kinds_ = gone;
    if (!gone.empty())
      sys::log::log_info("release_kinds_gone",
                         {{"release", before_.name},
                          {"kinds", fmt::format("{}", fmt::join(gone, ", "))},
                          {"consequence", "their objects have gone with the definitions, and are left out"}});
    note_deployed();
  });
}

/// Helm deletes only the objects of the latest revision. If that revision has failed or is unfinished,
/// objects of the deployed revision may exist, too, so they are noted. If the deployed revision cannot be
/// read, they are not noted, and the removal goes on.
void release_removal::note_deployed() {
  if (before_.status == core::releases::release_status::deployed) return run_uninstall();
  parts_.records.list(before_.name, record_client::which::deployed, kube::api::object_content::full,
                      [this, self = shared_from_this()](const base::result<kube::objects::object_list>& list) {
                        if (list)
                          for (const auto& record : list->objects)
                            parts_.leftovers.note_record(before_.name, record->text());
                        run_uninstall();
                      });
}

/// Objects that upgrades have left go with the release. They go first, because after the uninstallation no
/// record names them.
void release_removal::run_uninstall() {
  parts_.leaving.remove_all(wanted_.release, [this, self = shared_from_this()](const base::result<void>& removed) {
    if (!removed) return end_uninstall(removed, {});
    ask_helm();
  });
}

void release_removal::ask_helm() {
  parts_.runs.run(core::releases::helm_uninstall{before_.name, history(), gone_kinds_},
                  [self = shared_from_this()](const helm_runs::outcome& ended) {
                    if (!ended.result) return self->end_uninstall(ended.result, ended.words);
                    self->on_uninstalled();
                  });
}

/// Reads the record that Helm has written, because the watch may be behind and still show an installed
/// release.
void release_removal::on_uninstalled() {
  parts_.records.read(
    before_.name, before_.revision, [this, self = shared_from_this()](const base::result<std::string>& record) {
      if (!record && record.error().code != base::error_code::not_found)
        return end_uninstall(base::fail("reading the record of the uninstalled release", record.error()), {});
      if (!record) {
        parts_.records.known().take_away_all(before_.name);
        return end_uninstall({}, {});
      }
      parts_.records.know(*record);
      end_uninstall(core::releases::check_uninstalled(before_, *record, history()), {});
    });
}

void release_removal::end_uninstall(const base::result<void>& result, const std::string& words) {
  if (result && is_purge()) parts_.records.known().take_away_all(wanted_.release);
  if (result) parts_.leftovers.end_removal(wanted_.release);
  if (is_purge()) name_damage(result);
  parts_.reports.ended({.release = wanted_.release,
                        .step = is_purge() ? 7 : 6,
                        .operation = "uninstall",
                        .reason = is_purge() ? "no module has this name" : "the module is not enabled",
                        .begun_us = begun_us_,
                        .result = result,
                        .words = words});
  parts_.watch.forget_loss(wanted_.release);
  end(shown(result, words), true);
}

/// Shows on /readyz the damage of a release that has no module to report it, or takes the line away.
void release_removal::name_damage(const base::result<void>& result) {
  const bool is_damaged = !result && result.error().code == base::error_code::conflict;
  auto problem = is_damaged ? std::optional(result.error().message) : std::nullopt;
  parts_.self->tell(parts_.peers.supervisor,
                    messages::module_state_changed{{}, "release '" + wanted_.release + "'", std::move(problem)});
}

// -- the record ----------------------------------------------------------------

void release_removal::remove_record() {
  const auto last = parts_.records.known().latest(wanted_.release);
  if (!last || !core::releases::is_own(*last, parts_.platform)) {
    parts_.watch.forget_loss(wanted_.release);
    return end({}, false);
  }
  // A second `helm uninstall` is not used, because it would also remove a release that a user has installed
  // again meanwhile.
  parts_.records.remove_uninstalled(
    wanted_.release, [this, self = shared_from_this()](const base::result<void>& removed) {
      // Another client has installed the release again. So this deletion has ended, and a reload decides
      // about a new deletion.
      const bool is_there = !removed && removed.error().code == base::error_code::already_exists;
      if (is_there)
        parts_.self->tell(parts_.peers.supervisor,
                          messages::release_changed_by_others{{}, wanted_.release, "ReleaseIsThereAgain"});
      parts_.watch.forget_loss(wanted_.release);
      end(is_there ? base::result<void>{} : removed, true);
    });
}

void release_removal::end(const base::result<void>& result, bool existed) {
  parts_.self->answer(to_, messages::release_removed{{}, result, existed});
  done_();
}

} // namespace actors::releases
