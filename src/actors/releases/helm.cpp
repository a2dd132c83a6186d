#include "actors/releases/helm.hpp"

#include "actors/releases/bearing_lookup.hpp"
#include "actors/releases/claimed_objects.hpp"
#include "actors/releases/older_charts.hpp"
#include "actors/releases/release_application.hpp"
#include "actors/releases/release_removal.hpp"
#include "actors/releases/release_rendering.hpp"
#include "actors/releases/renamed_directory.hpp"
#include "actors/releases/wanted_objects.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/chart_fault.hpp"
#include "core/releases/deletion_hooks.hpp"
#include "core/releases/flag_order_label.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/modules_directory.hpp"
#include "core/releases/other_helm.hpp"
#include "core/releases/pause_label.hpp"
#include "core/releases/release_labels.hpp"
#include "core/releases/revision_contents.hpp"
#include "core/values/flag_source_label.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace actors::releases {

namespace {

/// The labels that name the sources of values and flags, and the label of a pause.
std::map<std::string, std::string> labels_of_sources(const core::releases::release& x) {
  auto labels = core::releases::value_labels_of(x);
  for (const auto key : {core::releases::flag_order_label, core::releases::pause_label})
    if (const auto value = x.label(key)) labels.emplace(key, *value);
  return labels;
}

core::modules::found_release as_found(const core::releases::release& x,
                                      const core::releases::platform_identity& platform,
                                      const core::releases::cluster_identity& place) {
  return {.name = x.name,
          .owned = core::releases::is_own(x, platform),
          .is_uninstalled = x.status == core::releases::release_status::uninstalled,
          .is_removal_begun = core::releases::is_uninstalled_by_operator(x),
          .is_removal_held = core::releases::is_removal_held(x) || core::releases::other_place_of(x, place).has_value(),
          .is_wanted_by_hook =
            core::releases::wanted_by(x) == core::values::label_of(core::values::flag_source::hook_patch),
          .is_of_former_name = core::releases::is_of_former_name(x, platform),
          .other_config_map = core::releases::other_config_map_of(x, platform),
          .other_platform = core::releases::other_platform_of(x, platform).value_or(""),
          .wanted_by = core::values::describe_label(core::releases::wanted_by(x)),
          .value_labels = labels_of_sources(x),
          .want = core::values::read_label(core::releases::wanted_by(x)),
          .is_want_unknown = core::releases::wanted_by(x).empty(),
          .script_grounds = x.label(core::releases::script_grounds_label).value_or(""),
          .lost_directory = core::releases::lost_modules_directory(x, platform.modules_dirs),
          .deletion_hooks = core::releases::deletion_hook_labels_of(x),
          .made_by_others = core::releases::is_own(x, platform) ? core::releases::words_on_other_helm(x) : ""};
}

} // namespace

helm_state::helm_state(framework::actor_base<messages::helm_actor>* self, helm_source source, helm_peers peers)
  : self_(self), ignored_release_(source.ignored_release),
    parts_(self, std::move(source), std::move(peers),
           [this](const std::string& release) { return work_.contains(release); }),
    proofs_(self, parts_.records, [this](const std::string& release) { return work_.contains(release); }) {}

// -- the order of work on a release ---------------------------------------------

void helm_state::begin_work(const std::string& release, std::function<void()> work) {
  auto& queue = work_[release];
  queue.push_back(std::move(work));
  if (queue.size() == 1) parts_.watch.when_known(queue.front());
}

void helm_state::end_work(const std::string& release) {
  const auto queue = work_.find(release);
  queue->second.pop_front();
  parts_.unstored_labels.look();
  if (queue->second.empty()) {
    work_.erase(queue);
    // Called after the entry is erased, because the watch ignores releases that are busy.
    parts_.watch.end_of_work(release);
    if (work_.empty() && std::exchange(is_sweep_due_, false)) sweep();
    return proofs_.note(release);
  }
  const auto next = queue->second.front();
  next();
}

framework::promise<messages::release_applied> helm_state::apply(const messages::apply_release& x) {
  auto to = self_->later<messages::release_applied>();
  const auto application =
    std::make_shared<release_application>(parts_, x, to, [this, release = x.release] { end_work(release); });
  begin_work(x.release, [application] { application->begin(); });
  return to;
}

framework::promise<messages::release_removed> helm_state::remove(const messages::remove_release& x) {
  auto to = self_->later<messages::release_removed>();
  // A release that is being removed needs no run when kinds change.
  parts_.capabilities.forget(x.release);
  parts_.unread_values.forget(x.release);
  const auto removal =
    std::make_shared<release_removal>(parts_, x, to, [this, release = x.release] { end_work(release); });
  begin_work(x.release, [removal] { removal->begin(); });
  return to;
}

