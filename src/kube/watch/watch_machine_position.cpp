// The part of `watch_machine` that finds out whether its position still means something.
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "kube/objects/resource_version.hpp"
#include "kube/watch/watch_machine.hpp"

#include <utility>

namespace kube::watch {

using base::error_code;

watch_target watch_machine::position_target() const {
  auto target = options_.target;
  // Without labels the server finds an object soon. A name stays, because the right to list may be for it
  // only.
  target.selectors.labels.clear();
  target.content = api::object_content::metadata;
  return target;
}

void watch_machine::resume_watch(effects& out) {
  if (!position_.is_in_doubt()) return open_watch(out);
  state_ = asking_position{};
  const auto target = position_target();
  out.push_back(watch_effect::ask_position{api::list_request(
    target.resource,
    {.namespace_ = target.namespace_, .selectors = target.selectors, .limit = 1, .content = target.content})});
}

void watch_machine::on(const watch_input::position_answered& input, effects& out) {
  if (!std::holds_alternative<asking_position>(state_)) return;
  const auto body = api::body_of(input.response);
  if (!body) {
    if (input.response && input.response->status == 404) return begin_list(list_form::paged, out);
    return retry(body.error(), next_request::watch, input.response ? api::retry_after(*input.response) : std::nullopt,
                 out);
  }
  const auto page = objects::read_list(*body, position_target());
  if (!page) return retry({error_code::unavailable, page.error().message}, next_request::watch, std::nullopt, out);
  if (position_.is_ahead_of(page->resource_version)) return begin_list(list_form::paged, out);
  position_.confirm();
  open_watch(out);
}

void watch_machine::move_to_list(const std::string& version, effects& out) {
  if (position_.is_ahead_of(version)) {
    // A version that is used again may now stand for another state of an object.
    store_.doubt_states();
    went_back_ = true;
    out.push_back(watch_effect::went_back{position_.version(), version});
  }
  position_.move_to(version);
}

bool watch_machine::is_loss_in_doubt(const listing& state) const {
  return went_back_ && known_ && state.pages.empty() && looks_at_loss_ < looks_at_loss_max && !store_.empty();
}

/// The API server may be up on an empty etcd until a backup is there, so the known objects are more likely
/// than an empty cluster.
void watch_machine::doubt_loss(effects& out) {
  ++looks_at_loss_;
  lost_ = true;
  state_ = waiting{.next = next_request::list};
  out.push_back(watch_effect::failed{
    {error_code::invalid_input, "the API server has lost a part of its history, as after a restore of etcd, and shows "
                                "no object of "
                                  + options_.target.resource.kind
                                  + " where objects were known: hooks see the known objects until some come back, or "
                                    "for five minutes. If the data of the cluster are lost, restore them"},
    loss_look_interval});
  out.push_back(watch_effect::wait_for{loss_look_interval});
}

/// A watch shows later and later versions. An older version is of another history of the cluster, so the
/// objects are listed again, after a pause: a server whose versions have no order must not be listed all the
/// time.
bool watch_machine::refuse_older(const std::string& version, effects& out) {
  if (!position_.is_ahead_of(version)) return false;
  out.push_back(watch_effect::close_watch{});
  retry({error_code::unavailable, "the watch of " + options_.target.resource.kind
                                    + " has gone back from resourceVersion " + position_.version() + " to " + version
                                    + ", as after a restore of etcd: all objects are listed again"},
        next_request::list, std::nullopt, out);
  return true;
}

/// A deletion is of the object that it names by its uid. A server may repeat the deletion of an earlier
/// object after a second object was created with the same name. If the versions have no order, only a list
/// shows whether the known object is there.
bool watch_machine::refuse_deletion(const watch_deleted& event, effects& out) {
  const auto known = store_.find(event.object->name());
  if (!known || known->is_same_object(*event.object)) return false;
  const auto deleted = event.object->identity();
  const auto version = known->resource_version();
  // The end of the known object was missed.
  if (objects::is_older(version, deleted.resource_version)) return false;
  if (objects::is_older(deleted.resource_version, version)) {
    std::get<watching>(state_).heard = true;
    return true;
  }
  out.push_back(watch_effect::close_watch{});
  retry({error_code::unavailable, "the watch has reported the end of " + options_.target.resource.kind + " '"
                                    + deleted.key.name + "' with another uid: all objects are listed again"},
        next_request::list, std::nullopt, out);
  return true;
}

} // namespace kube::watch
