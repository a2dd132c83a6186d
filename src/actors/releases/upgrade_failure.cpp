#include "actors/releases/upgrade_failure.hpp"

#include "actors/messages/kube_client.hpp"
#include "base/overload.hpp"
#include "core/releases/blocking_records.hpp"
#include "kube/api/resource.hpp"

#include <utility>
#include <variant>

namespace actors::releases {

upgrade_failure::upgrade_failure(helm_parts& parts, std::string release, base::error failure, std::string words,
                                 on_explained then)
  : parts_(parts), release_(std::move(release)), failure_(std::move(failure)), words_(std::move(words)),
    then_(std::move(then)) {}

/// Looks for a damaged record. Helm's message about it depends on version and damage, so the records
/// themselves are read. Each try fails until a user acts; as a `conflict` the failure does not block other
/// tasks.
void upgrade_failure::explain() {
  // Helm has not ended by itself, so records are not the reason.
  if (failure_.code != base::error_code::process_failed) return explain_by_words();
  parts_.records.list(release_, record_client::which::all, kube::api::object_content::full,
                      [self = shared_from_this()](const base::result<kube::objects::object_list>& list) {
                        if (!list) return self->explain_by_words();
                        std::vector<std::string> records;
                        for (const auto& record : list->objects) records.push_back(record->text());
                        self->look_in_place(std::move(records));
                      });
}

void upgrade_failure::look_in_place(std::vector<std::string> records) {
  const auto revision = core::releases::next_revision_of_helm(records);
  parts_.records.read(
    release_, revision,
    [self = shared_from_this(), records = std::move(records)](const base::result<std::string>& in_place) {
      const auto damage =
        core::releases::damaged_records(self->release_, records, in_place ? std::optional(*in_place) : std::nullopt);
      if (!damage) return self->explain_by_words();
      self->end(base::error_code::conflict, *damage);
    });
}

/// Finds the reason in Helm's message: a record that cannot be read, or a kind that is served in another
/// version.
void upgrade_failure::explain_by_words() {
  if (core::releases::is_stored_manifest_broken(words_))
    return end(base::error_code::conflict,
               last_record() + " has a manifest that is no YAML: " + core::releases::advice_on_record(release_));
  if (const auto advice = core::releases::record_advice(words_)) return end(code(), *advice);
  if (const auto kind = core::releases::unmatched_kind_of(words_)) return explain_kind(*kind);
  then_(failure_);
}

void upgrade_failure::explain_kind(const core::releases::unmatched_kind& kind) {
  parts_.self->ask(
    parts_.peers.kube, messages::resolve_kind{{}, kind.api_version, kind.kind},
    [this, self = shared_from_this(), kind](const messages::kind_resolved& found) {
      const auto advise = [&](const std::string& served_as) {
        end(code(), core::releases::advice_on_kind(kind, served_as, last_record()));
      };
      std::visit(base::overload{
                   [&](const kube::api::resource&) { then_(failure_); },
                   [&](const kube::api::kind_in_other_version& x) { advise(x.served_as); },
                   [&](const kube::api::kind_absent& x) { advise(x.served_as); },
                   [&](const kube::api::kind_undecided& x) {
                     // With this code a definition keeps objects of the kind; the reason has the next step.
                     if (x.code == base::error_code::invalid_input) return end(code(), x.reason);
                     then_(failure_);
                   },
                 },
                 found.result);
    },
    [self = shared_from_this()](const std::string&) { self->then_(self->failure_); });
}

/// Kind and name of the latest revision's record; empty: no record.
std::string upgrade_failure::last_record() const {
  const auto last = parts_.records.known().latest(release_);
  if (!last) return {};
  return parts_.records.kind().kind + " '" + core::releases::release_secret_name(last->name, last->revision) + "'";
}

/// A release that needs a user is tried again after a while, and no other task waits for it.
base::error_code upgrade_failure::code() const {
  return core::releases::is_record_unreadable(words_) ? base::error_code::conflict : failure_.code;
}

void upgrade_failure::end(base::error_code code, const std::string& advice) {
  then_({code, failure_.message + " (" + advice + ")"});
}

} // namespace actors::releases