framework::promise<messages::release_rendered> helm_state::render(const messages::render_release& x) {
  auto to = self_->later<messages::release_rendered>();
  // A rendering needs a processor, so only a single rendering for users runs at a time.
  if (std::exchange(is_rendering_, true)) {
    self_->answer(to, messages::release_rendered{
                        {}, base::fail(base::error_code::conflict, "another chart is being rendered: ask again")});
    return to;
  }
  std::make_shared<release_rendering>(parts_, x, to, [this] { is_rendering_ = false; })->begin();
  return to;
}

/// Waits for the end of all work: an upgrade that is under way may bring an object back, in this release or
/// in another.
void helm_state::sweep() {
  parts_.leaving.wake();
  if (!work_.empty()) {
    is_sweep_due_ = true;
    return;
  }
  const auto due = parts_.leaving.releases_due();
  if (due.empty()) return parts_.leaving.plan();
  for (const auto& release : due)
    begin_work(release, [this, release] { parts_.leaving.sweep(release, [this, release] { end_work(release); }); });
}

// -- the known releases ---------------------------------------------------------

framework::promise<messages::releases_listed> helm_state::list() {
  auto to = self_->later<messages::releases_listed>();
  know_place([this, to] {
    parts_.records.find_all_hidden([this, to](const record_client::hidden_releases& hidden) mutable {
      self_->answer(to, messages::releases_listed{{}, found_releases(hidden)});
    });
  });
  return to;
}

/// Reads where the operator runs, and compares it with the listed records.
void helm_state::know_place(std::function<void()> then) {
  parts_.watch.when_known([this, then = std::move(then)]() mutable {
    parts_.place.read([this, then = std::move(then)] {
      parts_.place.look();
      then();
    });
  });
}

std::vector<core::modules::found_release>
helm_state::found_releases(const record_client::hidden_releases& hidden) const {
  const auto& known = parts_.records.known();
  std::vector<core::modules::found_release> found;
  for (const auto& name : known.names()) {
    if (name == ignored_release_) continue;
    const auto release = known.latest(name);
    if (!release) continue;
    found.push_back(as_found(*release, parts_.platform, parts_.place.now()));
    found.back().label_command =
      fmt::format("kubectl -n {} label {} {}", parts_.records.namespace_name(), core::releases::name(parts_.storage),
                  core::releases::release_secret_name(release->name, release->revision));
  }
  // If Helm has written a record that was not read yet, the release exists and is the operator's.
  for (const auto& name : parts_.records.unread())
    if (!known.latest(name)) found.push_back({name, true});
  for (const auto& [name, records] : hidden)
    if (!known.latest(name) && !parts_.records.unread().contains(name) && name != ignored_release_)
      found.push_back(
        {.name = name,
         .hidden_records =
           fmt::format("{}. Give the labels back: {}", core::releases::words_of_hidden_records(records, parts_.storage),
                       core::releases::command_to_show(records, parts_.records.namespace_name(), parts_.storage))});
  return found;
}

messages::releases_described helm_state::describe() const {
  messages::releases_described x;
  const auto& known = parts_.records.known();
  for (const auto& name : known.names())
    if (const auto release = known.latest(name))
      x.releases[name] = {release->revision, core::releases::name(release->status), {}};
  for (const auto& [name, warnings] : parts_.runs.warnings())
    if (const auto known_release = x.releases.find(name); known_release != x.releases.end())
      known_release->second.warnings = warnings;
  // A release whose installation has failed may have no revision.
  for (const auto& [name, words] : parts_.reports.failures()) {
    x.releases[name].failure = words;
    x.releases[name].fault = core::releases::chart_fault(words);
  }
  for (const auto& [name, words] : parts_.reports.first_failures()) x.releases[name].first_failure = words;
  return x;
}

framework::promise<messages::found_modules_read> helm_state::read_modules(const messages::read_found_modules& x) {
  auto to = self_->later<messages::found_modules_read>();
  parts_.records.know_manifest(x.release, [this, to, release = x.release,
                                           asks = x.asks_for_claims](const base::result<void>& known) mutable {
    const auto* manifest = parts_.records.known().latest_manifest(release);
    messages::found_modules_read answer{
      {}, known.map([&] { return manifest == nullptr ? std::set<std::string>() : manifest->modules; }), {}};
    const auto last = parts_.records.known().latest(release);
    if (!last || manifest == nullptr) return self_->answer(to, std::move(answer));
    read_directory(*last, std::move(answer), [this, to, asks = asks, objects = manifest->objects](auto found) mutable {
      find_bearing(parts_, *objects, [this, to, asks, objects, found = std::move(found)](const auto& bearing) mutable {
        found.bearing = core::releases::words_of_bearing(bearing);
        if (!asks) return self_->answer(to, std::move(found));
        find_claims(parts_, *objects, [this, to, found = std::move(found)](const found_claims& claimed) mutable {
          if (!claimed)
            found.modules = tl::unexpected(claimed.error());
          else
            found.claims = core::releases::words_of_claims(*claimed);
          self_->answer(to, std::move(found));
        });
      });
    });
  });
  return to;
}

