#include "actors/values/config_watcher.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/kube_client.hpp"
#include "core/config/repeated_edits.hpp"
#include "core/releases/foreign_writes.hpp"
#include "core/values/names.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/resource_version.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::values {

namespace {

/// The keys of the ConfigMap that differ, for traces.
std::vector<std::string> keys_of(const core::config::configuration_change& x) {
  std::vector<std::string> keys;
  if (x.global) keys.emplace_back(core::values::global_key);
  keys.insert(keys.end(), x.modules.begin(), x.modules.end());
  for (const auto& key : x.flags) keys.push_back(core::values::enabled_key(key));
  for (const auto& key : x.pauses) keys.push_back(core::values::maintenance_key(key));
  return keys;
}

/// The subject of a problem, for /readyz.
std::string subject_of(const cluster::records::config_map_place& x) {
  return "ConfigMap '" + x.name + "' in namespace '" + x.namespace_name + "'";
}

/// The wait before the ConfigMap is read again after a read without a response.
constexpr std::chrono::milliseconds look_interval{5000};

} // namespace

config_watcher_state::config_watcher_state(framework::actor_base<messages::config_watcher_actor>* self,
                                           std::optional<cluster::records::config_map_place> place, config_keys keys,
                                           messages::kube_client_actor kube, messages::supervisor_actor supervisor)
  : self_(self), has_place_(place.has_value()), place_(place.value_or(cluster::records::config_map_place{})),
    known_keys_(std::move(keys.known)), kube_(std::move(kube)), supervisor_(std::move(supervisor)),
    objects_(self, supervisor_, "config-map"), keeper_(keys.keeper), writes_(self, place_, supervisor_, access()),
    pauses_(self, place_, access()), kept_keys_(self, supervisor_, writes_),
    record_(
      self, place_, std::move(keys.hooks_only), access().call,
      [this](std::chrono::milliseconds time, std::function<void()> then) { call_later(time, std::move(then)); },
      supervisor_) {}

config_map_access config_watcher_state::access() {
  return {[this](kube::api::http_request request, auto then) { call(std::move(request), std::move(then)); },
          [this](const text::json* object) { return adopt_fresh(object); }, &keys_};
}

// -- reading -----------------------------------------------------------------

framework::promise<messages::configuration_read> config_watcher_state::read() {
  auto to = self_->later<messages::configuration_read>();
  // If there is no ConfigMap to read, the configuration is empty and known at once.
  if (!has_place_ && !current_) adopt_content({});
  if (current_) {
    self_->answer(to, messages::configuration_read{{}, current_});
    return to;
  }
  waiting_.push_back(to);
  begin();
  return to;
}

/// Begins with the keys of hooks as a new process does: the former leader has stored and removed keys since
/// this process has read the ConfigMap for the first time.
framework::promise<messages::configuration_read> config_watcher_state::lead() {
  auto to = self_->later<messages::configuration_read>();
  auto take_over = [this, to]() mutable {
    keeper_ = config_keeper::self;
    if (const auto last = std::exchange(followed_, std::nullopt)) adopt(*last);
    self_->answer(to, messages::configuration_read{{}, current_});
  };
  if (record_.is_readable())
    record_.read(keys_, take_over);
  else
    take_over();
  return to;
}

void config_watcher_state::begin() {
  // The watch is open already: it serves all readers that wait for the first content.
  if (!objects_.is_closed()) return;
  messages::watch_spec spec;
  spec.api_version = "v1";
  spec.kind = "ConfigMap";
  spec.namespace_name = place_.namespace_name;
  spec.field_selector = "metadata.name=" + place_.name;
  // All lists, because known versions may come from responses, not only from the watch. If an API server was
  // restored from a backup, its next list reports a lost history, and these versions no longer count.
  objects_.open(std::move(spec), {}, watches::announced::all_lists);
  if (record_.is_awaited()) read_record();
}

void config_watcher_state::read_record() {
  // The content that the watch shows is used now, or once more with the keys of the record.
  record_.read(keys_,
               [this] { objects_.read([this](const core::bindings::object_list& objects) { on_objects(objects); }); });
}

framework::promise<messages::section_written> config_watcher_state::write(const messages::write_section& x) {
  const auto why = has_place_ ? record_.reason_not_to_write(x.key, current_.get(), keys_) : std::string();
  if (has_place_ && why.empty()) return writes_.begin(x);
  if (record_.is_missing_for(x.key)) read_record();
  auto to = self_->later<messages::section_written>();
  self_->answer(
    to, messages::section_written{.result = has_place_ ? base::fail(base::error_code::conflict, why)
                                                       : base::fail(base::error_code::invalid_input,
                                                                    "there is no ConfigMap to store them in: name its "
                                                                    "namespace by --namespace")});
  return to;
}

