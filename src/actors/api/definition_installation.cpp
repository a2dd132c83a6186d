#include "actors/api/definition_installation.hpp"

#include "base/overload.hpp"
#include "cluster/operations/narrowed_definition.hpp"
#include "core/crds/crd_losses.hpp"
#include "core/crds/foreign_parts.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/watch/watch_event.hpp"

#include <array>
#include <chrono>
#include <string>
#include <utility>
#include <variant>

namespace actors::api {

namespace {

using namespace std::chrono_literals;
using answer = base::result<kube::api::http_response>;
using base::error_code;

/// The limit for the API server to establish a definition. It takes milliseconds, or some seconds with
/// several replicas.
constexpr std::chrono::seconds established_wait{60};
/// The waits between reads of discovery, while it does not show all new kinds.
constexpr std::array look_delays{100ms, 200ms, 500ms, 1000ms, 2000ms, 4000ms};

const kube::api::resource& definitions_resource() {
  static const kube::api::resource made{.group = "apiextensions.k8s.io",
                                        .version = "v1",
                                        .kind = "CustomResourceDefinition",
                                        .plural = "customresourcedefinitions",
                                        .namespaced = false,
                                        .verbs = {},
                                        .singular = {},
                                        .short_names = {}};
  return made;
}

/// The installation of a single definition.
class installing : public std::enable_shared_from_this<installing> {
public:
  using on_outcome = std::function<void(messages::definition_outcome)>;

  installing(cluster::operations::operation_seams_ptr seams, const core::crds::definition& wanted, on_outcome done)
    : seams_(std::move(seams)), at_{definitions_resource(), {.namespace_ = {}, .name = wanted.name}}, wanted_(wanted),
      done_(std::move(done)) {}

  void read() {
    seams_->send(kube::api::get_request(at_.resource, at_.where), [self = shared_from_this()](const answer& got) {
      if (!self->is_done_) self->found(kube::api::object_of(got));
    });
  }

private:
  void found(const base::result<text::json>& current) {
    if (!current) {
      if (current.error().code != error_code::not_found) return finish(tl::unexpected(current.error()));
      change_ = messages::definition_outcome::change::created;
      return apply(wanted_.object);
    }
    // An update of a definition that is being deleted would be lost with it.
    if (std::holds_alternative<core::crds::definition_state::terminating>(core::crds::state_of(*current)))
      return fail_deleted();
    // A user's definition is left as it is if the update would take parts of it away.
    lost_parts_ = core::crds::lost_parts(wanted_, *current);
    if (!lost_parts_.empty()) return finish(messages::definition_outcome::change::unchanged);
    // Parts of versions that other clients have added stay.
    auto beside = wanted_;
    beside.object = core::crds::beside_foreign_parts(wanted_.object, *current).object;
    cluster::operations::find_used_parts(
      seams_->send, beside, *current,
      [self = shared_from_this(), before = *current](base::result<std::vector<std::string>> used) {
        if (!self->is_done_) self->on_used_parts(std::move(used), before);
      });
  }

  /// The module's own definition, too, is left as it is if objects would lose fields: an older image or half
  /// of a file is no decision about data of users.
  void on_used_parts(base::result<std::vector<std::string>> used, const text::json& current) {
    if (!used) return finish(tl::unexpected(used.error()));
    lost_parts_ = std::move(*used);
    if (!lost_parts_.empty()) return finish(messages::definition_outcome::change::unchanged);
    update_from(current);
  }

  void update_from(const text::json& current) {
    auto update = core::crds::update_of(wanted_, current);
    kept_versions_ = std::move(update.kept_versions);
    version_before_ = cluster::operations::metadata_text(current, "resourceVersion");
    auto considerate = core::crds::beside_foreign_parts(update.object, current);
    kept_parts_ = std::move(considerate.kept);
    kept_parts_.insert(kept_parts_.end(), update.kept_parts.begin(), update.kept_parts.end());
    taken_fields_ = std::move(considerate.taken);
    apply(considerate.object);
  }

  void apply(const text::json& object) {
    kube::api::patch_options options;
    options.kind = kube::api::patch_kind::apply;
    // Forced, so that this operator also takes over the fields of an earlier installer. Parts of other
    // clients that the module does not name are in the update, or left out of it.
    options.force = true;
    options.body = object.dump();
    seams_->send(kube::api::patch_request(at_.resource, at_.where, std::move(options)),
                 [self = shared_from_this()](const answer& got) {
                   if (!self->is_done_) self->applied(kube::api::object_of(got));
                 });
  }

  void applied(const base::result<text::json>& now) {
    if (!now) return finish(tl::unexpected(now.error()));
    // A write without a change keeps the object's `resourceVersion`. Only the first apply is compared,
    // because a later try may already read the version that the first apply has written.
    if (!is_applied_ && change_ != messages::definition_outcome::change::created
        && cluster::operations::metadata_text(*now, "resourceVersion") != version_before_)
      change_ = messages::definition_outcome::change::updated;
    is_applied_ = true;
    if (!on_state(*now)) watch();
  }

  /// @returns false if the API server has not decided yet.
  bool on_state(const text::json& now) {
    namespace state = core::crds::definition_state;
    return std::visit(
      base::overload{
        [](const state::pending&) { return false; },
        [this](const state::established&) {
          finish(change_);
          return true;
        },
        [this](const state::terminating&) {
          fail_deleted();
          return true;
        },
        [this](const state::refused& x) {
          finish(base::fail(error_code::invalid_input, "spec.names: the API server does not accept them: " + x.reason));
          return true;
        },
      },
      core::crds::state_of(now));
  }