/// Looks for the directory to which the directory of the release's module may have been renamed.
void helm_state::read_directory(const core::releases::release& last, messages::found_modules_read answer,
                                std::function<void(messages::found_modules_read)> then) {
  parts_.records.read(
    last.name, last.revision,
    [this, release = last.name, answer = std::move(answer),
     then = std::move(then)](const base::result<std::string>& record) mutable {
      // A record that cannot be read shows no chart to look for: the removal has a reason less to be held.
      if (const auto before = record.and_then(core::releases::read_revision_contents))
        answer.renamed_to = renamed_directory(parts_.platform.modules_dirs, release, *before, parts_.records.known());
      find_older_charts(parts_, release,
                        [answer = std::move(answer), then = std::move(then)](const std::string& older) mutable {
                          answer.older_charts = older;
                          then(std::move(answer));
                        });
    });
}

void helm_state::note(const messages::note_flag_sources& x) {
  for (const auto& [module, source] : x.by_module) {
    const auto last = parts_.records.known().latest(module);
    const auto label = core::values::label_of(source);
    if (!last || !core::releases::is_wanted_by_due(*last, parts_.platform, label)) continue;
    parts_.records.set_label(*last, core::releases::module_wanted_by_label, label,
                             [](const base::result<std::string>&) {});
  }
}

void helm_state::hold(const messages::hold_removals& x) {
  for (const auto& name : x.releases) {
    const auto last = parts_.records.known().latest(name);
    if (!last || core::releases::is_removal_held(*last) || !core::releases::is_own(*last, parts_.platform)) continue;
    // A failed write is not reported, because each discovery requests it again.
    parts_.records.set_label(*last, core::releases::removal_held_label, std::to_string(last->revision),
                             [](const base::result<std::string>&) {});
  }
}

framework::promise<messages::records_recalled> helm_state::recall() {
  auto to = self_->later<messages::records_recalled>();
  parts_.watch.read_again([this, to]() mutable { self_->answer(to, messages::records_recalled{}); });
  return to;
}

messages::helm_actor::behavior_type helm_state::make_behavior() {
  // Without a namespace (shell-operator) there are no releases to watch.
  if (!parts_.records.namespace_name().empty()) {
    parts_.watch.on_first_list = [this](const auto& records) { parts_.leaving.read_records(records); };
    parts_.watch.open();
    // Hooks may run before the first discovery of modules, which asks again.
    know_place([] {});
  }
  return framework::behavior(
    self_, [this](const messages::apply_release& x) { return apply(x); },
    [this](const messages::remove_release& x) { return remove(x); },
    [this](const messages::list_releases&) { return list(); },
    [this](const messages::describe_releases&) { return describe(); },
    [this](const messages::read_found_modules& x) { return read_modules(x); },
    [this](const messages::read_wanted_objects& x) {
      auto to = self_->later<messages::wanted_objects_read>();
      read_wanted(parts_, x, to);
      return to;
    },
    [this](const messages::hold_removals& x) { hold(x); }, [this](const messages::note_flag_sources& x) { note(x); },
    [this](const messages::render_release& x) { return render(x); },
    [this](const messages::end_startup&) { parts_.reports.end_startup(); },
    [this](const messages::objects_listed& x) { parts_.watch.listed(x); },
    [this](const messages::object_changed& x) { parts_.watch.changed(x); },
    [this](const messages::look_at_unfinished& x) { parts_.watch.look_at(x); },
    [this](const messages::write_proofs&) { proofs_.write_next(); },
    [this](const messages::recall_records&) { return recall(); }, [this](const messages::sweep_leaving&) { sweep(); },
    [this](const messages::compare_kinds&) { parts_.capabilities.compare_missing(); });
}

messages::helm_actor helm(caf::actor_system& system, framework::placement where, const framework::context_ptr& shared,
                          helm_source source, const helm_peers& peers) {
  return framework::spawn<helm_state>(system, where, shared, "helm", std::move(source), peers);
}

} // namespace actors::releases
