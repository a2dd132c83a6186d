#include "actors/releases/helm.hpp"

#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"
#include "core/values/flag_source_label.hpp"
#include "kube/list_reader.hpp"
#include "kube/request.hpp"
#include "kube/response.hpp"
#include "sys/log.hpp"

#include <utility>

namespace actors {

// The records of releases after a run, and their labels: which revision it is, whose, and whether its removal is held.

// -- after a run ---------------------------------------------------------------

/// Helm's own record of a run: the watch may be behind it, or lost. A release whose record could not be read is there,
/// whatever the watch has shown, so it is `unread_` until it could.
void helm_state::read_deployed(const std::string& release, on_done then) {
  kube::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,status=deployed,name=" + release;
  unread_.insert(release);
  call(kube::list_request(kind_of_records_, options),
       [this, release, then](const core::result<kube::http_response>& response) {
         const auto body = kube::body_of(response);
         if (!body) return then(core::fail("reading the record of the release", body.error()));
         const auto list = kube::read_list(*body, kind_of_records_);
         if (!list) return then(core::fail("reading the record of the release", list.error()));
         for (const auto& secret : list->objects) static_cast<void>(records_.take(secret->text, namespace_name_));
         const auto last = records_.latest(release);
         if (last && core::is_made_by_operator(*last) && core::is_made_by_others(*last))
           return look_at_number(*last, then);
         unread_.erase(release);
         then({});
       });
}

/// All records of a release, with metadata only.
void helm_state::list_records(const std::string& release, on_records then) {
  kube::list_options options;
  options.namespace_ = namespace_name_;
  options.selectors.labels = "owner=helm,name=" + release;
  options.content = kube::object_content::metadata;
  call(kube::list_request(kind_of_records_, options), [this, then](const core::result<kube::http_response>& response) {
    then(kube::body_of(response).and_then(
      [this](const std::string& body) { return kube::read_list(body, kind_of_records_); }));
  });
}

/// The number that an upgrade gives to its revision is a guess: others may have made or removed revisions just before. One
/// that is wrong is made right, so that it does not look like the work of others, and does not hide it.
void helm_state::look_at_number(const core::release& last, on_done then) {
  list_records(last.name, [this, last, then](const core::result<kube::object_list>& list) {
    if (!list) return then(core::fail("reading the records of the release", list.error()));
    std::vector<core::release> history;
    for (const auto& secret : list->objects)
      if (auto read = core::read_release(secret->text)) history.push_back(std::move(*read));
    if (!core::has_number_of_another(last, history))
      return set_number(last, last.revision, [this, name = last.name, then](const core::result<void>& corrected) {
        if (corrected) unread_.erase(name);
        then(corrected);
      });
    unread_.erase(last.name);
    then({});
  });
}

void helm_state::set_number(const core::release& of, std::uint32_t number, on_done then) {
  set_label(of, core::module_revision_label, std::to_string(number),
            [then](const core::result<std::string>& record) { then(record.map([](const std::string&) {})); });
}

void helm_state::set_label(const core::release& of, std::string_view label, const std::string& value, on_record then) {
  set_labels(of, {{std::string(label), value}}, std::move(then));
}

void helm_state::set_labels(const core::release& of, const std::map<std::string, std::string>& labels, on_record then) {
  core::json::object_type values;
  for (const auto& [label, value] : labels)
    values.emplace_back(label, value.empty() ? core::json() : core::json(value));
  const auto patch = core::json::object({{"metadata", core::json::object({{"labels", core::json::object(values)}})}});
  call(kube::patch_request(kind_of_records_, place_of_secret(of.name, of.revision), {.body = patch.dump()}),
       [this, then](const core::result<kube::http_response>& response) {
         const auto body = kube::body_of(response);
         if (!body && body.error().code != core::error_code::not_found)
           return then(core::fail("correcting the record of the release", body.error()));
         if (body) static_cast<void>(records_.take(*body, namespace_name_));
         then(body.value_or(std::string()));
       });
}

// -- whose a release is --------------------------------------------------------

std::optional<std::string> helm_state::other_owner_of(const std::string& release) const {
  const auto last = records_.latest(release);
  return last ? core::other_platform_of(*last, platform_) : std::nullopt;
}

std::map<std::string, std::string> helm_state::labels_of(const application& x) const {
  auto labels = core::owner_labels(platform_, core::label_of(x.wanted.wanted_by));
  labels.emplace(core::chart_directories_label, core::label_of_directories(core::directories_of_chart(x.files.files)));
  if (x.wanted.standing) labels.merge(core::value_labels(records_.latest(x.wanted.release), *x.wanted.standing));
  return labels;
}

void helm_state::own(const application_ptr& x, std::function<void()> then) {
  const auto last = records_.latest(x->wanted.release);
  if (!last) return then();
  auto due = core::owner_labels_due(*last, platform_, core::label_of(x->wanted.wanted_by));
  if (x->wanted.standing && core::is_own(*last, platform_))
    due.merge(core::value_labels_due(*last, *x->wanted.standing));
  // A chart that renders to the same is as whole as it is to be.
  const auto directories = core::label_of_directories(core::directories_of_chart(x->files.files));
  if (core::is_own(*last, platform_) && last->label(core::chart_directories_label) != directories)
    due.emplace(core::chart_directories_label, directories);
  if (due.empty()) return then();
  const bool is_taken_over = due.contains(std::string(core::module_platform_label));
  set_labels(*last, due, [this, release = last->name, is_taken_over, then](const core::result<std::string>& done) {
    // One that fails is of no interest: the next run tries it again.
    if (done && is_taken_over)
      sys::log_info("release_taken_over", {{"module", release}, {"release", release}, {"platform", platform_.name}});
    then();
  });
}

void helm_state::note(const note_flag_sources& x) {
  for (const auto& [module, source] : x.by_module) {
    const auto last = records_.latest(module);
    const auto label = core::label_of(source);
    // A release without the label is about to be taken over.
    if (!last || !core::is_own(*last, platform_) || core::wanted_by(*last).empty() || core::wanted_by(*last) == label)
      continue;
    set_label(*last, core::module_wanted_by_label, label, [](const core::result<std::string>&) {});
  }
}

void helm_state::hold(const hold_removals& x) {
  for (const auto& name : x.releases) {
    const auto last = records_.latest(name);
    if (!last || core::is_removal_held(*last) || !core::is_own(*last, platform_)) continue;
    // One that fails is of no interest: each discovery asks again.
    set_label(*last, core::removal_held_label, std::to_string(last->revision), [](const core::result<std::string>&) {});
  }
}

} // namespace actors
