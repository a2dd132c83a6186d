#include "actors/releases/record_client.hpp"

#include "actors/messages/kube_client.hpp"
#include "cluster/records/release_secrets.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/object_age.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace actors::releases {

record_client::record_client(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                             std::string namespace_name, core::releases::release_storage storage)
  : self_(self), kube_(std::move(kube)), namespace_name_(std::move(namespace_name)),
    kind_(cluster::records::release_secrets(storage)),
    other_kind_(cluster::records::release_secrets(storage == core::releases::release_storage::secrets
                                                    ? core::releases::release_storage::config_maps
                                                    : core::releases::release_storage::secrets)) {}

void record_client::call(kube::api::http_request request,
                         std::function<void(const base::result<kube::api::http_response>&)> then) {
  self_->ask(
    kube_, messages::call_api{{}, std::move(request)}, [then](const messages::api_answered& x) { then(x.response); },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

kube::api::object_location record_client::place_of(const std::string& release, std::uint32_t revision) const {
  return {namespace_name_, core::releases::release_secret_name(release, revision), {}};
}

void record_client::know(std::string_view record) {
  static_cast<void>(known_.take(record, namespace_name_));
}

// -- reading -------------------------------------------------------------------

void record_client::read(const std::string& release, std::uint32_t revision, on_record then) {
  call(kube::api::get_request(kind_, place_of(release, revision)),
       [then](const base::result<kube::api::http_response>& response) {
         then(kube::api::object_of(response).and_then([&](const text::json&) { return kube::api::body_of(response); }));
       });
}

void record_client::read_age(const std::string& release, std::uint32_t revision, on_age then) {
  call(kube::api::get_request(kind_, place_of(release, revision)),
       [then](const base::result<kube::api::http_response>& response) {
         const auto object = kube::api::object_of(response);
         auto found = object ? core::releases::read_release(response->body) : tl::unexpected(object.error());
         const auto age = found ? kube::objects::age_since_write(*object, response->date_s) : std::nullopt;
         then(age ? std::optional(aged{response->body, std::move(*found), *age}) : std::nullopt);
       });
}

void record_client::list(const std::string& release, which records, kube::api::object_content content, on_list then) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels =
    (records == which::deployed ? "owner=helm,status=deployed,name=" : "owner=helm,name=") + release;
  options.content = content;
  call(kube::api::list_request(kind_, options),
       [this, content, then](const base::result<kube::api::http_response>& response) {
         then(kube::api::body_of(response).and_then([&](const std::string& body) {
           return kube::objects::read_list(body, {kind_, namespace_name_, {}, content});
         }));
       });
}

void record_client::find_other(const std::string& release, on_record then) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,name=" + release;
  options.content = kube::api::object_content::metadata;
  call(kube::api::list_request(other_kind_, options), [this, then](const base::result<kube::api::http_response>& x) {
    const auto records = kube::api::body_of(x).and_then([&](const std::string& body) {
      return kube::objects::read_list(body, {other_kind_, namespace_name_, {}, kube::api::object_content::metadata});
    });
    // Without this right the operator has hardly used the other driver.
    if (!records && records.error().code == base::error_code::forbidden) return then(std::string());
    if (!records) return then(base::fail("looking for records of Helm's other driver", records.error()));
    std::optional<core::releases::release> last;
    for (const auto& record : records->objects)
      if (auto read = core::releases::read_release(record->text());
          read && core::releases::is_made_by_operator(*read)
          && read->status != core::releases::release_status::uninstalled && (!last || last->revision < read->revision))
        last = std::move(*read);
    then(last ? other_kind_.kind + " '" + core::releases::release_secret_name(last->name, last->revision) + "'"
              : std::string());
  });
}

/// Secrets have a type, so the API server can leave out all other Secrets. In place of other ConfigMaps only
/// their metadata are read.
kube::api::list_options record_client::options_for_hidden() const {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  if (kind_.kind == "Secret") options.selectors.fields = "type=helm.sh/release.v1";
  options.content = kube::api::object_content::metadata;
  options.limit = 500;
  return options;
}

