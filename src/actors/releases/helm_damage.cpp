// Records of a release that Helm cannot read, and fails by.
#include "actors/releases/helm.hpp"
#include "core/releases/damaged_record.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"

#include <utility>

namespace actors::releases {

/// @param labels in addition to the labels that all records of the release have
void helm_state::read_records(const std::string& release, const std::string& labels, on_texts then) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm," + labels + "name=" + release;
  call(kube::api::list_request(kind_of_records_, options),
       [this, then](const base::result<kube::api::http_response>& response) {
         const auto list = kube::api::body_of(response).and_then([&](const std::string& body) {
           return kube::objects::read_list(body, {kind_of_records_, namespace_name_});
         });
         if (!list) return then(base::fail("reading the records of the release", list.error()));
         std::vector<std::string> texts;
         for (const auto& object : list->objects) texts.push_back(object->text);
         then(std::move(texts));
       });
}

/// Helm's message for such a failure differs by version and by the damage, so the records are read. Each try
/// fails until a person has acted, and no other task is to wait for that.
void helm_state::blame_records(const application_ptr& x, const base::error& failure, const std::string& reason) {
  const auto otherwise = [this, x, failure, reason] { explain_failure(x, failure, reason); };
  // It was given up, or has not begun.
  if (failure.code != base::error_code::process_failed) return otherwise();
  read_records(x->wanted.release, {},
               [this, x, failure, reason, otherwise](const base::result<std::vector<std::string>>& records) {
                 if (!records) return otherwise();
                 look_in_place(x, *records, [this, x, failure, reason, otherwise](const auto& damage) {
                   if (!damage) return otherwise();
                   conclude(x, base::fail(base::error_code::conflict, failure.message + " (" + *damage + ")"),
                            "upgrade", reason);
                 });
               });
}

void helm_state::leave_unreadable(const application_ptr& x, const std::string& when, const base::error& why,
                                  const std::string& reason) {
  conclude(x,
           base::fail(base::error_code::conflict,
                      when + ": " + why.message + ": " + core::releases::advice_on_record(x->wanted.release)),
           "upgrade", reason);
}

/// @param then gets the damage; empty: the failure has another cause
void helm_state::look_in_place(const application_ptr& x, std::vector<std::string> records,
                               std::function<void(const std::optional<std::string>&)> then) {
  const auto place = place_of_secret(x->wanted.release, core::releases::next_revision_of_helm(records));
  call(kube::api::get_request(kind_of_records_, place),
       [x, records = std::move(records), then](const base::result<kube::api::http_response>& response) {
         auto in_place = kube::api::body_of(response);
         then(core::releases::damaged_records(x->wanted.release, records,
                                              in_place ? std::optional(std::move(*in_place)) : std::nullopt));
       });
}

} // namespace actors::releases
