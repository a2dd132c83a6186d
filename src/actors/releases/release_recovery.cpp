// Recovers a release that has an unfinished latest revision.
#include "actors/releases/release_recovery.hpp"

#include "core/releases/blocking_records.hpp"
#include "core/releases/record_change.hpp"
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

release_recovery::release_recovery(helm_parts& parts, std::string release,
                                   core::releases::helm_decision::recover_pending_then_upgrade pending, on_end then)
  : parts_(parts), release_(std::move(release)), pending_(std::move(pending)), then_(std::move(then)) {}

/// Reads the pending revision's Secret, because its Helm may have just ended, and the watch may be behind.
void release_recovery::recover() {
  const auto judged = parts_.records.known().latest(release_);
  parts_.records.read(release_, pending_.revision,
                      [this, self = shared_from_this(), judged](const base::result<std::string>& secret) {
                        if (!secret && secret.error().code != base::error_code::not_found) return fail(secret.error());
                        if (!secret) {
                          parts_.records.known().take_away(release_, pending_.revision);
                          return then_(next_step::decide);
                        }
                        const auto found = core::releases::read_release(*secret);
                        // An unreadable record does not show whether another client works on the release.
                        if (!found) return leave_unreadable("looking at the pending revision", found.error());
                        // A changed record may show work of another client, so the decision is made again.
                        const bool is_as_judged = judged && judged->resource_version == found->resource_version;
                        if (core::releases::is_unfinished(found->status) && is_as_judged) {
                          parts_.leftovers.note_record(release_, *secret);
                          return mark_deployed(version_of(*secret));
                        }
                        parts_.records.know(*secret);
                        then_(next_step::decide);
                      });
}

/// The cluster may have objects of the pending revision. If this operator is killed before the upgrade, the
/// next operator finds only the deployed revision, and must not think that the cluster is in that state. So
/// first the deployed revision gets the number 0, as if another client had made it.
void release_recovery::mark_deployed(const std::string& version) {
  parts_.records.list(release_, record_client::which::deployed, kube::api::object_content::metadata,
                      [this, self = shared_from_this(), version](const base::result<kube::objects::object_list>& list) {
                        const std::string when = "looking for the deployed revision";
                        if (!list) return fail(base::fail(when, list.error()).value());
                        std::optional<core::releases::release> deployed;
                        for (const auto& object : list->objects) {
                          auto read = core::releases::read_release(object->text());
                          if (!read) return leave_unreadable(when, read.error());
                          // A server that ignores the selector returns the records of all releases.
                          if (read->name != release_) continue;
                          if (!deployed || deployed->revision < read->revision) deployed = std::move(*read);
                        }
                        if (!deployed) return remove_pending(version);
                        parts_.records.set_number(*deployed, 0, [self, version](const base::result<void>& marked) {
                          if (!marked) return self->fail(marked.error());
                          self->remove_pending(version);
                        });
                      });
}

/// Removes the pending revision, unless another client has written it since it was read.
void release_recovery::remove_pending(const std::string& version) {
  parts_.records.remove(release_, pending_.revision, version,
                        [this, self = shared_from_this()](const base::result<void>& removed) {
                          if (!removed)
                            return fail(base::fail("removing the pending revision", removed.error()).value());
                          parts_.records.known().take_away(release_, pending_.revision);
                          then_(next_step::upgrade);
                        });
}

void release_recovery::fail(const base::error& why) {
  then_(tl::unexpected(failed_step{why, "upgrade", pending_.reason}));
}

void release_recovery::leave_unreadable(const std::string& when, const base::error& why) {
  fail({base::error_code::conflict, when + ": " + why.message + ": " + core::releases::advice_on_record(release_)});
}

} // namespace actors::releases
