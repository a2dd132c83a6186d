#include "actors/releases/helm.hpp"

#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"
#include "core/values/flag_source_label.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

// The records of releases after a run, and their labels: number of the revision, owner, and whether its
// removal is held.

// -- after a run ---------------------------------------------------------------

/// Helm's own record of a run: the watch may be behind it, or lost. A release with an unreadable record
/// exists, whatever the watch has shown, so it stays `unread_` until it is read.
void helm_state::read_deployed(const std::string& release, on_done then) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,status=deployed,name=" + release;
  unread_.insert(release);
  call(kube::api::list_request(kind_of_records_, options),
       [this, release, then](const base::result<kube::api::http_response>& response) {
         const auto body = kube::api::body_of(response);
         if (!body) return then(base::fail("reading the record of the release", body.error()));
         const auto list = kube::objects::read_list(*body, {kind_of_records_, namespace_name_});
         if (!list) return then(base::fail("reading the record of the release", list.error()));
         for (const auto& secret : list->objects) static_cast<void>(records_.take(secret->text, namespace_name_));
         const auto last = records_.latest(release);
         if (last && core::releases::is_made_by_operator(*last) && core::releases::is_made_by_others(*last))
           return look_at_number(*last, then);
         unread_.erase(release);
         then({});
       });
}

/// All records of a release, with metadata only.
void helm_state::list_records(const std::string& release, on_records then) {
  kube::api::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,name=" + release;
  options.content = kube::api::object_content::metadata;
  call(kube::api::list_request(kind_of_records_, options),
       [this, then](const base::result<kube::api::http_response>& response) {
         then(kube::api::body_of(response).and_then([this](const std::string& body) {
           return kube::objects::read_list(
             body, {kind_of_records_, namespace_name_, {}, kube::api::object_content::metadata});
         }));
       });
}

/// The number that an upgrade gives to its revision is a guess: another client may have made or removed
/// revisions just before. A wrong number is corrected, so that it neither looks like the work of another
/// client nor hides such work.
void helm_state::look_at_number(const core::releases::release& last, on_done then) {
  list_records(last.name, [this, last, then](const base::result<kube::objects::object_list>& list) {
    if (!list) return then(base::fail("reading the records of the release", list.error()));
    std::vector<core::releases::release> history;
    for (const auto& secret : list->objects)
      if (auto read = core::releases::read_release(secret->text)) history.push_back(std::move(*read));
    if (!core::releases::has_number_of_another(last, history))
      return set_number(last, last.revision, [this, name = last.name, then](const base::result<void>& corrected) {
        if (corrected) unread_.erase(name);
        then(corrected);
      });
    unread_.erase(last.name);
    then({});
  });
}

void helm_state::set_number(const core::releases::release& of, std::uint32_t number, on_done then) {
  set_label(of, core::releases::module_revision_label, std::to_string(number),
            [then](const base::result<std::string>& record) { then(record.map([](const std::string&) {})); });
}

void helm_state::set_label(const core::releases::release& of, std::string_view label, const std::string& value,
                           on_record then) {
  set_labels(of, {{std::string(label), value}}, std::move(then));
}

void helm_state::set_labels(const core::releases::release& of, const std::map<std::string, std::string>& labels,
                            on_record then) {
  text::json::object_type values;
  for (const auto& [label, value] : labels)
    values.emplace_back(label, value.empty() ? text::json() : text::json(value));
  const auto patch = text::json::object({{"metadata", text::json::object({{"labels", text::json::object(values)}})}});
  call(kube::api::patch_request(kind_of_records_, place_of_secret(of.name, of.revision), {.body = patch.dump()}),
       [this, then](const base::result<kube::api::http_response>& response) {
         const auto body = kube::api::body_of(response);
         if (!body && body.error().code != base::error_code::not_found)
           return then(base::fail("correcting the record of the release", body.error()));
         if (body) static_cast<void>(records_.take(*body, namespace_name_));
         then(body.value_or(std::string()));
       });
}

// -- the owner of a release ------------------------------------------------------

std::optional<std::string> helm_state::other_owner_of(const std::string& release) const {
  const auto last = records_.latest(release);
  return last ? core::releases::other_platform_of(*last, platform_) : std::nullopt;
}

std::map<std::string, std::string> helm_state::labels_of(const application& x) const {
  auto labels = core::releases::owner_labels(platform_, core::values::label_of(x.wanted.wanted_by));
  labels.emplace(
    core::releases::chart_directories_label,
    core::releases::label_of_directories(core::releases::directories_of_chart({x.files.files, x.files.blank})));
  if (x.wanted.standing)
    labels.merge(core::releases::value_labels(records_.latest(x.wanted.release), *x.wanted.standing));
  return labels;
}

void helm_state::own(const application_ptr& x, std::function<void()> then) {
  const auto last = records_.latest(x->wanted.release);
  if (!last) return then();
  auto due = core::releases::owner_labels_due(*last, platform_, core::values::label_of(x->wanted.wanted_by));
  if (x->wanted.standing && core::releases::is_own(*last, platform_))
    due.merge(core::releases::value_labels_due(*last, *x->wanted.standing));
  // A chart that renders to the same is as whole as it is to be.
  const auto directories =
    core::releases::label_of_directories(core::releases::directories_of_chart({x->files.files, x->files.blank}));
  if (core::releases::is_own(*last, platform_) && last->label(core::releases::chart_directories_label) != directories)
    due.emplace(core::releases::chart_directories_label, directories);
  if (due.empty()) return then();
  const bool is_taken_over = due.contains(std::string(core::releases::module_platform_label));
  set_labels(*last, due, [this, release = last->name, is_taken_over, then](const base::result<std::string>& done) {
    // A failed write needs no report: the next run tries it again.
    if (done && is_taken_over)
      sys::log::log_info("release_taken_over",
                         {{"module", release}, {"release", release}, {"platform", platform_.name}});
    then();
  });
}

void helm_state::note(const messages::note_flag_sources& x) {
  for (const auto& [module, source] : x.by_module) {
    const auto last = records_.latest(module);
    const auto label = core::values::label_of(source);
    // A release without the label is about to be taken over.
    if (!last || !core::releases::is_own(*last, platform_) || core::releases::wanted_by(*last).empty()
        || core::releases::wanted_by(*last) == label)
      continue;
    set_label(*last, core::releases::module_wanted_by_label, label, [](const base::result<std::string>&) {});
  }
}

void helm_state::hold(const messages::hold_removals& x) {
  for (const auto& name : x.releases) {
    const auto last = records_.latest(name);
    if (!last || core::releases::is_removal_held(*last) || !core::releases::is_own(*last, platform_)) continue;
    // A failed write needs no report: each discovery asks again.
    set_label(*last, core::releases::removal_held_label, std::to_string(last->revision),
              [](const base::result<std::string>&) {});
  }
}

} // namespace actors::releases