void record_client::find_hidden(const std::string& release, on_hidden then) {
  read_page(std::make_shared<hidden_search>(
    hidden_search{.release = release, .options = options_for_hidden(), .then = std::move(then)}));
}

void record_client::find_all_hidden(std::function<void(const hidden_releases&)> then) {
  if (is_hidden_known_) return then(hidden_);
  // Set before the answer: a record may go meanwhile.
  is_hidden_known_ = true;
  auto x = std::make_shared<hidden_search>(hidden_search{
    .options = options_for_hidden(),
    .then = [this, then = std::move(then)](const base::result<std::vector<core::releases::hidden_record>>& found) {
      // The next discovery asks again.
      if (!found) is_hidden_known_ = false;
      if (found) hidden_.clear();
      for (const auto& record : found.value_or(std::vector<core::releases::hidden_record>()))
        hidden_[record.release].push_back(record);
      then(hidden_);
    }});
  x->options.selectors.labels = "owner!=helm";
  read_page(x);
}

void record_client::read_page(const std::shared_ptr<hidden_search>& x) {
  call(kube::api::list_request(kind_, x->options), [this, x](const base::result<kube::api::http_response>& response) {
    const auto page = kube::api::body_of(response).and_then([&](const std::string& body) {
      return kube::objects::read_list(body, {kind_, namespace_name_, x->options.selectors, x->options.content});
    });
    if (!page) return x->then(base::fail("looking for records without Helm's labels", page.error()));
    for (const auto& object : page->objects)
      if (auto read = core::releases::read_hidden_record(object->text());
          read && (x->release.empty() || read->release == x->release))
        x->found.push_back(std::move(*read));
    if (page->continue_token.empty()) return x->then(x->found);
    if (page->continue_token == x->options.continue_token)
      return x->then(base::fail(base::error_code::unavailable, "looking for records without Helm's labels: a page of "
                                                               "the list names itself as the next page"));
    x->options.continue_token = page->continue_token;
    read_page(x);
  });
}

void record_client::read_deployed(const std::string& release, on_done then) {
  unread_.insert(release);
  list(release, which::deployed, kube::api::object_content::full,
       [this, release, then](const base::result<kube::objects::object_list>& records) {
         if (!records) return then(base::fail("reading the record of the release", records.error()));
         for (const auto& record : records->objects) know(record->text());
         const auto last = known_.latest(release);
         if (last && core::releases::is_made_by_operator(*last) && core::releases::is_made_by_others(*last))
           return look_at_number(*last, then);
         unread_.erase(release);
         then({});
       });
}

/// Corrects the number in the label of the operator's revision. The upgrade has to guess the number in
/// advance, and another client may have created or removed revisions just before. A wrong number would look
/// like the work of another client, or hide such work.
void record_client::look_at_number(const core::releases::release& last, on_done then) {
  list(last.name, which::all, kube::api::object_content::metadata,
       [this, last, then](const base::result<kube::objects::object_list>& records) {
         if (!records) return then(base::fail("reading the records of the release", records.error()));
         std::vector<core::releases::release> history;
         for (const auto& record : records->objects)
           if (auto read = core::releases::read_release(record->text())) history.push_back(std::move(*read));
         if (!core::releases::has_number_of_another(last, history))
           return set_number(last, last.revision, [this, name = last.name, then](const base::result<void>& corrected) {
             if (corrected) unread_.erase(name);
             then(corrected);
           });
         unread_.erase(last.name);
         then({});
       });
}

void record_client::know_manifest(const std::string& release, on_done then) {
  const auto last = known_.latest(release);
  if (!last || known_.manifest(*last) != nullptr) return then({});
  read(last->name, last->revision, [this, last = *last, then](const base::result<std::string>& record) {
    // This ends with a failure. No later step reads the record, so without it the objects of the release
    // would not be watched, and an upgrade would not notice their loss.
    if (!record && record.error().code != base::error_code::not_found)
      return then(base::fail("reading the record of the release", record.error()));
    // A record with unknown content is not a failure, because the next try would not understand it either.
    if (record)
      know(*record);
    else
      known_.take_away(last.name, last.revision);
    then({});
  });
}