framework::promise<messages::pause_written> config_watcher_state::write(const messages::write_pause& x) {
  if (has_place_) return pauses_.begin(x);
  auto to = self_->later<messages::pause_written>();
  self_->answer(to, messages::pause_written{{},
                                            base::fail(base::error_code::conflict,
                                                       "there is no ConfigMap to keep a pause in: name its "
                                                       "namespace by --namespace")});
  return to;
}

void config_watcher_state::listed(const messages::objects_listed& x) {
  objects_.on_listed();
  if (x.history == messages::list_history::lost) lag_.on_lost_history();
  if (!x.version.empty()) lag_.on_list(x.version);
  objects_.read([this](const core::bindings::object_list& objects) { on_objects(objects); });
}

void config_watcher_state::on_objects(const core::bindings::object_list& objects) {
  if (record_.is_awaited()) return;
  if (!objects.empty()) return adopt_event(objects.front().object.text());
  if (!lag_.is_behind()) adopt_content({});
}

void config_watcher_state::changed(const messages::object_changed& x) {
  if (record_.is_awaited()) return;
  if (x.event.event != core::bindings::watch_event::deleted) return adopt_event(x.event.object.object.text());
  if (!lag_.is_behind()) return adopt_content({});
  // The watch has not reached the response to a write yet. The version of a deletion event may be the
  // object's version before the deletion. So it does not show whether the write came before or after the
  // deletion, and the object is read.
  look();
}

void config_watcher_state::look() {
  call(cluster::records::read_request(place_), [this, look = ++last_look_](const base::result<text::json>& fresh) {
    // A later read, or the watch, has shown the state meanwhile.
    if (look != last_look_ || !lag_.is_behind()) return;
    if (fresh) return adopt_answer(*fresh);
    // Any other failure does not show whether the ConfigMap exists.
    if (fresh.error().code != base::error_code::not_found) return look_later(look);
    lag_.forget_answers();
    adopt_content({});
  });
}

void config_watcher_state::look_later(std::uint64_t failed) {
  call_later(look_interval, [this, failed] {
    if (failed == last_look_ && lag_.is_behind()) look();
  });
}

void config_watcher_state::call_later(std::chrono::milliseconds time, std::function<void()> then) {
  self_->ask(
    kube_, messages::await_api_server{{}, time},
    [then = std::move(then)](const messages::api_server_awaited&) { then(); }, [](const std::string&) {});
}

void config_watcher_state::call(kube::api::http_request request,
                                std::function<void(const base::result<text::json>&)> then) {
  self_->ask(
    kube_, messages::call_api{{}, std::move(request)},
    [then](const messages::api_answered& answer) { then(kube::api::object_of(answer.response)); },
    [then](const std::string& reason) { then(base::fail(base::error_code::unavailable, reason)); });
}

void config_watcher_state::adopt_event(const std::string& object_text) {
  const auto object = text::parse_json(object_text);
  if (!object) return; // text from the API server parses; the informer has read its metadata already
  if (lag_.on_event(kube::objects::resource_version_of(*object))) adopt(*object);
}

void config_watcher_state::adopt_answer(const text::json& object) {
  if (lag_.on_answer(kube::objects::resource_version_of(object))) adopt(object);
}

std::shared_ptr<const core::config::configuration> config_watcher_state::adopt_fresh(const text::json* object) {
  if (object != nullptr)
    adopt_answer(*object);
  else if (!lag_.is_behind())
    adopt_content({});
  return current_;
}

core::config::configuration config_watcher_state::content_of(const text::json& object) {
  writers_ = core::config::writers_of(object, core::releases::own_managers());
  return cluster::records::configuration_of(object, current_ ? *current_ : core::config::configuration{}, known_keys_);
}

void config_watcher_state::follow(const text::json& object) {
  followed_ = object;
  adopt_content(content_of(object));
}

void config_watcher_state::adopt(const text::json& object) {
  if (keeper_ == config_keeper::leader) return follow(object);
  auto now = content_of(object);
  auto effect = keys_.take(now, cluster::records::keys_annotation_of(object), known_keys_);
  kept_keys_.report(effect);
  record_.report_lost(keys_);
  unwritten_ = std::move(effect.unwritten);
  adopt_content(std::move(now));
  // While the ConfigMap is being filled, the missing keys may come by themselves.
  if (!absence_.is_running()) kept_keys_.write_back(unwritten_, *current_);
  record_.write(keys_);
}

