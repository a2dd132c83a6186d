#include "actors/releases/release_application.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/foreign_changes.hpp"
#include "actors/releases/gone_kinds.hpp"
#include "actors/releases/helm_failure.hpp"
#include "actors/releases/release_comparison.hpp"
#include "actors/releases/upgrade_failure.hpp"
#include "base/contains.hpp"
#include "base/overload.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/lost_contents.hpp"
#include "core/releases/overwritten_objects.hpp"
#include "core/releases/pending_revision.hpp"
#include "core/releases/removed_objects.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

constexpr auto put_off = "put off";
constexpr auto delayed = "wait";

/// True if the release stays as it is, although its chart differs.
bool is_left(const std::string& operation) {
  return operation == "hold" || operation == put_off || operation == delayed;
}

} // namespace

release_application::release_application(helm_parts& parts, messages::apply_release wanted,
                                         framework::promise<messages::release_applied> to, std::function<void()> done)
  : parts_(parts), wanted_(std::move(wanted)), to_(std::move(to)), done_(std::move(done)),
    begun_us_(parts.self->shared().steady_time_us()), chart_(parts, wanted_) {}

// -- inputs --------------------------------------------------------------------

void release_application::begin() {
  if (!parts_.records.unread().contains(wanted_.release)) return read_chart();
  parts_.records.read_deployed(wanted_.release, [self = shared_from_this()](const base::result<void>& read) {
    if (!read) return self->conclude(read, "none", "reading the release");
    self->begin();
  });
}

void release_application::read_chart() {
  const auto last = parts_.records.known().latest(wanted_.release);
  // Asked first: a chart that cannot be read must not hide that the release has another owner.
  if (const auto platform = last ? core::releases::other_platform_of(*last, parts_.platform) : std::nullopt)
    return conclude(
      base::fail(base::error_code::conflict, fmt::format("release '{}' belongs to platform '{}', and this is '{}'",
                                                         wanted_.release, *platform, parts_.platform.name)),
      "none", "checking the owner of the release");
  if (const auto read = chart_.read(); !read) return conclude(read, "none", "reading the chart");
  name_damaged_files();
  if (chart_.chart().has_templates) return check_inputs();
  const auto round = std::make_shared<guard_round>(parts_, wanted_, chart_, "reading the chart");
  round->ask({core::releases::template_guard}, [this, self = shared_from_this()](const guard_round::verdict& verdict) {
    if (const auto* failed = std::get_if<failed_step>(&verdict))
      return conclude(tl::unexpected(failed->why), "none", failed->reason);
    if (std::holds_alternative<core::releases::guard_answer::begin_again>(verdict)) return begin();
    if (chart_.chart().kind == core::releases::chart_kind::none)
      return conclude({}, "none", "the module has neither Chart.yaml nor templates");
    check_inputs();
  });
}

void release_application::name_damaged_files() {
  std::vector<core::releases::lost_content> damaged;
  for (const auto& [path, damage] : chart_.on_disk().damaged)
    damaged.push_back({path, std::string(core::releases::words(damage))});
  const auto words = core::releases::words_of_contents(damaged);
  // Each run reads the files, and would name the same damage again.
  if (std::exchange(parts_.damaged_files[wanted_.release], words) == words || words.empty()) return;
  sys::log::log_warning("chart_files_damaged",
                        {{"module", wanted_.release},
                         {"directory", wanted_.directory},
                         {"files", words},
                         {"hint", "bring the files back (for a pointer: `git lfs pull`), in a new image"}});
  parts_.self->tell(parts_.peers.supervisor,
                    messages::note_removed_objects{{},
                                                   wanted_.release + " (files)",
                                                   fmt::format("module '{}': files of its chart in {} are damaged: {}",
                                                               wanted_.release, wanted_.directory, words)});
}

void release_application::check_inputs() {
  // Checked with a chart only: a module that has only hooks must not fail because of values for Helm.
  if (!wanted_.values) return conclude(tl::unexpected(wanted_.values.error()), "none", "checking the values");
  const auto go_on = [self = shared_from_this()] {
    self->chart_.digest_inputs();
    self->decide();
  };
  if (!chart_.asks_capabilities()) return go_on();
  parts_.records.know_manifest(wanted_.release, [self = shared_from_this(), go_on](const base::result<void>& known) {
    if (!known) return self->conclude(known, "none", "reading the release");
    self->chart_.describe_cluster([self, go_on](const base::result<void>& described) {
      if (!described) return self->conclude(described, "none", "asking the cluster for its kinds");
      go_on();
    });
  });
}

