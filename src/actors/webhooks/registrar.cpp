#include "actors/webhooks/registrar.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/supervisor.hpp"
#include "base/backoff.hpp"
#include "core/webhooks/wanted_webhook.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <utility>
#include <vector>

namespace actors::webhooks {

namespace {

using namespace std::chrono_literals;
using core::bindings::webhook_kind;

/// A refusal may last until a user grants a right, which no watch shows.
constexpr base::backoff retry_wait{1000ms, std::chrono::milliseconds(5min)};
constexpr std::chrono::milliseconds longest_wait = 24h;
constexpr auto subject = "registration of webhooks";

/// Both failures, so that both are reported.
base::result<void> joined(const base::result<void>& a, const base::result<void>& b) {
  if (a) return b;
  if (b) return a;
  return base::fail(a.error().code, a.error().message + "; " + b.error().message);
}

std::optional<std::chrono::microseconds>
earliest(std::initializer_list<std::optional<std::chrono::microseconds>> times) {
  std::optional<std::chrono::microseconds> first;
  for (const auto& x : times)
    if (x && (!first || *x < *first)) first = x;
  return first;
}

void log_missing_conditions(const std::string& version) {
  sys::log::log_warning(
    "webhooks_without_conditions",
    {{"version", version},
     {"consequence", "webhooks of hooks may refuse requests of the operator, and without these requests it cannot "
                     "answer reviews: leave its namespace out of the webhooks by namespace.labelSelector"}});
}

messages::watch_spec named(const char* api_version, const char* kind, const std::string& name) {
  messages::watch_spec spec;
  spec.api_version = api_version;
  spec.kind = kind;
  spec.field_selector = "metadata.name=" + name;
  return spec;
}

} // namespace

registrar_state::registrar_state(registrar_self self, registrar_options options, registrar_peers peers)
  : self_(self), options_(std::move(options)), peers_(std::move(peers)),
    keeper_(self, peers_.kube, options_, [this] { compare(); }),
    writes_{
      {{self, peers_.kube, webhook_kind::validating, contest_}, {self, peers_.kube, webhook_kind::mutating, contest_}}},
    definition_writes_(self, peers_.kube, contest_), refusals_(self, peers_.supervisor),
    unclaimed_(self, peers_.supervisor),
    unclaimed_conversions_(self, peers_.kube, peers_.supervisor, options_.registration.owner,
                           [this](const std::string& definition) { watch_definition(definition); }),
    configurations_{{{self, peers_.supervisor, "ValidatingWebhookConfiguration"},
                     {self, peers_.supervisor, "MutatingWebhookConfiguration"}}},
    secret_(self, peers_.supervisor, "Secret"), own_user_(self, peers_.kube, options_) {}

bool registrar_state::is_own() const {
  return options_.registration.authority == core::webhooks::authority_source::own;
}

void registrar_state::adopt(const messages::webhooks_wanted& x) {
  wish_ = x.wish;
  if (wish_->is_complete && options_.registration.problem().empty()) unclaimed_conversions_.look(wish_->definitions);
  // Without webhooks a single look for earlier webhooks is enough, because they do not come back.
  if (!wish_->are_claimed && has_looked_) return;
  has_looked_ = false;
  if (const auto problem = options_.registration.problem(); !problem.empty()) {
    note_no_look(problem);
    return report(wish_->are_claimed ? problem : std::string());
  }
  watch_definitions();
  const bool is_first = configurations_[0].is_closed() || (is_own() && secret_.is_closed());
  if (wish_->are_claimed && is_first) {
    open_watches();
    if (is_own()) return keeper_.look();
  }
  compare();
}

void registrar_state::watch_configurations() {
  for (auto& x : configurations_)
    if (x.is_closed())
      x.open(named("admissionregistration.k8s.io/v1", x.key().c_str(), options_.registration.configuration + "-hooks"));
}

void registrar_state::open_watches() {
  const auto& place = options_.registration;
  watch_configurations();
  if (!is_own()) return;
  auto spec = named("v1", "Secret", place.secret);
  spec.namespace_name = place.namespace_name;
  secret_.open(std::move(spec));
}

void registrar_state::watch_definitions() {
  for (const auto& name : wish_->definitions) watch_definition(name);
}

void registrar_state::watch_definition(const std::string& name) {
  const auto key = "CustomResourceDefinition " + name;
  const auto [at, is_new] = definitions_.try_emplace(key, self_, peers_.supervisor, key);
  if (is_new) at->second.open(named("apiextensions.k8s.io/v1", "CustomResourceDefinition", name));
}

void registrar_state::on_listed(const messages::objects_listed& x) {
  if (x.subscription == secret_.key()) {
    if (secret_.on_listed()) keeper_.look();
    return;
  }
  for (auto& y : configurations_)
    if (y.key() == x.subscription && y.on_listed()) compare();
  const auto definition = definitions_.find(x.subscription);
  if (definition != definitions_.end() && definition->second.on_listed()) compare();
}

void registrar_state::on_changed(const messages::object_changed& x) {
  if (x.subscription == secret_.key()) return keeper_.look();
  if (definitions_.contains(x.subscription)) unclaimed_conversions_.look_again();
  compare();
}

void registrar_state::on_due(const messages::registration_due& x) {
  if (x.number != number_) return;
  for (auto& writes : writes_) writes.doubt_refusals();
  if (is_own() && wish_->are_claimed) return keeper_.look();
  compare();
}

// -- a comparison ------------------------------------------------------------------

void registrar_state::compare() {
  if (!wish_) return;
  if (is_comparing_) {
    compares_again_ = true;
    return;
  }
  is_comparing_ = true;
  const bool is_needed = wish_->are_claimed || knows_earlier_;
  if (is_needed && !has_conditions_) return find_version();
  if (is_needed && !user_) return find_user();
  const auto trusted = wish_->are_claimed ? authorities() : std::string();
  if (!trusted) {
    note_no_look(trusted.error().message);
    return end({}, tl::unexpected(trusted.error()));
  }
  write_all(*trusted);
}

void registrar_state::find_version() {
  const auto go_on = [this](const base::result<std::string>& version) {
    if (!version) {
      note_no_look(version.error().message);
      return end({}, tl::unexpected(version.error()));
    }
    has_conditions_ = core::webhooks::has_match_conditions(*version);
    if (!*has_conditions_) log_missing_conditions(*version);
    is_comparing_ = false;
    compare();
  };
  self_->ask(
    peers_.kube, messages::describe_cluster{}, [go_on](const messages::cluster_described& x) { go_on(x.version); },
    [go_on](const std::string& reason) {
      go_on(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void registrar_state::find_user() {
  own_user_.find([this](const base::result<std::string>& user) {
    if (!user) {
      note_no_look(user.error().message);
      return end({}, tl::unexpected(user.error()));
    }
    user_ = *user;
    is_comparing_ = false;
    compare();
  });
}

bool registrar_state::has_earlier() const {
  return std::any_of(writes_.begin(), writes_.end(), [](const auto& x) { return x.is_registered(); });
}

bool registrar_state::has_unclaimed() const {
  return std::any_of(writes_.begin(), writes_.end(), [](const auto& x) { return !x.unclaimed().empty(); });
}

base::result<std::string> registrar_state::authorities() const {
  switch (options_.registration.authority) {
    case core::webhooks::authority_source::injected: return std::string();
    case core::webhooks::authority_source::file: return options_.read_authority();
    case core::webhooks::authority_source::own: break;
  }
  auto trusted = keeper_.trusted();
  if (!trusted.empty()) return trusted;
  for (const auto& why : {keeper_.problem(), keeper_.contest()})
    if (!why.empty()) return base::fail(base::error_code::unavailable, why);
  return base::fail(base::error_code::unavailable, "there is no certificate yet");
}

void registrar_state::write_all(const std::string& trusted) {
  no_look_.clear();
  const core::webhooks::webhook_terms terms{options_.registration, trusted, has_conditions_.value_or(false), user_};
  writes_[0].compare(wish_, terms, [this, wish = wish_, terms](const base::result<void>& validating) {
    note_look(webhook_kind::validating, wish, validating);
    writes_[1].compare(wish, terms, [this, wish, terms, validating](const base::result<void>& mutating) {
      note_look(webhook_kind::mutating, wish, mutating);
      definition_writes_.compare(wish->definitions, terms,
                                 [this, terms, before = joined(validating, mutating)](const auto& definitions) {
                                   end(terms.authorities, joined(before, definitions));
                                 });
    });
  });
}

// -- for people --------------------------------------------------------------------

void registrar_state::note_look(webhook_kind kind, const std::shared_ptr<const core::webhooks::webhook_wish>& wish,
                                const base::result<void>& result) {
  registered_.problems[static_cast<std::size_t>(kind)] = result ? std::string() : result.error().message;
  auto& names = registered_.names[static_cast<std::size_t>(kind)];
  // Another failure does not show that the webhooks have gone.
  if (!result && result.error().code != base::error_code::invalid_input) return;
  names.clear();
  if (!result) return;
  for (const auto& x : wish->webhooks)
    if (x.binding->kind == kind) names.insert(x.binding->name);
  const auto& writes = writes_[static_cast<std::size_t>(kind)];
  for (const auto& x : writes.refused())
    if (x.held == core::webhooks::held_entry::none) names.erase(x.of.binding->name);
  for (const auto& name : writes.missing()) names.erase(name);
}

void registrar_state::note_no_look(const std::string& problem) {
  registered_.problems.fill(problem);
  no_look_ = problem;
}

messages::registration_described registrar_state::describe() const {
  messages::registration_described now{{}, registered_};
  now.registered.is_kept = true;
  now.registered.definition_problems = definition_writes_.problems();
  for (const auto& name : wish_ ? wish_->definitions : std::set<std::string>()) {
    if (definition_writes_.knows(name)) now.registered.definitions.insert(name);
    if (!no_look_.empty()) now.registered.definition_problems.try_emplace(name, no_look_);
  }
  return now;
}

void registrar_state::end(const std::string& trusted, const base::result<void>& result) {
  is_comparing_ = false;
  note_dropped_conditions();
  if (std::exchange(compares_again_, false)) return compare();
  // A cluster may have refused a look at configurations that no hook asks for.
  const bool is_needed = wish_->are_claimed || has_unclaimed();
  const auto unasked = core::webhooks::unasked_names(*wish_, registered_);
  const auto failure =
    result ? keeper_.problem() : result.error().message + (unasked.empty() ? "" : "; it does not ask " + unasked);
  if (result && !wish_->are_claimed && (!wish_->is_complete || has_unclaimed()) && has_earlier()
      && !std::exchange(knows_earlier_, true))
    return compare();
  const bool is_certain =
    result ? wish_->is_complete || !has_earlier() : result.error().code == base::error_code::forbidden;
  has_looked_ = !is_needed && is_certain;
  failures_ = failure.empty() || has_looked_ ? 0 : failures_ + 1;
  report(is_needed ? failure : std::string());
  plan_next();
  if (result && is_own() && wish_->are_claimed) keeper_.published(trusted);
}

void registrar_state::note_dropped_conditions() {
  const bool are_dropped =
    std::any_of(writes_.begin(), writes_.end(), [](const auto& x) { return x.drops_conditions(); });
  if (are_dropped && has_conditions_.value_or(false)) log_missing_conditions("it drops them");
  if (are_dropped) has_conditions_ = false;
}

void registrar_state::report(const std::string& problem) {
  if (problem_ == problem) return;
  problem_ = problem;
  if (!problem.empty())
    sys::log::log_warning("webhooks_not_registered",
                          {{"configuration", options_.registration.configuration + "-hooks"},
                           {"error", problem},
                           {"retry_in_seconds", std::chrono::duration<double>(retry_wait.after(failures_)).count()}});
  self_->tell(
    peers_.supervisor,
    messages::module_state_changed{
      {},
      subject,
      problem.empty() ? std::nullopt : std::optional("the API server does not ask all webhooks of hooks: " + problem),
      {}});
}

bool registrar_state::report_refusals() {
  std::vector<core::webhooks::refused_webhook> all;
  for (const auto& writes : writes_) all.insert(all.end(), writes.refused().begin(), writes.refused().end());
  refusals_.show(all);
  return !all.empty();
}

/// Shows webhooks without a hook. A watch shows when a user takes their entries out.
void registrar_state::report_unclaimed() {
  std::vector<unclaimed_report::line> all;
  for (std::size_t i = 0; i < writes_.size(); ++i)
    for (const auto& x : writes_[i].unclaimed()) all.push_back({x, static_cast<webhook_kind>(i)});
  unclaimed_.show(all, options_.registration.configuration + "-hooks");
  if (!all.empty()) watch_configurations();
}

void registrar_state::report_contest() {
  const auto now_us = self_->shared().steady_time_us();
  auto words = contest_.problem(now_us);
  if (const auto more = keeper_.contest(); !more.empty()) words += (words.empty() ? "" : "; ") + more;
  if (words == contest_words_) return;
  contest_words_ = std::move(words);
  if (!contest_words_.empty()) {
    const auto wait = earliest({contest_.next_repair(now_us), keeper_.pace().next_step(now_us)});
    sys::log::log_warning(
      "webhooks_contested",
      {{"error", contest_words_}, {"retry_in_seconds", std::chrono::duration<double>(wait.value_or(0us)).count()}});
  }
  const auto problem = contest_words_.empty() ? std::nullopt : std::optional(contest_words_);
  self_->tell(peers_.supervisor, messages::module_state_changed{{}, "writers of webhooks", problem, {}});
}

/// The next reminder: after a failure, for the certificate, for refused webhooks, or for a pause of a
/// contest or of the certificate.
void registrar_state::plan_next() {
  report_contest();
  report_unclaimed();
  const bool is_refused = report_refusals();
  const bool has_certificate = is_own() && wish_->are_claimed;
  std::optional<std::chrono::milliseconds> wait;
  if (failures_ > 0)
    wait = retry_wait.after(failures_);
  else if (has_certificate)
    wait = keeper_.next_look();
  // Another version of the API server may accept a refused webhook, which no watch shows.
  if (is_refused) wait = std::min(wait.value_or(retry_wait.longest), retry_wait.longest);
  const auto now_us = self_->shared().steady_time_us();
  const auto& pace = keeper_.pace();
  if (const auto x = earliest(
        {contest_.next_repair(now_us), contest_.next_end(now_us), pace.next_step(now_us), pace.next_end(now_us)}))
    wait = std::min(wait.value_or(longest_wait), std::chrono::ceil<std::chrono::milliseconds>(*x));
  ++number_;
  if (wait) self_->remind(*wait, messages::registration_due{{}, number_});
}

messages::webhook_registrar_actor::behavior_type registrar_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::webhooks_wanted& x) { adopt(x); },
    [this](const messages::objects_listed& x) { on_listed(x); },
    [this](const messages::object_changed& x) { on_changed(x); },
    [this](const messages::registration_due& x) { on_due(x); },
    [this](const messages::describe_registration&) { return describe(); });
}

messages::webhook_registrar_actor registrar(caf::actor_system& system, const framework::context_ptr& shared,
                                            registrar_options options, registrar_peers peers) {
  return framework::spawn<registrar_state>(system, framework::placement::shared, shared, "webhook_registrar",
                                           std::move(options), std::move(peers));
}

} // namespace actors::webhooks