// -- writing -------------------------------------------------------------------

void record_client::set_number(const core::releases::release& of, std::uint32_t number, on_done then) {
  set_label(of, core::releases::module_revision_label, std::to_string(number),
            [then](const base::result<std::string>& record) { then(record.map([](const std::string&) {})); });
}

void record_client::set_label(const core::releases::release& of, std::string_view label, const std::string& value,
                              on_record then) {
  set_labels(of, {{std::string(label), value}}, std::move(then));
}

void record_client::set_labels(const core::releases::release& of, const std::map<std::string, std::string>& labels,
                               on_record then) {
  text::json::object_type values;
  for (const auto& [label, value] : labels)
    values.emplace_back(label, value.empty() ? text::json() : text::json(value));
  const auto body = text::json::object({{"metadata", text::json::object({{"labels", text::json::object(values)}})}});
  patch(of.name, of.revision, body.dump(), [this, labels, then](const base::result<std::string>& record) {
    if (const auto stored = record.and_then(core::releases::read_release)) known_.note_written(*stored, labels);
    // A label is written whatever the record has become, so a conflict goes by itself: unlike a release of
    // another client, for which a user must act, it is tried again.
    if (!record && record.error().code == base::error_code::conflict)
      return then(
        base::fail(base::error_code::unavailable, "correcting the record of the release: " + record.error().message));
    if (!record && record.error().code != base::error_code::not_found)
      return then(base::fail("correcting the record of the release", record.error()));
    then(record.value_or(std::string()));
  });
}

void record_client::patch(const std::string& release, std::uint32_t revision, std::string body, on_record then) {
  call(kube::api::patch_request(kind_, place_of(release, revision), {.body = std::move(body)}),
       [this, then](const base::result<kube::api::http_response>& response) {
         const auto record = kube::api::body_of(response);
         if (record) know(*record);
         then(record);
       });
}

void record_client::remove(const std::string& release, std::uint32_t revision, const std::string& version,
                           on_done then) {
  kube::api::remove_options options;
  options.resource_version = version;
  call(kube::api::remove_request(kind_, place_of(release, revision), options),
       [then](const base::result<kube::api::http_response>& response) {
         const auto removed = kube::api::object_of(response);
         if (!removed && removed.error().code != base::error_code::not_found)
           return then(tl::unexpected(removed.error()));
         then({});
       });
}

void record_client::remove_uninstalled(const std::string& release, on_done then) {
  list(release, which::all, kube::api::object_content::metadata,
       [this, release, then](const base::result<kube::objects::object_list>& records) {
         if (!records) return then(tl::unexpected(records.error()));
         std::vector<seen_record> found;
         for (const auto& record : records->objects) {
           const auto read = core::releases::read_release(record->text());
           if (read && record->name().name() == core::releases::release_secret_name(read->name, read->revision))
             found.push_back({*read, record->resource_version(), record->text()});
         }
         std::sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.release.revision < b.release.revision; });
         if (!found.empty() && found.back().release.status != core::releases::release_status::uninstalled) {
           known_.put(found.back().text); // because the watch may be behind
           return then(base::fail(base::error_code::already_exists, "release '" + release + "' is there again"));
         }
         remove_seen(std::move(found), [this, release, then](const base::result<void>& removed) {
           if (removed) known_.take_away_all(release);
           then(removed);
         });
       });
}

/// Removes records, beginning with the oldest. A record that has changed since it was seen stays, because
/// another client has changed the release.
void record_client::remove_seen(std::vector<seen_record> oldest_first, on_done then) {
  if (oldest_first.empty()) return then({});
  const auto first = std::move(oldest_first.front());
  oldest_first.erase(oldest_first.begin());
  remove(first.release.name, first.release.revision, first.version,
         [this, first, left = std::move(oldest_first), then](const base::result<void>& removed) {
           if (!removed) return then(removed);
           known_.deleted(first.release.name, first.release.revision, first.version);
           remove_seen(left, then);
         });
}

} // namespace actors::releases