// -- decision ------------------------------------------------------------------

void release_application::decide() {
  // A lost record is a part of the situation, so this decision handles it.
  parts_.watch.forget_loss(wanted_.release);
  std::visit([this](const auto& x) { carry_out(x); }, core::releases::plan_helm(situation()));
}

core::releases::helm_situation release_application::situation() const {
  const auto& known = parts_.records.known();
  core::releases::helm_situation x;
  x.released = known.find(wanted_.release);
  x.inputs_digest = chart_.inputs_digest();
  x.stability = core::releases::stability(chart_.chart());
  x.absent = wanted_.absent;
  x.rendered_digest = chart_.rendered_digest();
  x.rendering_digest = chart_.rendering_digest();
  x.own_term = parts_.own_term();
  const auto now_us = parts_.self->shared().steady_time_us();
  if (parts_.lacking_keys.is_due(wanted_.release, now_us)) x.lacking = chart_.lacking();
  if (const auto* last = std::get_if<core::releases::release>(&x.released))
    x.unchanged = parts_.watch.ages().unchanged_for(*last, now_us);
  if (const auto* manifest = known.latest_manifest(wanted_.release)) {
    x.released_digest = manifest->digest;
    x.released_objects = manifest->objects;
  }
  return x;
}

void release_application::carry_out(const core::releases::helm_decision::skip& x) {
  const auto last = parts_.records.known().latest(wanted_.release);
  // A stable chart always renders to the same manifest, so this result is noted for the next start.
  if (last && chart_.rendered_digest() && chart_.is_stable())
    parts_.records.known().confirm(*last, chart_.inputs_digest());
  parts_.records.know_manifest(
    wanted_.release, [this, self = shared_from_this(), reason = x.reason](const base::result<void>& known) {
      if (!known) return conclude(known, "none", "reading the release");
      name_lost_modules();
      own([this, self, reason] { conclude({}, chart_.rendered_digest() ? "render" : "skip", reason); });
    });
}

void release_application::carry_out(const core::releases::helm_decision::render_first&) {
  chart_.render([self = shared_from_this()](const tl::expected<void, failed_step>& rendered) {
    if (!rendered) return self->fail(rendered.error());
    self->name_lacking_keys();
    self->decide();
  });
}

void release_application::carry_out(const core::releases::helm_decision::upgrade& x) {
  upgrade(x.reason);
}

void release_application::carry_out(const core::releases::helm_decision::recover_pending_then_upgrade& x) {
  using next_step = release_recovery::next_step;
  const auto recovery = std::make_shared<release_recovery>(
    parts_, wanted_.release, x,
    [self = shared_from_this(), reason = x.reason](const tl::expected<next_step, failed_step>& recovered) {
      if (!recovered) return self->fail(recovered.error());
      self->has_removed_record_ = true;
      if (*recovered == next_step::upgrade) return self->upgrade(reason);
      self->decide();
    });
  recovery->recover();
}

/// Removes the record of an uninstalled release before the installation, because in some cases Helm refuses
/// to install over it, and because a new release must not continue its history.
void release_application::carry_out(const core::releases::helm_decision::remove_record& x) {
  parts_.records.remove_uninstalled(
    wanted_.release, [self = shared_from_this(), reason = x.reason](const base::result<void>& removed) {
      self->has_removed_record_ = true;
      if (!removed) return self->conclude(base::fail("removing the record", removed.error()), "upgrade", reason);
      self->decide();
    });
}

