#include "actors/api/object_operations.hpp"

#include "base/duration.hpp"
#include "base/overload.hpp"
#include "cluster/operations/object_creation.hpp"
#include "cluster/operations/object_patching.hpp"
#include "cluster/operations/object_removal.hpp"
#include "core/hooks/blank_namespace.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <variant>

namespace actors::api {

using base::error_code;

namespace {

/// Between two reports of the progress, which cost a message each.
constexpr std::chrono::seconds progress_interval{1};

/// True if the same operation may succeed later.
bool may_pass(const base::error& reason) {
  return reason.code == error_code::throttled || reason.code == error_code::timeout
         || reason.code == error_code::unavailable;
}

bool defines_a_kind(const core::hooks::object_operation& operation) {
  const auto* x = std::get_if<core::hooks::create_object>(&operation);
  return x != nullptr && x->target.kind == "CustomResourceDefinition";
}

base::error not_served(const std::string& api_version, const std::string& kind, const std::string& served_as) {
  return {error_code::not_found, fmt::format("the API server does not serve kind '{}'{}{}", kind,
                                             api_version.empty() ? "" : " of '" + api_version + "'",
                                             served_as.empty() ? "" : ", but serves it as " + served_as)};
}

/// The failure of an operation on a kind that is not decided. Only an answer that another apiVersion would
/// have decided has the code `invalid_input`, and waiting does not help then.
base::error undecided_kind(const std::string& kind, const kube::api::kind_undecided& why) {
  if (why.code == error_code::invalid_input)
    return {error_code::invalid_input, fmt::format("kind '{}' is in doubt: {}", kind, why.reason)};
  return {error_code::unavailable,
          fmt::format("it is not known whether the API server has kind '{}': {}", kind, why.reason)};
}

base::error blank_namespace_refusal(const std::string& default_namespace) {
  return {
    error_code::invalid_input,
    "namespace is the empty text, as of a variable that is not set: write the namespace, or leave the key out for "
    "the operator's own ("
      + default_namespace + ")"};
}

} // namespace

void object_operations::execute(ordered_operations what, cluster::operations::operation_seams seams, on_done done) {
  std::make_shared<object_operations>(std::move(what), std::move(seams), std::move(done))->find_kinds();
}

object_operations::object_operations(ordered_operations what, cluster::operations::operation_seams seams, on_done done)
  : what_(std::move(what)), seams_(std::make_shared<const cluster::operations::operation_seams>(std::move(seams))),
    done_(std::move(done)), passes_(what_.list->size(), what_.idle_max, seams_->now_us()),
    creations_(*what_.list, what_.default_namespace), told_us_(seams_->now_us()) {}

void object_operations::find_kinds() {
  for (const auto& x : *what_.list) {
    const auto& at = core::hooks::target_of(x);
    // Each kind is looked up once for all its operations.
    kinds_.try_emplace({at.api_version, at.kind}, kube::api::kind_absent{});
  }
  kinds_to_find_ = kinds_.size();
  if (kinds_to_find_ == 0) return go_on();
  for (const auto& [name, ignored] : kinds_)
    seams_->resolve(name.first, name.second, [self = shared_from_this(), name](const kube::api::lookup_result& found) {
      self->kinds_[name] = found;
      if (--self->kinds_to_find_ == 0) self->go_on();
    });
}

// A loop instead of recursion, because thousands of operations may end at once and would overflow the stack.
void object_operations::go_on() {
  if (is_in_go_on_) return;
  is_in_go_on_ = true;
  while (!under_way_ && !has_ended_) take_step();
  is_in_go_on_ = false;
  if (has_ended_) done_(std::move(failures_));
}

void object_operations::take_step() {
  std::visit([this](const auto& x) { take(x); }, passes_.next(seams_->now_us()));
}

void object_operations::take(const cluster::operations::pass_step::pause& x) {
  under_way_ = true;
  undecided_.clear();
  left_out_.clear();
  put_off_.clear();
  seams_->wait(x.time, [self = shared_from_this()] {
    self->under_way_ = false;
    self->go_on();
  });
}

void object_operations::take(const cluster::operations::pass_step::give_up& x) {
  // A single failure, because a line for each operation would be as long as their list.
  failures_.push_back({error_code::timeout,
                       fmt::format("{} of {} operations have succeeded, and no further operation for {}: {} and the "
                                   "operations behind it were not tried",
                                   passes_.succeeded(), what_.list->size(), base::duration_text(what_.idle_max),
                                   core::hooks::describe((*what_.list)[x.index])),
                       (last_reason_.empty() ? "" : "the last failure: " + last_reason_ + "; ")
                         + "look at the API server and its webhooks, or set a longer --hook-timeout"});
  has_ended_ = true;
}

void object_operations::take(const cluster::operations::pass_step::finish&) {
  const auto& waiting = passes_.waiting();
  for (std::size_t i = 0; i < waiting.size(); ++i) fail(waiting[i], put_off_[i]);
  has_ended_ = true;
}

void object_operations::take(const cluster::operations::pass_step::try_operation& x) {
  under_way_ = true;
  index_ = x.index;
  began_us_ = seams_->now_us();
  tell_progress();
  const auto& at = core::hooks::target_of((*what_.list)[index_]);
  const kind_name name{at.api_version, at.kind};
  if (const auto found = undecided_.find(name); found != undecided_.end()) return leave_out(name, found->second);
  if (left_out_.contains(object_at_turn()))
    return finish(base::fail(error_code::unavailable, "an earlier operation on this object was not carried out"));
  if (const auto* known = std::get_if<kube::api::resource>(&kinds_[name])) return carry_out(*known);
  seams_->resolve(name.first, name.second, [self = shared_from_this(), name](const kube::api::lookup_result& found) {
    self->kinds_[name] = found;
    std::visit(base::overload{
                 [&](const kube::api::resource& known) { self->carry_out(known); },
                 [&](const kube::api::kind_undecided& undecided) {
                   self->leave_out(name, undecided_kind(name.second, undecided));
                 },
                 [&](const base::one_of<kube::api::kind_in_other_version, kube::api::kind_absent> auto& missing) {
                   self->finish(tl::unexpected(not_served(name.first, name.second, missing.served_as)));
                 },
               },
               found);
  });
}

void object_operations::tell_progress() {
  if (!what_.on_advanced || std::chrono::microseconds(began_us_ - told_us_) < progress_interval) return;
  told_us_ = began_us_;
  const auto waiting = passes_.waiting().size();
  what_.on_advanced(fmt::format("{} of {} operations are done{}, now {}", passes_.succeeded(), what_.list->size(),
                                waiting == 0 ? std::string() : fmt::format(", {} are tried again later", waiting),
                                core::hooks::describe((*what_.list)[index_])));
}

object_operations::object_name object_operations::object_at_turn() const {
  const auto& at = core::hooks::target_of((*what_.list)[index_]);
  return {at.kind, at.namespace_name.empty() ? what_.default_namespace : at.namespace_name, at.name};
}

void object_operations::leave_out(const kind_name& kind, const base::error& reason) {
  undecided_.try_emplace(kind, reason);
  if (auto object = object_at_turn(); !std::get<2>(object).empty()) left_out_.insert(std::move(object));
  finish(tl::unexpected(reason));
}

void object_operations::carry_out(const kube::api::resource& resource) {
  const auto& operation = (*what_.list)[index_];
  auto coordinates = core::hooks::target_of(operation);
  if (coordinates.namespace_name == core::hooks::blank_namespace) {
    if (resource.namespaced) return finish(tl::unexpected(blank_namespace_refusal(what_.default_namespace)));
    coordinates.namespace_name.clear();
  }
  if (resource.namespaced && coordinates.namespace_name.empty()) coordinates.namespace_name = what_.default_namespace;
  cluster::operations::operation_target at{resource,
                                           {coordinates.namespace_name, coordinates.name, coordinates.subresource}};
  const auto done = [self = shared_from_this()](const base::result<cluster::operations::operation_success>& result) {
    self->finish(result);
  };
  std::visit(
    base::overload{
      [&](const core::hooks::create_object& x) { cluster::operations::create_object(seams_, std::move(at), x, done); },
      [&](const core::hooks::patch_object& x) { cluster::operations::patch_object(seams_, std::move(at), x, done); },
      [&](const core::hooks::delete_object& x) { carry_out(x, std::move(at)); },
    },
    operation);
}

/// Tries the later creation of the object first. If its kind is not known yet, an operation before it may
/// bring it, and the creation cannot be tried.
void object_operations::carry_out(const core::hooks::delete_object& x, cluster::operations::operation_target at) {
  const auto* creation = creations_.find(index_);
  if (creation == nullptr) return remove(x, std::move(at));
  const auto* kind = std::get_if<kube::api::resource>(&kinds_[{creation->target.api_version, creation->target.kind}]);
  if (kind == nullptr) return remove(x, std::move(at));
  const cluster::operations::operation_target anew{*kind, {at.where.namespace_, at.where.name, {}}};
  cluster::operations::try_creation(
    seams_, anew, *creation,
    [self = shared_from_this(), &x, at](const base::result<std::optional<std::string>>& tried) {
      if (!tried) {
        self->left_out_.insert(self->object_at_turn());
        return self->finish(tl::unexpected(tried.error()));
      }
      self->deleted_.insert_or_assign(self->object_at_turn(), tried->value_or(""));
      self->remove(x, at);
    });
}

void object_operations::remove(const core::hooks::delete_object& x, cluster::operations::operation_target at) {
  cluster::operations::remove_object(
    seams_, std::move(at), x,
    [self = shared_from_this()](const base::result<cluster::operations::operation_success>& result) {
      const bool is_deleted = result && result->outcome == cluster::operations::operation_outcome::deleted;
      if (!is_deleted) self->deleted_.erase(self->object_at_turn());
      self->finish(result);
    });
}

/// The failure of a creation, which names the deletion of the object by this run.
base::error object_operations::with_deletion(base::error reason) const {
  const auto found = deleted_.find(object_at_turn());
  if (found == deleted_.end() || !std::holds_alternative<core::hooks::create_object>((*what_.list)[index_]))
    return reason;
  reason.message += "; this run has deleted the object before";
  if (!found->second.empty()) reason.message += ", because its creation could not be tried first: " + found->second;
  return reason;
}

void object_operations::finish(const base::result<cluster::operations::operation_success>& result) {
  const auto& operation = (*what_.list)[index_];
  const auto now_us = seams_->now_us();
  const auto& at = core::hooks::target_of(operation);
  seams_->report({operation, result, std::chrono::microseconds(now_us - began_us_),
                  std::get_if<kube::api::resource>(&kinds_[{at.api_version, at.kind}])});
  if (!result && passes_.may_put_off() && may_pass(result.error())) return put_off(result.error());
  if (result) {
    passes_.note_success(now_us);
    // A later operation may need the kind of this definition, so the next lookup must load the table again.
    if (defines_a_kind(operation)) seams_->kinds_changed();
  } else {
    passes_.note_failure();
    fail(index_, with_deletion(result.error()));
  }
  under_way_ = false;
  go_on();
}

void object_operations::put_off(const base::error& reason) {
  passes_.note_put_off();
  put_off_.push_back(reason);
  last_reason_ = reason.message;
  const bool was_tried = !left_out_.contains(object_at_turn());
  if (auto object = object_at_turn(); !std::get<2>(object).empty()) left_out_.insert(std::move(object));
  const auto then = [self = shared_from_this()] {
    self->under_way_ = false;
    self->go_on();
  };
  // In an outage each further operation would fail, too.
  if (!was_tried || !kube::watch::may_be_outage(reason)) return then();
  what_.await_server([self = shared_from_this(), then](kube::watch::outage_verdict verdict) {
    if (verdict == kube::watch::outage_verdict::outage) self->passes_.note_outage_over(self->seams_->now_us());
    then();
  });
}

void object_operations::fail(std::size_t index, const base::error& reason) {
  failures_.push_back({reason.code, core::hooks::describe((*what_.list)[index]), reason.message});
}

} // namespace actors::api
