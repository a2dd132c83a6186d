#include "actors/watches/watch_report.hpp"

#include <utility>
#include <vector>

namespace actors::watches {

namespace {

/// `status` knows the words (core/status/object_advice.cpp).
constexpr std::string_view words_of_end =
  "the API server does not serve the kind any more, so all its objects count as deleted";

std::string_view next_step(base::error_code code) {
  if (code == base::error_code::forbidden) return "allow the operator to list and watch this kind (RBAC)";
  if (code == base::error_code::unauthorized) return "check the credentials of the kubeconfig or the service account";
  return {};
}

/// Appends a field, unless it has no value.
void append(std::vector<sys::log::log_field>& fields, std::string_view key, std::string_view value) {
  if (!value.empty()) fields.emplace_back(key, value);
}

std::vector<sys::log::log_field> fields_of(const messages::watch_spec& spec, const std::string& bindings) {
  std::vector<sys::log::log_field> fields;
  append(fields, "api_version", spec.api_version);
  append(fields, "kind", spec.kind);
  append(fields, "namespace", spec.namespace_name);
  append(fields, "fields", spec.field_selector);
  append(fields, "labels", spec.label_selector);
  append(fields, "bindings", bindings);
  return fields;
}

} // namespace

std::string words_of_absence(const kube::api::kind_absent& as) {
  if (!as.served_as.empty())
    return "the API server serves the kind as " + as.served_as + " only: take that for apiVersion";
  if (!as.near.empty()) return "the API server does not serve the kind; did you mean " + as.near + "?";
  return "the API server does not serve the kind; its objects come when it does";
}

std::string words_of_other_version(const std::string& served_as) {
  if (served_as.empty())
    return "the CustomResourceDefinition of the kind is there, and serves no version: set 'served' for one of them";
  return "the API server serves the kind as " + served_as + " only: take that for apiVersion";
}

watch_report::watch_report(framework::actor_base<messages::informer_actor>* self, const messages::watch_spec& spec,
                           messages::supervisor_actor supervisor)
  : self_(self), spec_(spec), supervisor_(std::move(supervisor)) {}

std::optional<loss_cause> watch_report::loss() const {
  return lost_ ? std::optional(lost_->cause) : std::nullopt;
}

void watch_report::failed(const base::error& reason, std::optional<std::chrono::milliseconds> retry_in,
                          const watch_users& users) {
  const auto& bindings = users.bindings;
  // A watch may fail for hours, so only a new reason is reported and logged.
  const bool is_news = !lost_ || lost_->reason.message != reason.message;
  if (!lost_) lost_ = lost_watch{.since_us = self_->shared().wall_time_us()};
  lost_->reason = reason;
  lost_->retry_in = retry_in;
  ++lost_->failures;
  if (!kube::watch::may_be_outage(reason)) lost_->cause = loss_cause::refused;
  // A verdict of the KUBE CLIENT stays until its next verdict. Only after a refusal the cause is in doubt
  // again.
  else if (lost_->cause == loss_cause::refused)
    lost_->cause = loss_cause::in_doubt;
  if (is_news) report(messages::watch_lost{lost_->since_us, reason.message}, users.hooks);
  if (lost_->cause == loss_cause::refused)
    return warn_once("watch_failed", {"error", reason.message}, retry_in, bindings);
  if (!sys::log::log_enabled(sys::log::log_level::debug)) return;
  auto fields = fields_of(spec_, bindings);
  fields.emplace_back("error", reason.message);
  sys::log::log(sys::log::log_level::debug, "watch_failed", fields);
}

void watch_report::judged(kube::watch::outage_verdict verdict, const std::string& bindings) {
  if (!lost_ || lost_->cause == loss_cause::refused) return;
  const bool alone = verdict == kube::watch::outage_verdict::alone;
  lost_->cause = alone ? loss_cause::alone : loss_cause::in_doubt;
  // A connection that breaks once is not logged if the next try succeeds.
  if (alone && lost_->failures > 1)
    warn_once("watch_failed", {"error", lost_->reason.message}, lost_->retry_in, bindings);
}

void watch_report::absent(const kube::api::kind_absent& as, const watch_users& users) {
  const bool has_gone = has_worked_ && as.served_as.empty();
  const auto reason = has_gone ? std::string(words_of_end) : words_of_absence(as);
  const bool is_fault = has_gone || !as.near.empty() || !as.served_as.empty();
  // A kind that is not served has no objects, which is known, so the watch is not lost any more.
  const auto lost = std::exchange(lost_, std::nullopt);
  const auto before = std::exchange(absence_, is_fault ? absence::fault : absence::unserved);
  if (is_fault && before != absence::fault)
    report(messages::watch_lost{lost ? lost->since_us : self_->shared().wall_time_us(), reason}, users.hooks);
  else if (!is_fault && (lost || before != absence::unserved))
    report(messages::watch_unserved{}, users.hooks);
  warn_once("watch_waits", {"reason", reason}, std::nullopt, users.bindings);
}

void watch_report::moved(const kube::api::resource& to, const std::string& bindings) const {
  auto fields = fields_of(spec_, bindings);
  fields.emplace_back("served_as", to.api_version());
  sys::log::log(sys::log::log_level::info, "watch_moved", fields);
}

void watch_report::went_back(const kube::watch::watch_effect::went_back& x, const std::string& bindings) const {
  auto fields = fields_of(spec_, bindings);
  fields.emplace_back("from", x.from);
  fields.emplace_back("to", x.to);
  fields.emplace_back("hint", "if etcd was restored from a backup, start all components of the cluster anew: other "
                              "clients may go on in silence");
  sys::log::log(sys::log::log_level::warning, "watch_went_back", fields);
}

void watch_report::works() {
  if (!std::exchange(warned_, {}).empty())
    sys::log::log(sys::log::log_level::info, "watch_restored", fields_of(spec_, {}));
  has_worked_ = true;
  const bool was_reported = std::exchange(absence_, absence::none) != absence::none;
  if (!std::exchange(lost_, std::nullopt) && !was_reported) return;
  report(messages::watch_well{});
}

void watch_report::unused() {
  lost_.reset();
  absence_ = absence::none;
  has_worked_ = false;
  warned_.clear();
  report(messages::watch_unused{});
}

void watch_report::warn_once(sys::log::event_name event, const sys::log::log_field& why,
                             std::optional<std::chrono::milliseconds> retry_in, const std::string& bindings) {
  const std::string reason(std::get<std::string_view>(why.value));
  if (std::exchange(warned_, reason) == reason) return;
  auto fields = fields_of(spec_, bindings);
  fields.push_back(why);
  if (lost_) append(fields, "hint", next_step(lost_->reason.code));
  if (retry_in) fields.emplace_back("retry_in_seconds", *retry_in);
  sys::log::log(sys::log::log_level::warning, event, fields);
}

void watch_report::report(decltype(messages::watch_state_changed::state) state, const std::string& hooks) {
  auto what = spec_.text();
  if (!hooks.empty()) what += (spec_.api_version.empty() ? "" : " (" + spec_.api_version + ")") + ", for " + hooks;
  self_->tell(supervisor_,
              messages::watch_state_changed{{}, self_->id(), spec_.key(), std::move(what), std::move(state)});
}

} // namespace actors::watches
