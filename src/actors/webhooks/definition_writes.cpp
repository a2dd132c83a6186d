#include "actors/webhooks/definition_writes.hpp"

#include "core/webhooks/foreign_writes.hpp"
#include "kube/api/request.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <variant>

namespace actors::webhooks {

namespace {

using core::webhooks::earlier_write;

const kube::api::resource definitions_kind{.group = "apiextensions.k8s.io",
                                           .version = "v1",
                                           .kind = "CustomResourceDefinition",
                                           .plural = "customresourcedefinitions",
                                           .namespaced = false};

} // namespace

definition_writes::definition_writes(registrar_self self, messages::kube_client_actor kube,
                                     core::webhooks::write_contest& contest)
  : self_(self), kube_(std::move(kube)), contest_(contest) {}

kube::api::object_location definition_writes::place() const {
  return {.namespace_ = {}, .name = *left_.begin()};
}

void definition_writes::compare(std::set<std::string> definitions, core::webhooks::webhook_terms terms, on_done done) {
  left_ = std::move(definitions);
  terms_ = std::move(terms);
  done_ = std::move(done);
  result_ = {};
  next();
}

void definition_writes::next() {
  if (left_.empty()) return std::exchange(done_, {})(std::exchange(result_, {}));
  call_for_object(self_, kube_, kube::api::get_request(definitions_kind, place()),
                  [this](const base::result<text::json>& now) {
                    if (now) return decide(*now, earlier_write::none);
                    if (now.error().code != base::error_code::not_found) return end(tl::unexpected(now.error()));
                    note_missing();
                    end({});
                  });
}

/// The watch of the definition shows when it comes. Until then it has no objects.
void definition_writes::note_missing() {
  converted_.erase(*left_.begin());
  problems_.insert_or_assign(*left_.begin(), "the definition does not exist yet");
  if (!missing_.insert(*left_.begin()).second) return;
  sys::log::log_info("conversion_awaits_definition", {{"definition", *left_.begin()}});
}

void definition_writes::decide(const text::json& now, earlier_write before) {
  missing_.erase(*left_.begin());
  const auto change = core::webhooks::next_change(terms_, now, before);
  if (before == earlier_write::none && waits(now, change)) return leave_contested();
  std::visit([this](const auto& x) { perform(x); }, change);
}

bool definition_writes::waits(const text::json& now, const core::webhooks::definition_change& change) {
  const auto* wanted = std::get_if<core::webhooks::definition_step::apply>(&change);
  if (wanted == nullptr) return false;
  const auto conversion = wanted->object.find("spec")->dump();
  const auto settled = settled_.find(*left_.begin());
  // A new wish is written at once.
  if (settled == settled_.end() || settled->second != conversion) {
    settled_.insert_or_assign(*left_.begin(), conversion);
    return false;
  }
  const core::webhooks::foreign_change by{"CustomResourceDefinition " + *left_.begin(), "spec.conversion",
                                          core::webhooks::last_writer(now, {"f:spec", "f:conversion"})};
  return contest_.repair_after(by, self_->shared().steady_time_us()).count() > 0;
}

/// `settled_` stays, so that the next comparison asks the contest again.
void definition_writes::leave_contested() {
  converted_.erase(*left_.begin());
  problems_.insert_or_assign(*left_.begin(), "another client changes its spec.conversion again and again, and the "
                                             "operator puts it right after a pause");
  left_.erase(left_.begin());
  next();
}

void definition_writes::perform(const core::webhooks::definition_step::none&) {
  end({});
}

void definition_writes::perform(const core::webhooks::definition_step::leave& x) {
  end(base::fail(base::error_code::invalid_input,
                 "another client converts its objects (" + x.by
                   + "): take its spec.conversion out, or take the conversions out of the hooks"));
}

void definition_writes::perform(const core::webhooks::definition_step::changed&) {
  end(base::fail(base::error_code::invalid_input, "the API server has changed the conversion that was written"));
}

void definition_writes::perform(const core::webhooks::definition_step::apply& x) {
  kube::api::patch_options patch{kube::api::patch_kind::apply, x.object.dump(), core::webhooks::registration_manager,
                                 true};
  call_for_object(self_, kube_, kube::api::patch_request(definitions_kind, place(), std::move(patch)),
                  [this](const base::result<text::json>& now) {
                    if (!now) return end(tl::unexpected(now.error()));
                    sys::log::log_info("conversion_registered", {{"definition", *left_.begin()}});
                    decide(*now, earlier_write::applied);
                  });
}

void definition_writes::note(const std::string& definition, const base::result<void>& result) {
  if (missing_.contains(definition)) return;
  if (!result) {
    problems_.insert_or_assign(definition, result.error().message);
    // Another failure does not show that the definition has changed.
    if (result.error().code == base::error_code::invalid_input) converted_.erase(definition);
    return;
  }
  problems_.erase(definition);
  converted_.insert(definition);
}

void definition_writes::end(const base::result<void>& result) {
  note(*left_.begin(), result);
  if (!result) {
    settled_.erase(*left_.begin());
    const auto failure = "CustomResourceDefinition " + *left_.begin() + ": " + result.error().message;
    result_ = result_ ? base::fail(result.error().code, failure)
                      : base::fail(result_.error().code, result_.error().message + "; " + failure);
  }
  left_.erase(left_.begin());
  next();
}

} // namespace actors::webhooks
