// A release with a latest revision that has not been completed.
#include "actors/releases/helm.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "kube/objects/resource_version.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <utility>

namespace actors::releases {

namespace {

std::string version_of(const std::string& secret) {
  const auto object = text::parse_json(secret);
  return object ? kube::objects::resource_version_of(*object) : std::string{};
}

} // namespace

/// The watch may be a moment behind a run that has just ended, so the Secret itself is read.
void helm_state::recover(const application_ptr& x,
                         const core::releases::helm_decision::recover_pending_then_upgrade& pending) {
  call(kube::api::get_request(kind_of_records_, place_of_secret(x->wanted.release, pending.revision)),
       [this, x, pending](const auto& response) {
         const auto secret = kube::api::body_of(response);
         if (!secret && secret.error().code != base::error_code::not_found)
           return conclude(x, tl::unexpected(secret.error()), "upgrade", pending.reason);
         if (!secret) {
           records_.take_away(x->wanted.release, pending.revision);
           return decide(x);
         }
         const auto found = core::releases::read_release(*secret);
         // Then it is unknown whether another client works on it.
         if (!found) return leave_unreadable(x, "looking at the pending revision", found.error(), pending.reason);
         const bool has_ended =
           !core::releases::is_pending(found->status) && found->status != core::releases::release_status::uninstalling;
         if (!has_ended) return mark_deployed(x, pending, version_of(*secret));
         static_cast<void>(records_.take(*secret, namespace_name_));
         decide(x);
       });
}

/// The objects may be as the pending revision has made them. If this operator is killed, or does not learn
/// that the pending revision has gone, the next reader finds the deployed revision alone and must not take it
/// for the state of the cluster. So the deployed revision first gets the number of no revision, as if another
/// client had made it.
void helm_state::mark_deployed(const application_ptr& x,
                               const core::releases::helm_decision::recover_pending_then_upgrade& pending,
                               const std::string& version) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,status=deployed,name=" + x->wanted.release;
  options.content = kube::api::object_content::metadata;
  call(kube::api::list_request(kind_of_records_, options),
       [this, x, pending, version](const base::result<kube::api::http_response>& response) {
         const auto refuse = [this, x, pending](const base::error& why) {
           conclude(x, base::fail("looking for the deployed revision", why), "upgrade", pending.reason);
         };
         const auto body = kube::api::body_of(response);
         if (!body) return refuse(body.error());
         const auto list = kube::objects::read_list(
           *body, {kind_of_records_, namespace_name_, {}, kube::api::object_content::metadata});
         if (!list) return refuse(list.error());
         std::optional<core::releases::release> deployed;
         for (const auto& object : list->objects) {
           auto read = core::releases::read_release(object->text);
           if (!read) return leave_unreadable(x, "looking for the deployed revision", read.error(), pending.reason);
           // A server that ignores the selector shows the records of all releases.
           if (read->name != x->wanted.release) continue;
           if (!deployed || deployed->revision < read->revision) deployed = std::move(*read);
         }
         if (!deployed) return remove_pending(x, pending, version);
         set_number(*deployed, 0, [this, x, pending, version](const base::result<void>& marked) {
           if (!marked) return conclude(x, tl::unexpected(marked.error()), "upgrade", pending.reason);
           remove_pending(x, pending, version);
         });
       });
}

/// If the Secret was written since, another client works on the release: then it stays.
void helm_state::remove_pending(const application_ptr& x,
                                const core::releases::helm_decision::recover_pending_then_upgrade& pending,
                                std::string version) {
  kube::api::remove_options options;
  options.resource_version = std::move(version);
  const auto place = place_of_secret(x->wanted.release, pending.revision);
  call(kube::api::remove_request(kind_of_records_, place, options), [this, x, pending](const auto& removed) {
    const auto gone = kube::api::object_of(removed);
    if (!gone && gone.error().code != base::error_code::not_found)
      return conclude(x, base::fail("removing the pending revision", gone.error()), "upgrade", pending.reason);
    records_.take_away(x->wanted.release, pending.revision);
    upgrade(x, pending.reason);
  });
}

} // namespace actors::releases
