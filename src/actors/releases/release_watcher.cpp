#include "actors/releases/release_watcher.hpp"

#include "actors/messages/debug.hpp"
#include "base/contains.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <variant>

namespace actors::releases {

namespace {

/// The label that Helm adds to every object of a release.
constexpr auto managed_by_helm = "app.kubernetes.io/managed-by=Helm";

/// The wait before an object is read again if the API server has not answered.
constexpr std::chrono::milliseconds confirm_interval{5000};
/// The interval after a refusal, which ends only when a user changes a permission.
constexpr std::chrono::milliseconds refused_interval{60000};

/// The maximal number of reads of an object that Helm has created and that the watch does not show yet.
/// Within a minute (12 reads, 5 s apart) a watch that was behind has caught up. If a client has removed the
/// label, the watch never shows the object.
constexpr unsigned made_tries_max = 12;

/// The maximal number of lookups of a kind while discovery fails although the API server answers. If the
/// server of an API group is down, the other objects of a release must be watched after a minute at the
/// latest (12 tries, 5 s apart).
constexpr unsigned kind_tries_max = 12;

messages::subscription_key key_of(const core::releases::resource_place& x) {
  return "release objects " + x.api_version + " " + x.kind + " " + x.namespace_name;
}

/// The reason why the state of an object is unknown. A 404 that does not name the object is a response, so it
/// is not an outage.
base::error reason_of(const base::result<kube::api::http_response>& response, const base::error& why) {
  const bool is_answer = response && response->status == 404;
  return {is_answer ? base::error_code::invalid_input : why.code, why.message};
}

/// The wait before the next read. Logs a refusal, because it ends only when a user acts.
std::chrono::milliseconds time_to_ask_again(const core::releases::manifest_object& object, const std::string& release,
                                            const base::error& why) {
  if (kube::watch::may_be_outage(why)) return confirm_interval;
  sys::log::log_warning("release_object_unknown", {{"release", release},
                                                   {"object", core::releases::describe(object)},
                                                   {"error", why.message},
                                                   {"retry_in_seconds", refused_interval}});
  return refused_interval;
}

core::releases::manifest_object object_at(const core::releases::resource_place& place,
                                          const core::bindings::snapshot_object& x) {
  return {place.api_version, place.kind, place.namespace_name, std::string(x.name())};
}

} // namespace

release_watcher_state::release_watcher_state(framework::actor_base<messages::release_watcher_actor>* self,
                                             release_watcher_peers peers, core::releases::drift_mode mode)
  : self_(self), supervisor_(peers.supervisor), kube_(peers.kube),
    drift_(self, peers.supervisor, {peers.helm, peers.kube}, mode, {expected_, kinds_, paused_}),
    workloads_(self, peers.kube, peers.namespace_name, {expected_, paused_, drift_}) {}

// -- the expected objects ---------------------------------------------------------

messages::absent_resources_read release_watcher_state::read(const messages::read_absent_resources& x) {
  // From now on Helm itself may remove objects, so no absence is reported until `expect_resources`.
  paused_.insert(x.module);
  auto absent = expected_.absent(x.module);
  std::erase_if(absent, [&](const auto& object) { return doubted_.contains(object); });
  return {{}, std::move(absent)};
}

void release_watcher_state::expect(const messages::expect_resources& x) {
  if (!x.objects) return resume(x.module, x.why);
  // Numbered, because the lookup of kinds may take long, and only the latest expectation of a module counts.
  const auto number = ++last_expectation_;
  expectations_[x.module] = number;
  know_kinds(*x.objects, [this, x, number] {
    const auto current = expectations_.find(x.module);
    if (current != expectations_.end() && current->second == number) on_expected(x);
  });
}

void release_watcher_state::on_expected(const messages::expect_resources& x) {
  std::vector<core::releases::manifest_object> objects;
  for (auto object : *x.objects) {
    const auto kind = kinds_.find({object.api_version, object.kind});
    if (kind == kinds_.end()) continue;
    // The reader of the manifest does not know the scope of a kind, so it gives each object a namespace.
    if (!kind->second.namespaced) object.namespace_name.clear();
    objects.push_back(std::move(object));
  }
  auto places = expected_.places(x.module);
  expected_.expect(x.module, objects, x.why);
  // An end that began before, when the release did not expect the object, has no further event.
  show_endings(x.module);
  // The earlier places are included, because their watches may no longer be needed.
  places.merge(expected_.places(x.module));
  adjust_watches(places);
  if (x.why == core::releases::absent_resources::reason::helm_ran) {
    repairs_.made(x.module, self_->shared().steady_time_us());
    show_return(x.module);
    await_repairs();
  }
  resume(x.module, x.why);
  look_for(x.module, x.why);
}

/// Compares with the watches once, because the Deleted event of an object may have come before the object was
/// expected. If a watch does not show an object, the object may be too new, so the API server is asked.
void release_watcher_state::look_for(const std::string& release, core::releases::absent_resources::reason why) {
  for (const auto& object : expected_.objects(release)) {
    const auto found = watches_.find(key_of(core::releases::place_of(object)));
    if (found == watches_.end() || !found->second.names) continue;
    if (found->second.names->contains(object.name))
      expected_.present(object);
    else if (why == core::releases::absent_resources::reason::helm_ran)
      confirm_made(object, release, expectations_.at(release));
    else
      for (const auto& loser : expected_.deleted(object)) confirm(object, loser);
  }
}

/// Reads an object of the last upgrade until the watch shows it. If a client deletes it before, the watch
/// shows neither the object nor its deletion.
void release_watcher_state::confirm_made(const core::releases::manifest_object& object, const std::string& release,
                                         std::uint64_t expectation, unsigned tries) {
  if (shows(object)) return;
  ask_for(object, [this, object, release, expectation, tries](const base::result<kube::api::http_response>& response) {
    const auto current = expectations_.find(release);
    if (current == expectations_.end() || current->second != expectation) return;
    const auto found = kube::api::object_of(response);
    if (found && tries >= made_tries_max) return look_now_and_then(object);
    if (found)
      return await_server(confirm_interval, [this, object, release, expectation, tries](kube::watch::outage_verdict) {
        confirm_made(object, release, expectation, tries + 1);
      });
    if (found.error().code == base::error_code::not_found) {
      for (const auto& loser : expected_.deleted(object)) report(object, loser);
      return;
    }
    await_server(time_to_ask_again(object, release, reason_of(response, found.error())),
                 [this, object, release, expectation, tries](kube::watch::outage_verdict) {
                   confirm_made(object, release, expectation, tries);
                 });
  });
}

bool release_watcher_state::shows(const core::releases::manifest_object& object) const {
  const auto found = watches_.find(key_of(core::releases::place_of(object)));
  return found != watches_.end() && found->second.names && found->second.names->contains(object.name);
}

void release_watcher_state::resume(const std::string& module, core::releases::absent_resources::reason why) {
  paused_.erase(module);
  // Objects that were deleted while Helm might be running were not reported, so they are checked now.
  for (const auto& object : expected_.absent(module)) confirm(object, module);
  drift_.on_applied(module, why);
}

void release_watcher_state::forget(const messages::forget_resources& x) {
  expectations_.erase(x.module);
  paused_.erase(x.module);
  drift_.forget(x.module);
  const auto places = expected_.places(x.module);
  expected_.forget(x.module);
  adjust_watches(places);
  const bool were_shown = !repairs_.restless_of(x.module).empty();
  repairs_.forget(x.module);
  if (were_shown) show_repairs(x.module);
  show_endings(x.module);
}

void release_watcher_state::know_kinds(const std::vector<core::releases::manifest_object>& objects,
                                       std::function<void()> then) {
  std::set<kind_name> unknown;
  for (const auto& object : objects)
    if (kind_name kind{object.api_version, object.kind}; !kinds_.contains(kind)) unknown.insert(std::move(kind));
  if (unknown.empty()) return then();
  auto missing = std::make_shared<std::size_t>(unknown.size());
  for (const auto& kind : unknown)
    know_kind(kind, [missing, then] {
      if (--*missing == 0) then();
    });
}

void release_watcher_state::know_kind(const kind_name& kind, std::function<void()> done, unsigned tries) {
  self_->ask(
    kube_, messages::resolve_kind{.api_version = kind.first, .kind = kind.second, .is_expected = true},
    [this, kind, done, tries](const messages::kind_resolved& x) {
      const auto give_up = [kind, done] {
        sys::log::log_warning("release_objects_not_watched", {{"api_version", kind.first}, {"kind", kind.second}});
        done();
      };
      if (const auto* resource = std::get_if<kube::api::resource>(&x.result)) {
        if (!resource->can_be_watched()) return give_up();
        kinds_.emplace(kind, *resource);
        return done();
      }
      const auto* undecided = std::get_if<kube::api::kind_undecided>(&x.result);
      if (undecided == nullptr || !kube::watch::may_be_outage({undecided->code, {}})) return give_up();
      await_server(confirm_interval, [this, kind, done, give_up, tries](kube::watch::outage_verdict verdict) {
        if (verdict == kube::watch::outage_verdict::outage)
          know_kind(kind, done);
        else if (tries < kind_tries_max)
          know_kind(kind, done, tries + 1);
        else
          give_up();
      });
    },
    [done](const std::string&) { done(); });
}

void release_watcher_state::await_server(std::chrono::milliseconds retry_in,
                                         std::function<void(kube::watch::outage_verdict)> then) {
  self_->ask(
    kube_, messages::await_api_server{{}, retry_in}, [then](const messages::api_server_awaited& x) { then(x.verdict); },
    [](const std::string&) {});
}

// -- watches -------------------------------------------------------------------

void release_watcher_state::adjust_watches(const std::set<core::releases::resource_place>& places) {
  for (const auto& place : places) {
    const auto watch = watches_.find(key_of(place));
    const bool is_wanted = expected_.expects_any_at(place);
    if (is_wanted && watch == watches_.end()) open(place);
    if (is_wanted || watch == watches_.end()) continue;
    watch->second.objects.close();
    watches_.erase(watch);
    // Without a watch the end of an object is not seen. A later watch shows the object anew.
    for (const auto& object : endings_.all())
      if (core::releases::place_of(object) == place) note_ending(object, {});
  }
}

void release_watcher_state::open(const core::releases::resource_place& place) {
  const auto key = key_of(place);
  messages::watch_spec spec;
  spec.api_version = place.api_version;
  spec.kind = place.kind;
  spec.namespace_name = place.namespace_name;
  spec.label_selector = managed_by_helm;
  spec.metadata_only = true;
  // Not shared: only names are needed, so the watch does not keep objects that other actors could use.
  spec.private_to = "release watcher";
  core::bindings::kubernetes_binding wants;
  wants.keep_full_objects = false;
  drift_.ask_for_facts(wants);
  const auto made = watches_.emplace(key, watched_place{place, {self_, supervisor_, key}}).first;
  made->second.objects.open(std::move(spec), std::move(wants));
}

void release_watcher_state::listed(const messages::objects_listed& x) {
  const auto found = watches_.find(x.subscription);
  if (found == watches_.end() || !found->second.objects.on_listed()) return;
  found->second.objects.read([this, key = x.subscription](const core::bindings::object_list& objects) {
    if (const auto read = watches_.find(key); read != watches_.end()) compare(read->second, objects);
  });
}

void release_watcher_state::compare(watched_place& at, const core::bindings::object_list& objects) {
  at.names.emplace();
  for (const auto& object : objects) at.names->emplace(object.name());
  for (const auto& object : endings_.all())
    if (core::releases::place_of(object) == at.place && !at.names->contains(object.name)) note_ending(object, {});
  for (const auto& object : objects) note_ending(object_at(at.place, object), drift_watch::ending_part(object));
  drift_.listed(at.place, objects);
  for (const auto& release : expected_.listed(at.place, *at.names))
    for (const auto& object : expected_.absent(release))
      if (core::releases::place_of(object) == at.place) confirm(object, release);
}

void release_watcher_state::changed(const messages::object_changed& x) {
  const auto found = watches_.find(x.subscription);
  if (found == watches_.end()) return;
  const auto object = object_at(found->second.place, x.event.object);
  const bool is_there = x.event.event != core::bindings::watch_event::deleted;
  // If there are no `names`, the list has not been read yet, and it will contain this change.
  if (auto& names = found->second.names; names && is_there) names->insert(object.name);
  if (auto& names = found->second.names; names && !is_there) names->erase(object.name);
  note_ending(object, is_there ? drift_watch::ending_part(x.event.object) : std::string());
  drift_.changed(object, x.event.object, x.event.event);
  if (!expected_.expects(object)) return;
  if (is_there) return on_present(object);
  for (const auto& release : expected_.deleted(object)) confirm(object, release);
}

void release_watcher_state::on_present(const core::releases::manifest_object& object) {
  doubted_.erase(object);
  unseen_.erase(object);
  expected_.present(object);
  repairs_.there(object, self_->shared().steady_time_us());
  for (const auto& release : expected_.releases_of(object)) show_return(release);
  await_repairs();
}

// -- reports -------------------------------------------------------------------

void release_watcher_state::confirm(const core::releases::manifest_object& object, const std::string& release) {
  ask_for(object, [this, object, release](const base::result<kube::api::http_response>& response) {
    const auto found = kube::api::object_of(response);
    doubted_.erase(object);
    if (found) {
      expected_.present(object);
      return look_now_and_then(object);
    }
    // Reported, because neither the watch nor this request has found the object.
    if (found.error().code == base::error_code::not_found) return report(object, release);
    if (response && response->status == 404) return confirm_kind(object, release, reason_of(response, found.error()));
    confirm_later(object, release, found.error());
  });
}

void release_watcher_state::ask_for(const core::releases::manifest_object& object,
                                    std::function<void(const base::result<kube::api::http_response>&)> then) {
  const auto kind = kinds_.find({object.api_version, object.kind});
  if (kind == kinds_.end()) return;
  self_->ask(
    kube_,
    messages::call_api{{},
                       kube::api::get_request(kind->second, {object.namespace_name, object.name, {}}),
                       messages::api_component::helm_monitor},
    [then](const messages::api_answered& x) { then(x.response); }, [](const std::string&) {});
}

void release_watcher_state::confirm_kind(const core::releases::manifest_object& object, const std::string& release,
                                         const base::error& why) {
  const auto before = kinds_.find({object.api_version, object.kind});
  if (before == kinds_.end()) return;
  self_->ask(
    kube_, messages::resolve_kind{{}, object.api_version, object.kind, messages::kind_knowledge::fresh, before->second},
    [this, object, release, why](const messages::kind_resolved& x) {
      if (std::holds_alternative<kube::api::kind_absent>(x.result)) return report(object, release);
      const auto* undecided = std::get_if<kube::api::kind_undecided>(&x.result);
      // If the kind is served in another version, its objects still exist, so the object counts as present.
      confirm_later(object, release, undecided ? base::error{undecided->code, undecided->reason} : why);
    },
    [](const std::string&) {});
}

void release_watcher_state::confirm_later(const core::releases::manifest_object& object, const std::string& release,
                                          const base::error& why) {
  doubted_.insert(object);
  if (!is_reported_absent(object, release)) return;
  await_server(time_to_ask_again(object, release, why), [this, object, release](kube::watch::outage_verdict) {
    if (is_reported_absent(object, release)) confirm(object, release);
  });
}

bool release_watcher_state::is_reported_absent(const core::releases::manifest_object& object,
                                               const std::string& release) const {
  const auto absent = expected_.absent(release);
  return !paused_.contains(release) && base::contains(absent, object);
}

messages::release_watcher_actor::behavior_type release_watcher_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::read_absent_resources& x) { return read(x); },
    [this](const messages::expect_resources& x) { expect(x); },
    [this](const messages::forget_resources& x) { forget(x); },
    [this](const messages::objects_listed& x) { listed(x); }, [this](const messages::object_changed& x) { changed(x); },
    [this](const messages::look_at_repairs& x) { on_repairs_due(x); },
    [this](const messages::read_drift& x) { return drift_.read(x); },
    [this](const messages::describe_workloads& x) { return workloads_.read(x); },
    [this](const messages::workloads_overdue& x) { workloads_.on_overdue(x); },
    [this](const messages::describe_resources&) {
      return messages::resources_described{{}, expected_.all()};
    });
}

messages::release_watcher_actor release_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                                const release_watcher_peers& peers, core::releases::drift_mode mode) {
  return framework::spawn<release_watcher_state>(system, framework::placement::shared, shared, "release watcher", peers,
                                                 mode);
}

} // namespace actors::releases
