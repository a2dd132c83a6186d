#include "actors/releases/helm.hpp"

#include "actors/messages/program_failure.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"
#include "kube/objects/resource_version.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace actors::releases {

namespace {

/// A result for readers who must not see helm's output.
base::result<void> shown(const base::result<void>& result, const std::string& words) {
  if (result) return result;
  return tl::unexpected(messages::program_failure::with(result.error(), words).reported("helm_failed"));
}

/// Helm passes over a record that it cannot read, and would remove the objects of the revision before it.
/// @param record empty: it does not exist
base::result<void> what_is_released(const base::result<std::string>& record) {
  if (!record) return tl::unexpected(record.error());
  if (record->empty()) return {};
  const auto manifest = core::releases::read_manifest(*record);
  if (manifest) return {};
  // No try succeeds before a person has acted, and no other task is to wait for that.
  return base::fail(
    base::error_code::conflict,
    manifest.error().message
      + ": nothing was uninstalled, because the objects of the release are not known: remove those that "
        "are to go, then this record");
}

/// @param record of the revision that Helm has uninstalled by its own word, and that is there still
base::result<void> how_it_ended(const core::releases::release& before, const std::string& record,
                                core::releases::helm_history history) {
  const auto now = core::releases::read_release(record);
  using status = core::releases::release_status;
  // Another uid is another release: a client has installed it since.
  if (now && now->uid != before.uid) return {};
  const bool is_kept = history == core::releases::helm_history::kept;
  if (now && is_kept && (now->status == status::uninstalled || now->status == status::superseded)) return {};
  return base::fail(base::error_code::process_failed, "helm says that release '" + before.name
                                                        + "' is uninstalled, but its revision "
                                                        + std::to_string(before.revision) + " is "
                                                        + (now ? core::releases::name(now->status) : "not to be read")
                                                        + ": look whether it may list the records of releases");
}

} // namespace

// The release of a disabled module is removed in two steps. Helm removes its objects and keeps the record of
// that; the record goes when the afterDeleteHelm hooks have run. So an operator that is killed between the
// steps leaves the rest of the work visible in the cluster.

// -- uninstall -----------------------------------------------------------------

framework::promise<messages::release_removed> helm_state::remove(const messages::remove_release& x) {
  auto to = self_->later<messages::release_removed>();
  shown_capabilities_.erase(x.release);
  begin_work(x.release, [this, x, to, begun = self_->shared().steady_time_us()] { begin_removal(x, to, begun); });
  return to;
}

void helm_state::begin_removal(const messages::remove_release& x, framework::promise<messages::release_removed> to,
                               std::int64_t begun_us) {
  if (unread_.contains(x.release))
    return read_deployed(x.release, [this, x, to, begun_us](const base::result<void>& read) mutable {
      if (read) return begin_removal(x, to, begun_us);
      self_->answer(to, messages::release_removed{{}, read, true});
      end_work(x.release);
    });
  if (x.what == messages::remove_release::part::record)
    remove_record(x.release, to);
  else
    uninstall(x, to, begun_us);
}

void helm_state::uninstall(const messages::remove_release& x, framework::promise<messages::release_removed> to,
                           std::int64_t begun_us) {
  const auto before = records_.latest(x.release);
  const bool is_purge = x.what == messages::remove_release::part::everything;
  // The operator must not remove a release that another client has installed, even if it has the name of a
  // module.
  const bool is_own = before && core::releases::is_own(*before, platform_);
  const bool exists = is_own && (is_purge || before->status != core::releases::release_status::uninstalled);
  auto conclude = [this, release = x.release, is_purge, to, begun_us, exists](const base::result<void>& result,
                                                                              const std::string& words) mutable {
    if (result && is_purge) records_.take_away_all(release);
    if (is_purge) name_damage(release, result);
    const auto* reason = is_purge ? "no module has this name" : "the module is not enabled";
    if (exists) report(release, is_purge ? 7 : 6, "uninstall", reason, begun_us, result, words);
    lost_.erase(release);
    self_->answer(to, messages::release_removed{{}, shown(result, words), exists});
    end_work(release);
  };
  if (!exists) return conclude({}, {});
  const auto history = is_purge ? core::releases::helm_history::removed : core::releases::helm_history::kept;
  // If this operator is killed, the next operator must know that no other client works on the half
  // uninstalled release.
  set_label(
    *before, core::releases::module_uninstall_label, std::to_string(before->revision),
    [this, release = x.release, history, before = *before, conclude](const base::result<std::string>& marked) mutable {
      if (const auto known = what_is_released(marked); !known) return conclude(known, {});
      const auto begin = [this, release, history, before, conclude](const base::result<void>& allowed) mutable {
        if (!allowed) return conclude(allowed, {});
        run_uninstall(before, history, conclude);
      };
      refuse_uninstallation_of_others(release, begin);
    });
}