void config_watcher_state::adopt_content(core::config::configuration now) {
  if (now.state == core::values::config_map_state::absent) followed_.reset();
  using event = core::config::config_map_absence::event;
  const auto what = absence_.on_read(now, current_);
  if (what == event::begins) report_absence(now);
  if (what == event::fills) report_filling();
  if (what == event::ends) report_return();
  use(absence_.used(std::move(now)));
}

void config_watcher_state::use(core::config::configuration now) {
  // Contents reach the VALUES STORE in two ways, so it needs a number to know which content is newer.
  now.number = ++last_content_;
  const auto before = std::exchange(current_, std::make_shared<const core::config::configuration>(std::move(now)));
  for (auto& to : std::exchange(waiting_, {})) self_->answer(to, messages::configuration_read{{}, current_});
  auto writers = std::exchange(writers_, {});
  // The first content only answers the waiting readers; it is not a change.
  if (!before) return;
  if (const auto differ = core::config::differences(*before, *current_); !differ.empty())
    self_->tell(supervisor_, messages::config_changed{{}, current_, keys_of(differ), std::move(writers)});
}

// -- a ConfigMap that goes -----------------------------------------------------

void config_watcher_state::report_absence(const core::config::configuration& now) {
  self_->remind(core::config::absence_patience, messages::absence_over{{}, absence_.number()});
  const auto* how =
    now.state == core::values::config_map_state::absent ? "has gone" : "has gone, and hooks have made it anew";
  const auto until_us =
    self_->shared().wall_time_us() + std::chrono::microseconds(core::config::absence_patience).count();
  const auto problem = fmt::format("it {}. Its last content counts until {}; then the values of files count. Bring it "
                                   "back with all its keys: an empty or partly filled ConfigMap counts after {} s",
                                   how, framework::time_text(until_us), core::config::filling_patience.count());
  sys::log::log_warning("config_map_gone",
                        {{"namespace", place_.namespace_name}, {"config_map", place_.name}, {"error", problem}});
  self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(place_), problem});
}

void config_watcher_state::report_filling() {
  self_->remind(core::config::filling_patience, messages::absence_over{{}, absence_.number()});
  const auto until_us =
    self_->shared().wall_time_us() + std::chrono::microseconds(core::config::filling_patience).count();
  const auto problem =
    fmt::format("it has lost all of its keys at once, or is there again without some of them. Its earlier content "
                "counts until {}, so that a client can fill it key by key; then its present content counts: {}",
                framework::time_text(until_us), absence_.words_of_missing());
  sys::log::log_warning("config_map_empty",
                        {{"namespace", place_.namespace_name}, {"config_map", place_.name}, {"error", problem}});
  self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(place_), problem});
}

void config_watcher_state::report_return() {
  sys::log::log_info("config_map_back", {{"namespace", place_.namespace_name}, {"config_map", place_.name}});
  self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(place_), std::nullopt});
}

void config_watcher_state::end_absence(const messages::absence_over& x) {
  auto now = absence_.give_up(x.number);
  if (!now) return;
  if (now->state == core::values::config_map_state::written) {
    report_return();
  } else {
    sys::log::log_warning("config_map_absence_counts",
                          {{"namespace", place_.namespace_name}, {"config_map", place_.name}});
    self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(place_), std::nullopt});
  }
  use(std::move(*now));
  if (current_->state != core::values::config_map_state::absent) kept_keys_.write_back(unwritten_, *current_);
}

messages::config_watcher_actor::behavior_type config_watcher_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::read_configuration&) { return read(); },
    [this](const messages::lead_configuration&) { return lead(); },
    [this](const messages::write_section& x) { return write(x); },
    [this](const messages::write_pause& x) { return write(x); },
    [this](const messages::objects_listed& x) { listed(x); }, [this](const messages::object_changed& x) { changed(x); },
    [this](const messages::section_write_due& x) { writes_.go_on(x); },
    [this](const messages::section_write_slow& x) { writes_.report_slow(x); },
    [this](const messages::absence_over& x) { end_absence(x); });
}

messages::config_watcher_actor config_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                              std::optional<cluster::records::config_map_place> place, config_keys keys,
                                              const messages::kube_client_actor& kube,
                                              const messages::supervisor_actor& supervisor) {
  return framework::spawn<config_watcher_state>(system, framework::placement::shared, shared, "config watcher",
                                                std::move(place), std::move(keys), kube, supervisor);
}

} // namespace actors::values
