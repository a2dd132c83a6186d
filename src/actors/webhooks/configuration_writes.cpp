#include "actors/webhooks/configuration_writes.hpp"

#include "actors/messages/kube_client.hpp"
#include "core/webhooks/foreign_writes.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace actors::webhooks {

namespace {

using core::webhooks::earlier_write;

} // namespace

configuration_writes::configuration_writes(registrar_self self, messages::kube_client_actor kube,
                                           core::bindings::webhook_kind kind, core::webhooks::write_contest& contest)
  : self_(self), kube_(kube), kind_(kind), contest_(contest), trial_(self, std::move(kube), kind, verdicts_) {}

kube::api::object_location configuration_writes::place() const {
  return {.namespace_ = {}, .name = terms_.place.configuration + "-hooks"};
}

void configuration_writes::compare(std::shared_ptr<const core::webhooks::webhook_wish> wish,
                                   core::webhooks::webhook_terms terms, on_done done) {
  wish_ = std::move(wish);
  terms_ = std::move(terms);
  done_ = std::move(done);
  is_replaced_ = false;
  forget_unwanted();
  call_for_object(self_, kube_, kube::api::get_request(configurations_of(kind_), place()),
                  [this](const base::result<text::json>& now) {
                    if (!now && now.error().code != base::error_code::not_found)
                      return end(tl::unexpected(now.error()));
                    before_ = now ? std::optional(*now) : std::nullopt;
                    if (!std::exchange(doubts_, false)) return begin();
                    auto refused = core::webhooks::refused_entries(kind_, *wish_, terms_, entries(), verdicts_);
                    trial_.begin(std::move(refused), place().name, [this](entry_trial::finding) { begin(); });
                  });
}

/// A webhook that no hook asks for any more needs no verdict.
void configuration_writes::forget_unwanted() {
  std::set<std::string> names;
  for (const auto& x : wish_->webhooks)
    if (x.binding->kind == kind_) names.insert(x.binding->name);
  verdicts_.keep(names);
}

core::webhooks::entries_by_name configuration_writes::entries() const {
  return core::webhooks::own_entries_of(before_ ? &*before_ : nullptr, terms_.place);
}

/// A configuration of this name without any mark may have lost it: its entries lead to this operator.
bool configuration_writes::is_ours() const {
  if (!before_) return false;
  const auto platform = core::webhooks::platform_of(*before_);
  return platform.empty() || platform == terms_.place.owner;
}

bool configuration_writes::is_registered() const {
  return is_ours() && !entries().empty();
}

core::webhooks::entry_choice configuration_writes::choose() const {
  const auto owners = core::webhooks::owners_in(before_ ? &*before_ : nullptr);
  return core::webhooks::choose_entries(kind_, *wish_, terms_, entries(), verdicts_, owners);
}

void configuration_writes::begin() {
  auto choice = choose();
  chosen_ = std::move(choice.entries);
  dropped_ = std::move(choice.dropped);
  unclaimed_ = is_ours() ? std::move(choice.unclaimed) : std::vector<core::webhooks::unclaimed_webhook>();
  missing_.clear();
  if (waits(chosen_)) {
    const auto present = entries();
    for (const auto& [name, x] : chosen_)
      if (!present.contains(name)) missing_.insert(name);
    return end({});
  }
  decide(before_ ? &*before_ : nullptr, earlier_write::none);
}

bool configuration_writes::waits(const core::webhooks::entries_by_name& wanted) {
  // A new wish is written at once, and so is a configuration that was deleted.
  if (!before_ || wanted.empty() || wanted != settled_) return false;
  const auto change = core::webhooks::next_change(kind_, *wish_, terms_, &*before_, earlier_write::none, verdicts_);
  if (!std::holds_alternative<core::webhooks::configuration_step::apply>(change)) return false;
  const auto found = core::webhooks::first_difference(entries(), wanted);
  const core::webhooks::foreign_change by{std::string(core::webhooks::configuration_kind(kind_)) + " " + place().name,
                                          found.field, core::webhooks::last_writer_of_entry(*before_, found.entry)};
  return contest_.repair_after(by, self_->shared().steady_time_us()).count() > 0;
}

void configuration_writes::decide(const text::json* now, earlier_write before) {
  refused_ = choose().refused;
  std::visit([this](const auto& x) { perform(x); },
             core::webhooks::next_change(kind_, *wish_, terms_, now, before, verdicts_));
}

