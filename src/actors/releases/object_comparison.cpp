#include "actors/releases/object_comparison.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

namespace actors::releases {

void object_comparison::read(const std::string& release, const std::vector<core::releases::manifest_object>& objects) {
  for (const auto& object : objects) all_.push_back({.object = object});
  self_->ask(
    from_.helm, messages::read_wanted_objects{{}, release, objects},
    [self = shared_from_this()](const messages::wanted_objects_read& x) {
      for (std::size_t i = 0; i < self->all_.size(); ++i) self->all_[i].wanted = x.objects[i];
      self->read_next();
    },
    [self = shared_from_this()](const std::string& reason) {
      for (auto& x : self->all_)
        x.wanted = base::fail(base::error_code::unavailable, "helm's actor has ended: " + reason);
      self->done_(std::move(self->all_));
    });
}

void object_comparison::read_next() {
  // Without the manifest there is no side to compare with.
  while (next_ < all_.size() && !all_[next_].wanted) ++next_;
  if (next_ == all_.size()) return done_(std::move(all_));
  const auto& object = all_[next_].object;
  const auto kind = kinds_.find({object.api_version, object.kind});
  if (kind == kinds_.end())
    return on_live(base::fail(base::error_code::unavailable, "kind " + object.kind + " is not known"));
  self_->ask(
    from_.kube,
    messages::call_api{{},
                       kube::api::get_request(kind->second, {object.namespace_name, object.name, {}}),
                       messages::api_component::helm_monitor},
    [self = shared_from_this()](const messages::api_answered& x) { self->on_live(kube::api::object_of(x.response)); },
    [self = shared_from_this()](const std::string& reason) {
      self->on_live(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void object_comparison::on_live(base::result<text::json> live) {
  all_[next_++].live = std::move(live);
  read_next();
}

} // namespace actors::releases