void helm_state::run_uninstall(const core::releases::release& before, core::releases::helm_history history,
                               on_uninstalled then) {
  runs_.run(core::releases::helm_uninstall{before.name, history},
            [this, before, history, then](const helm_runs::outcome& end) {
              if (!end.result) return then(end.result, end.words);
              take_uninstalled(before, history, [then](const base::result<void>& taken) { then(taken, {}); });
            });
}

/// Helm's own record of the run: the watch may be a moment behind, and would show a release that is there.
/// Helm's result alone is not enough: with --ignore-not-found it ignores a record that it could not list.
void helm_state::take_uninstalled(const core::releases::release& before, core::releases::helm_history history,
                                  on_done then) {
  call(kube::api::get_request(kind_of_records_, place_of_secret(before.name, before.revision)),
       [this, before, history, then](const base::result<kube::api::http_response>& response) {
         const auto body = kube::api::body_of(response);
         if (!body && body.error().code != base::error_code::not_found)
           return then(base::fail("reading the record of the uninstalled release", body.error()));
         if (!body) {
           records_.take_away_all(before.name);
           return then({});
         }
         static_cast<void>(records_.take(*body, namespace_name_));
         then(how_it_ended(before, *body, history));
       });
}

/// A release without a module has no module that reports its damage.
void helm_state::name_damage(const std::string& release, const base::result<void>& result) {
  const bool is_damaged = !result && result.error().code == base::error_code::conflict;
  auto problem = is_damaged ? std::optional(result.error().message) : std::nullopt;
  self_->tell(peers_.supervisor, messages::module_state_changed{{}, "release '" + release + "'", std::move(problem)});
}

// -- the record ----------------------------------------------------------------

void helm_state::remove_record(const std::string& release, framework::promise<messages::release_removed> to) {
  const auto last = records_.latest(release);
  const bool exists = last && core::releases::is_own(*last, platform_);
  auto conclude = [this, release, to, exists](const base::result<void>& result) mutable {
    // Another client has installed it again: this deletion has reached its end, and a new deletion is needed.
    const bool is_there = !result && result.error().code == base::error_code::already_exists;
    if (is_there)
      self_->tell(peers_.supervisor, messages::release_changed_by_others{{}, release, "ReleaseIsThereAgain"});
    lost_.erase(release);
    self_->answer(to, messages::release_removed{{}, is_there ? base::result<void>{} : result, exists});
    end_work(release);
  };
  if (!exists) return conclude({});
  delete_record(release, conclude);
}

void helm_state::delete_record(const std::string& release, on_done then) {
  list_records(release, [this, release, then](const base::result<kube::objects::object_list>& list) {
    if (!list) return then(tl::unexpected(list.error()));
    std::vector<seen_secret> found;
    for (const auto& secret : list->objects) {
      const auto read = core::releases::read_release(secret->text);
      if (read && secret->identity.key.name == core::releases::release_secret_name(read->name, read->revision))
        found.push_back({*read, secret->identity.resource_version, secret->text});
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.release.revision < b.release.revision; });
    if (!found.empty() && found.back().release.status != core::releases::release_status::uninstalled) {
      records_.put(found.back().text); // the watch may be behind
      return then(base::fail(base::error_code::already_exists, "release '" + release + "' is there again"));
    }
    delete_secrets(std::move(found), [this, release, then](const base::result<void>& deleted) {
      if (deleted) records_.take_away_all(release);
      then(deleted);
    });
  });
}

/// A Secret with a later version than the known version stays: another client has changed the release.
void helm_state::delete_secrets(std::vector<seen_secret> oldest_first, on_done then) {
  if (oldest_first.empty()) return then({});
  const auto first = std::move(oldest_first.front());
  oldest_first.erase(oldest_first.begin());
  kube::api::remove_options options;
  options.resource_version = first.version;
  const auto place = place_of_secret(first.release.name, first.release.revision);
  call(kube::api::remove_request(kind_of_records_, place, options),
       [this, first, left = std::move(oldest_first), then](const base::result<kube::api::http_response>& response) {
         const auto deleted = kube::api::object_of(response);
         if (!deleted && deleted.error().code != base::error_code::not_found)
           return then(tl::unexpected(deleted.error()));
         records_.deleted(first.release.name, first.release.revision, first.version);
         delete_secrets(left, then);
       });
}

} // namespace actors::releases