  /// Watches without a `resourceVersion`, so that the watch begins with the current object.
  void watch() {
    if (!std::exchange(waits_, true))
      seams_->wait(established_wait, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->give_up();
      });
    kube::api::watch_options options;
    options.selectors = only_this().selectors;
    options.duration = established_wait;
    cluster::operations::followed_watch events;
    events.on_line = [self = shared_from_this()](std::string_view line) { self->on_line(line); };
    events.on_end = [self = shared_from_this()](const answer& end) { self->watch_ended(end); };
    stop_watch_ = seams_->follow(kube::api::watch_request(at_.resource, options), std::move(events));
  }

  [[nodiscard]] kube::objects::wanted_objects only_this() const {
    return {.resource = at_.resource,
            .namespace_ = {},
            .selectors = {.labels = {}, .fields = "metadata.name=" + at_.where.name}};
  }

  void on_line(std::string_view line) {
    const auto event = kube::watch::read_watch_event(line, only_this());
    // After a line that is not an event the watch ends, and `watch_ended` handles it.
    if (!event) return;
    if (std::holds_alternative<kube::watch::watch_deleted>(*event)) return fail_deleted();
    const auto* changed = std::get_if<kube::watch::watch_applied>(&*event);
    if (changed == nullptr) return;
    if (const auto now = text::parse_json(changed->object->text())) on_state(*now);
  }

  /// Another read shows all later changes, even if the watch's position was too old.
  void watch_ended(const answer& end) {
    stop_watch_ = nullptr;
    if (is_done_) return;
    if (++watches_ < cluster::operations::operation_tries_max) return read();
    const bool is_in_order = end && end->status == 200;
    finish(base::fail(error_code::unavailable,
                      "cannot be watched until it is established"
                        + (is_in_order ? "" : ": " + cluster::operations::success_of(at_, end).error().message)));
  }

  void fail_deleted() {
    finish(base::fail(error_code::conflict, "it is being deleted; the operator installs it again when it has gone"));
  }

  void give_up() {
    finish(base::fail(error_code::timeout, "the API server has not established it within 60 s: see the conditions in "
                                           "its status"));
  }

  void finish(base::result<messages::definition_outcome::change> result) {
    if (std::exchange(is_done_, true)) return;
    // `stop` destroys the callbacks of the watch, which may hold the last reference to this object.
    const auto self = shared_from_this();
    if (const auto stop = std::exchange(stop_watch_, nullptr)) stop();
    done_({std::move(result), std::move(kept_versions_), std::move(lost_parts_), std::move(kept_parts_),
           std::move(taken_fields_)});
  }

  cluster::operations::operation_seams_ptr seams_;
  cluster::operations::operation_target at_;
  const core::crds::definition& wanted_;
  on_outcome done_;
  messages::definition_outcome::change change_ = messages::definition_outcome::change::unchanged;
  std::string version_before_;
  std::vector<std::string> kept_versions_;
  std::vector<std::string> lost_parts_;
  std::vector<std::string> kept_parts_;
  std::vector<std::string> taken_fields_;
  std::function<void()> stop_watch_;
  int watches_ = 0;
  bool waits_ = false;
  bool is_applied_ = false;
  bool is_done_ = false;
};

} // namespace

void definition_installation::begin(list definitions, cluster::operations::operation_seams seams, on_done done) {
  const auto made =
    std::make_shared<definition_installation>(std::move(definitions), std::move(seams), std::move(done));
  if (made->definitions_->empty()) return made->done_({});
  for (std::size_t i = 0; i < made->definitions_->size(); ++i) made->install(i);
}

definition_installation::definition_installation(list definitions, cluster::operations::operation_seams seams,
                                                 on_done done)
  : definitions_(std::move(definitions)),
    seams_(std::make_shared<const cluster::operations::operation_seams>(std::move(seams))), done_(std::move(done)),
    outcomes_(definitions_->size()), missing_outcomes_(definitions_->size()) {}

void definition_installation::install(std::size_t index) {
  const auto take_outcome = [self = shared_from_this(), index](messages::definition_outcome outcome) {
    self->on_installed(index, std::move(outcome));
  };
  std::make_shared<installing>(seams_, (*definitions_)[index], take_outcome)->read();
}

void definition_installation::on_installed(std::size_t index, messages::definition_outcome outcome) {
  if (outcome.result && *outcome.result != messages::definition_outcome::change::unchanged)
    for (auto& kind : core::crds::served_kinds((*definitions_)[index].object)) kinds_.push_back(std::move(kind));
  outcomes_[index] = std::move(outcome);
  // All kinds are looked up at the end together, because each lookup may load the whole table.
  if (--missing_outcomes_ == 0) look_for_kinds();
}

void definition_installation::look_for_kinds() {
  if (kinds_.empty()) return done_(std::move(outcomes_));
  // Otherwise the lookup could use a table that was loaded up to two seconds ago, before the definitions
  // existed.
  seams_->kinds_changed();
  const auto left = std::make_shared<std::size_t>(kinds_.size());
  for (auto& x : std::exchange(kinds_, {}))
    seams_->resolve(x.api_version, x.kind, [self = shared_from_this(), left, x](const kube::api::lookup_result& found) {
      if (!std::holds_alternative<kube::api::resource>(found)) self->kinds_.push_back(x);
      if (--*left == 0) self->look_again_or_finish();
    });
}

void definition_installation::look_again_or_finish() {
  // A kind that is still missing is not a failure here: a chart or hook that needs it fails and names the
  // kind.
  if (kinds_.empty() || looks_ == look_delays.size()) return done_(std::move(outcomes_));
  seams_->wait(look_delays[looks_++], [self = shared_from_this()] { self->look_for_kinds(); });
}

} // namespace actors::api
