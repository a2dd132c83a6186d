#include "cluster/operations/object_removal.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "kube/watch/watch_event.hpp"

#include <chrono>
#include <memory>
#include <utility>
#include <variant>

namespace cluster::operations {

namespace {

using answer = base::result<kube::api::http_response>;
using base::error_code;
using how_to = core::hooks::delete_object::propagation;

constexpr std::chrono::seconds gone_wait{20};

kube::api::propagation policy_of(how_to x) {
  switch (x) {
    case how_to::foreground: return kube::api::propagation::foreground;
    case how_to::background: return kube::api::propagation::background;
    case how_to::orphan: return kube::api::propagation::orphan;
  }
  return kube::api::propagation::background;
}

/// True if the answer to a deletion shows that the object stays until a finalizer or the kubelet has
/// finished.
bool is_held(const text::json& object) {
  const auto* metadata = object.find("metadata");
  if (metadata == nullptr || metadata->find("deletionTimestamp") == nullptr) return false;
  const auto* finalizers = metadata->find("finalizers");
  const auto* grace = metadata->find("deletionGracePeriodSeconds");
  return (finalizers != nullptr && *finalizers != text::json::array())
         || (grace != nullptr && *grace != text::json(std::int64_t{0}));
}

class removal : public std::enable_shared_from_this<removal> {
public:
  removal(operation_seams_ptr seams, operation_target at, how_to how, on_outcome done)
    : seams_(std::move(seams)), at_(std::move(at)), how_(how), done_(std::move(done)) {}

  void begin() {
    seams_->send(kube::api::remove_request(at_.resource, at_.where, {policy_of(how_), {}}),
                 [self = shared_from_this()](const answer& got) { self->removed(json_of(self->at_, got)); });
  }

private:
  void removed(const base::result<text::json>& shown) {
    if (!shown) {
      if (shown.error().code == error_code::not_found) return done_(operation_outcome::absent);
      return done_(tl::unexpected(shown.error()));
    }
    // The answer is a Status if the object has gone already.
    if (how_ != how_to::foreground || shown->string_at("kind") == "Status") return done_(operation_outcome::deleted);
    uid_ = metadata_text(*shown, "uid");
    seams_->wait(gone_wait, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->give_up();
    });
    // The answer has the object's revision, from which a watch sees its end.
    if (is_held(*shown)) return watch(metadata_text(*shown, "resourceVersion"));
    look();
  }

  /// Lists only this object, to get the present revision of the list. A watch from the object's own revision
  /// may fail, because the API server may have forgotten it.
  void look() {
    kube::api::list_options options;
    options.namespace_ = at_.where.namespace_;
    options.selectors = only_this().selectors;
    options.content = kube::api::object_content::metadata;
    seams_->send(kube::api::list_request(at_.resource, options), [self = shared_from_this()](const answer& got) {
      if (!self->is_done_) self->looked(got);
    });
  }

  void looked(const answer& got) {
    const auto body = kube::api::body_of(got);
    if (!body) return finish(tl::unexpected(success_of(at_, got).error()));
    const auto list = kube::objects::read_list(*body, only_this());
    if (!list) return finish(tl::unexpected(list.error()));
    // Another client may have made a new object of that name.
    if (list->objects.empty() || list->objects.front()->uid() != uid_) return finish(operation_outcome::deleted);
    watch(list->resource_version);
  }

  void watch(std::string resource_version) {
    kube::api::watch_options options;
    options.namespace_ = at_.where.namespace_;
    options.selectors = only_this().selectors;
    options.resource_version = std::move(resource_version);
    options.duration = gone_wait;
    options.content = kube::api::object_content::metadata;
    followed_watch events;
    events.on_line = [self = shared_from_this()](std::string_view line) { self->on_line(line); };
    events.on_end = [self = shared_from_this()](const answer& end) { self->watch_ended(end); };
    stop_watch_ = seams_->follow(kube::api::watch_request(at_.resource, options), std::move(events));
  }

  [[nodiscard]] kube::objects::wanted_objects only_this() const {
    return {.resource = at_.resource,
            .namespace_ = at_.where.namespace_,
            .selectors = {.labels = {}, .fields = "metadata.name=" + at_.where.name},
            .content = kube::api::object_content::metadata};
  }

  void on_line(std::string_view line) {
    const auto event = kube::watch::read_watch_event(line, only_this());
    if (event && std::holds_alternative<kube::watch::watch_deleted>(*event)) finish(operation_outcome::deleted);
    // Other events need no action: the object still exists, or the end of the watch follows.
  }

  void watch_ended(const answer& end) {
    stop_watch_ = nullptr;
    if (is_done_) return;
    // Another look at the object shows all later changes, even if the position was too old.
    if (++watches_ < operation_tries_max) return look();
    // A watch that ends in order has no body.
    const bool is_in_order = end && end->status == 200;
    finish(base::fail(error_code::unavailable, "cannot be watched until it has gone"
                                                 + (is_in_order ? "" : ": " + success_of(at_, end).error().message)));
  }

  void give_up() {
    finish(base::fail(error_code::timeout,
                      "the object is still there after 20 s: look at its metadata.finalizers, which keep it"));
  }

  void finish(base::result<operation_success> result) {
    if (std::exchange(is_done_, true)) return;
    // Stopping destroys the callbacks of the watch, which keep this object alive.
    const auto self = shared_from_this();
    if (const auto stop = std::exchange(stop_watch_, nullptr)) stop();
    done_(std::move(result));
  }

  operation_seams_ptr seams_;
  operation_target at_;
  how_to how_;
  on_outcome done_;
  std::string uid_;
  std::function<void()> stop_watch_;
  int watches_ = 0;
  bool is_done_ = false;
};

} // namespace

void remove_object(operation_seams_ptr seams, operation_target at, const core::hooks::delete_object& x,
                   on_outcome done) {
  std::make_shared<removal>(std::move(seams), std::move(at), x.how, std::move(done))->begin();
}

} // namespace cluster::operations