/// Finds the entries at fault, and writes the rest. Ends when no further entry is at fault: each round leaves
/// out an entry, and a webhook has two of them, the wanted and the earlier.
void configuration_writes::on_refusal(const base::error& why) {
  if (!core::webhooks::is_about_content(why)) return end(tl::unexpected(why));
  std::vector<text::json> all;
  const auto choice = choose();
  for (const auto& [name, x] : choice.entries) all.push_back(x);
  trial_.begin(std::move(all), place().name, [this, why](entry_trial::finding found) {
    if (found == entry_trial::finding::none_refused) return end(tl::unexpected(why));
    begin();
  });
}

void configuration_writes::perform(const core::webhooks::configuration_step::none&) {
  end({});
}

void configuration_writes::perform(const core::webhooks::configuration_step::leave& x) {
  end(base::fail(base::error_code::invalid_input,
                 "it belongs to platform " + x.platform
                   + ": give this operator another name by --validating-webhook-configuration-name, or remove it"));
}

void configuration_writes::perform(const core::webhooks::configuration_step::apply& x) {
  kube::api::patch_options patch{kube::api::patch_kind::apply, x.object.dump(), core::webhooks::registration_manager,
                                 true};
  call_for_object(self_, kube_, kube::api::patch_request(configurations_of(kind_), place(), std::move(patch)),
                  [this, written = x.object](const base::result<text::json>& now) {
                    if (!now) return on_refusal(now.error());
                    log_dropped();
                    if (terms_.has_conditions && core::webhooks::drops_conditions(written, *now)) {
                      terms_.has_conditions = false;
                      drops_conditions_ = true;
                    }
                    log_change(before_ ? "it differed" : "it was missing");
                    decide(&*now, earlier_write::applied);
                  });
}

void configuration_writes::perform(const core::webhooks::configuration_step::replace& x) {
  if (std::exchange(is_replaced_, true))
    return end(
      base::fail(base::error_code::invalid_input, "the API server has changed the webhooks that were written"));
  kube::api::patch_options patch{kube::api::patch_kind::json, x.patch.dump(), core::webhooks::registration_manager};
  call_for_object(self_, kube_, kube::api::patch_request(configurations_of(kind_), place(), std::move(patch)),
                  [this](const base::result<text::json>& now) {
                    if (!now) return end(tl::unexpected(now.error()));
                    log_dropped();
                    decide(&*now, earlier_write::applied);
                  });
}

void configuration_writes::perform(const core::webhooks::configuration_step::remove& x) {
  self_->ask(
    kube_,
    messages::call_api{{},
                       kube::api::remove_request(configurations_of(kind_), place(),
                                                 {.uid = x.uid, .resource_version = x.resource_version})},
    [this](const messages::api_answered& answer) {
      const auto removed = kube::api::body_of(answer.response);
      if (!removed && removed.error().code != base::error_code::not_found) return end(tl::unexpected(removed.error()));
      log_dropped();
      sys::log::log_info("webhooks_registered", {{"kind", core::webhooks::configuration_kind(kind_)},
                                                 {"configuration", place().name},
                                                 {"removed", true},
                                                 {"reason", "no hook asks for a webhook"}});
      end({});
    },
    [this](const std::string& reason) {
      end(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

core::webhooks::webhook_wish configuration_writes::registered() const {
  auto wish = *wish_;
  std::erase_if(wish.webhooks, [this](const auto& x) {
    return std::any_of(refused_.begin(), refused_.end(), [&](const auto& y) { return y.of.binding == x.binding; });
  });
  return wish;
}

/// An image that changes a hook's file and loses what the file reads looks like this, so it is a warning.
void configuration_writes::log_dropped() {
  for (const auto& x : std::exchange(dropped_, {}))
    sys::log::log_warning("webhook_given_up",
                          {{"webhook", x.name},
                           {"configuration", place().name},
                           {"module", x.owner.module},
                           {"hook", x.owner.hook},
                           {"reason", core::webhooks::words_on(x)},
                           {"consequence", "the API server does not ask it any more: requests go on without it"},
                           {"hint", "nothing is to be done if that was on purpose; else bring back what the hook reads "
                                    "for --config, and the next start registers the webhook again"}});
}

void configuration_writes::log_change(const char* reason) const {
  sys::log::log_info("webhooks_registered", {{"kind", core::webhooks::configuration_kind(kind_)},
                                             {"configuration", place().name},
                                             {"names", core::webhooks::names_of(kind_, registered())},
                                             {"reason", reason}});
}

void configuration_writes::end(const base::result<void>& result) {
  const auto done = std::exchange(done_, {});
  settled_ = result ? chosen_ : core::webhooks::entries_by_name();
  if (result) return done(result);
  done(base::fail(std::string(core::webhooks::configuration_kind(kind_)) + " " + place().name, result.error()));
}

} // namespace actors::webhooks