/// Leaves the release to the other client, unless the API server proves that the last write of the record was
/// long ago. The record may be much older than this process, which cannot know the record's age itself.
void release_application::carry_out(const core::releases::helm_decision::leave_to_others& x) {
  const auto leave = [self = shared_from_this(), reason = x.reason] {
    self->conclude(base::fail(base::error_code::conflict, reason), "upgrade", reason);
  };
  const auto last = parts_.records.known().latest(wanted_.release);
  if (!last) return leave();
  auto& ages = parts_.watch.ages();
  ages.see(*last, parts_.self->shared().steady_time_us());
  if (!ages.begin_question(*last)) return leave();
  parts_.records.read_age(wanted_.release, last->revision,
                          [this, self = shared_from_this(), leave](const std::optional<record_client::aged>& found) {
                            if (!found) return leave();
                            parts_.watch.ages().prove(found->release, found->age,
                                                      parts_.self->shared().steady_time_us());
                            if (found->age < core::releases::others_helm_max) return leave();
                            // Made known, because the watch may be behind, and the proven age is the age of
                            // this version.
                            parts_.records.know(found->record);
                            decide();
                          });
}

void release_application::carry_out(const core::releases::helm_decision::wait&) {
  parts_.watch.when_known([self = shared_from_this()] { self->decide(); });
}

// -- upgrade -------------------------------------------------------------------

void release_application::upgrade(const std::string& reason) {
  const auto round = std::make_shared<guard_round>(parts_, wanted_, chart_, reason);
  round->ask(core::releases::guards_of_upgrade(),
             [self = shared_from_this(), reason](const guard_round::verdict& verdict) {
               std::visit(base::overload{
                            [&](const guard_round::no_objection& x) {
                              self->removal_ = x;
                              self->run_upgrade(reason, x.before);
                            },
                            [&](const core::releases::guard_answer::hold& held) { self->hold(held); },
                            [&](const core::releases::guard_answer::put_off& x) { self->conclude({}, put_off, x.why); },
                            [&](const core::releases::guard_answer::delay& x) { self->conclude({}, delayed, x.why); },
                            [&](const core::releases::guard_answer::begin_again&) { self->begin(); },
                            [&](const failed_step& failed) { self->fail(failed); },
                          },
                          verdict);
             });
}

/// Notes leftover objects first: Helm compares with the deployed revision, so it does not delete objects that
/// only a failed revision has created.
void release_application::run_upgrade(const std::string& reason, const core::releases::objects_ptr& before) {
  name_lost_modules();
  const auto last = parts_.records.known().latest(wanted_.release);
  const auto* manifest = last ? parts_.records.known().manifest(*last) : nullptr;
  if (manifest != nullptr && last->status != core::releases::release_status::deployed)
    parts_.leftovers.note(wanted_.release, *manifest->objects);
  const auto rendered = chart_.rendered();
  may_take_over_ = !before || !rendered || !core::releases::objects_without(*rendered, *before).empty();
  const auto kinds =
    before && rendered ? core::releases::left_out_kinds(*before, *rendered) : std::set<core::releases::kind_name>{};
  find_gone_kinds(parts_, kinds, [self = shared_from_this(), reason](const std::vector<std::string>& gone) {
    self->run_upgrade_without(gone, reason);
  });
}

void release_application::run_upgrade_without(const std::vector<std::string>& gone_kinds, const std::string& reason) {
  name_gone_kinds(wanted_.release, gone_kinds);
  name_foreign_changes(parts_, wanted_, chart_, [this, self = shared_from_this(), gone_kinds, reason] {
    with_hook_places([this, self, gone_kinds, reason] {
      parts_.unread_values.begin_upgrade(wanted_);
      written_ = next_labels();
      const bool leaves = !removal_.is_removal_written;
      const bool lacks = !has_removed_record_ && core::releases::lacks_records(last_known());
      chart_.upgrade(written_, {gone_kinds, leaves, parts_.leaving.of(wanted_.release), lacks, may_take_over_},
                     [self, reason](const helm_runs::outcome& ended) {
                       if (!ended.result) return self->explain_failure(ended.result.error(), reason);
                       self->on_upgraded(reason, ended);
                     });
    });
  });
}

void release_application::name_lost_modules() {
  if (wanted_.standing) parts_.lost_modules.look_at(wanted_.release, *wanted_.standing);
}

std::optional<core::releases::release> release_application::last_known() const {
  return parts_.records.known().latest(wanted_.release);
}

