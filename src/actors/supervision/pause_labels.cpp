#include "actors/supervision/pause_labels.hpp"

#include "actors/messages/kube_client.hpp"
#include "cluster/records/release_secrets.hpp"
#include "core/releases/pause_label.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

namespace actors::supervision {

pause_labels::pause_labels(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                           const operator_setup& setup)
  : self_(self), peers_(peers), namespace_name_(setup.is_shell_operator ? std::string() : setup.namespace_name),
    storage_(setup.helm.storage) {}

void pause_labels::write(const std::string& release, standing now) {
  if (namespace_name_.empty()) return;
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,name=" + release;
  options.content = kube::api::object_content::metadata;
  self_->ask(
    peers_->kube, messages::call_api{{}, kube::api::list_request(cluster::records::release_secrets(storage_), options)},
    [this, now](const messages::api_answered& x) {
      const auto listed = kube::api::object_of(x.response);
      if (!listed) return;
      const auto latest = core::releases::latest_record(*listed);
      if (latest && latest->is_paused != (now == standing::paused)) write_on(latest->name, now);
    },
    [](const std::string&) {});
}

void pause_labels::write_on(const std::string& record, standing now) {
  kube::api::patch_options patch;
  patch.body = core::releases::pause_label_patch(now == standing::paused ? core::releases::pause_label_value : "");
  self_->ask(
    peers_->kube,
    messages::call_api{{},
                       kube::api::patch_request(cluster::records::release_secrets(storage_),
                                                {namespace_name_, record, {}}, std::move(patch))},
    [](const messages::api_answered&) {}, [](const std::string&) {});
}

} // namespace actors::supervision