void release_application::explain_failure(const base::error& failure, const std::string& reason) {
  if (hold_overwriting()) return;
  const auto explained = std::make_shared<upgrade_failure>(
    parts_, wanted_.release, failure, chart_.words(), [self = shared_from_this(), reason](base::error why) {
      self->conclude(tl::unexpected(std::move(why)), "upgrade", reason);
    });
  explained->explain();
}

/// Reads the record of the upgrade. If this fails, the next try of the run only reads it again, without
/// another upgrade.
void release_application::on_upgraded(const std::string& reason, const helm_runs::outcome& ended) {
  parts_.records.read_deployed(
    wanted_.release, [this, self = shared_from_this(), reason, ended](const base::result<void>& read) {
      parts_.leaving.note_upgrade(wanted_.release, ended.left, removal_.differs);
      parts_.lacking_keys.note_upgrade(wanted_.release, parts_.self->shared().steady_time_us());
      if (!read) return conclude(read, "upgrade", reason);
      auto& known = parts_.records.known();
      const auto made = known.latest(wanted_.release);
      // Only of this upgrade's revision: another client's revision lacks the labels for its own reasons.
      if (made && std::to_string(made->revision) == written_[std::string(core::releases::module_revision_label)])
        known.note_written(*made, written_);
      parts_.leftovers.end_upgrade(wanted_.release, ended.left);
      note_lookups(ended, [this, self, reason] {
        const auto comparison = std::make_shared<release_comparison>(
          parts_, wanted_.release, chart_, [self, reason] { self->conclude({}, "upgrade", reason); });
        comparison->begin();
      });
    });
}

// -- end -----------------------------------------------------------------------

void release_application::hold(const core::releases::guard_answer::hold& x) {
  parts_.watch.note_hold(wanted_.release);
  if (x.ends_with_kinds && chart_.cluster()) parts_.capabilities.hold(wanted_.release, *chart_.cluster());
  if (x.ends_with_object) parts_.lookups.hold(wanted_.release);
  if (x.ends_with_label) parts_.watch.await_confirmation(wanted_.release);
  conclude({}, "hold", describe(x.why));
}

void release_application::fail(const failed_step& x) {
  conclude(tl::unexpected(x.why), x.operation, x.reason);
}

void release_application::conclude(const base::result<void>& result, const std::string& operation,
                                   const std::string& reason) {
  messages::release_applied answer;
  if (!result) {
    auto failure = helm_failure(result.error(), chart_.words(), "helm_failed");
    // Work of another client on a release is not a failure of Helm; the module reports it.
    const bool is_occupied = failure.code == base::error_code::conflict;
    answer.result =
      is_occupied ? tl::unexpected(std::move(failure)) : base::fail("module '" + wanted_.release + "'", failure);
  }
  answer.operation = operation;
  answer.reason = reason;
  if (!is_left(operation)) parts_.watch.forget_confirmation(wanted_.release);
  if (result && is_left(operation)) parts_.leaving.note_held(wanted_.release);
  if (result && !is_left(operation)) parts_.leaving.note_applied(wanted_.release);
  if (result && !is_left(operation)) parts_.delays.forget(wanted_.release);
  if (result && !is_left(operation) && operation != "none")
    parts_.applied[wanted_.release] = text::md5_hex(chart_.values());
  answer.objects = objects_of(operation);
  answer.duration = std::chrono::microseconds(parts_.self->shared().steady_time_us() - begun_us_);
  if (operation != "none" || !result)
    parts_.reports.ended({.release = wanted_.release,
                          .step = 5,
                          .operation = operation,
                          .reason = reason,
                          .begun_us = begun_us_,
                          .result = result,
                          .words = chart_.words(),
                          .removed = removal_.removed});
  parts_.self->answer(to_, std::move(answer));
  done_();
}

core::releases::objects_ptr release_application::objects_of(const std::string& operation) const {
  const auto* manifest = parts_.records.known().latest_manifest(wanted_.release);
  if (manifest == nullptr) return operation == "upgrade" ? chart_.rendered() : nullptr;
  if (!is_left(operation)) return manifest->objects;
  // While a release is held, Helm does not create missing objects, so they are not expected.
  auto objects = std::make_shared<std::vector<core::releases::manifest_object>>(*manifest->objects);
  std::erase_if(*objects, [&](const auto& object) { return base::contains(wanted_.absent, object); });
  return objects;
}

} // namespace actors::releases
