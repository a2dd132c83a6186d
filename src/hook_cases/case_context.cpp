#include "hook_cases/case_context.hpp"

#include "base/contains.hpp"
#include "base/word_list.hpp"
#include "core/bindings/combined_contexts.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/rbac/resource_names.hpp"
#include "core/webhooks/admission_review.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace hook_cases {

namespace {

using core::bindings::context;
using core::bindings::hook_definition;
using text::json;

tl::unexpected<base::error> bad(std::string what) {
  return base::fail(base::error_code::invalid_input, std::move(what));
}

template <class Bindings>
std::string names_of(const Bindings& bindings) {
  std::vector<std::string> names;
  for (const auto& x : bindings) names.push_back("'" + x.name + "'");
  return names.empty() ? "none" : base::word_list(names);
}

base::result<core::bindings::snapshots_by_name> snapshots_of(const hook_definition& hook,
                                                             const given_objects& objects) {
  core::bindings::snapshots_by_name all;
  for (const auto& binding : hook.kubernetes) {
    auto seen = objects.seen_by(binding);
    if (!seen) return tl::unexpected(seen.error());
    all.try_emplace(binding.name, std::make_shared<const core::bindings::object_list>(std::move(*seen)));
  }
  return all;
}

/// Contexts for the occasions that are no review.
class contexts_of_hook {
public:
  contexts_of_hook(const hook_definition& hook, const given_objects& objects) : hook_(hook), objects_(objects) {}

  base::result<std::vector<context>> operator()(const at_lifecycle& x) const {
    const auto& all = hook_.lifecycle;
    if (std::none_of(all.begin(), all.end(), [&](const auto& y) { return y.point == x.point; }))
      return bad(std::string("the hook does not run at ") + core::bindings::name(x.point) + "; " + occasions());
    return std::vector<context>{core::bindings::lifecycle_context{x.point}};
  }

  base::result<std::vector<context>> operator()(const at_schedule& x) const {
    const auto& all = hook_.schedules;
    if (x.binding.empty() && all.size() > 1) return bad("name a schedule of the hook: " + names_of(all));
    for (const auto& y : all)
      if (x.binding.empty() || y.name == x.binding)
        return std::vector<context>{core::bindings::schedule_context{y.name, y.group, y.snapshots_from}};
    return bad("the hook has no schedule" + (x.binding.empty() ? "" : " '" + x.binding + "'") + "; " + occasions());
  }

  base::result<std::vector<context>> operator()(const at_synchronization& x) const {
    std::vector<context> made;
    for (std::size_t i = 0; i < hook_.kubernetes.size(); ++i) {
      const auto& y = hook_.kubernetes[i];
      if (!y.on_synchronization || (!x.binding.empty() && x.binding != y.name)) continue;
      auto seen = objects_.seen_by(y);
      if (!seen) return tl::unexpected(seen.error());
      made.emplace_back(
        core::bindings::synchronization_context{{hook_.name, i},
                                                y.name,
                                                y.group,
                                                y.snapshots_from,
                                                std::make_shared<const core::bindings::object_list>(std::move(*seen))});
    }
    if (made.empty()) return bad("no binding of the hook has a Synchronization run" + named(x.binding));
    return core::bindings::merge_groups(std::move(made));
  }

  base::result<std::vector<context>> operator()(const at_event& x) const {
    std::vector<context> made;
    std::string refused;
    for (std::size_t i = 0; i < hook_.kubernetes.size(); ++i) {
      const auto& y = hook_.kubernetes[i];
      if (!x.binding.empty() && x.binding != y.name) continue;
      auto seen = objects_.seen_by(y, x.object);
      if (!seen) return tl::unexpected(seen.error());
      if (!*seen) continue;
      if (!y.wants(x.event)) {
        refused = "binding '" + y.name + "' picks " + x.object + ", but its executeHookOnEvent leaves this event out";
        continue;
      }
      made.emplace_back(core::bindings::event_context{
        {hook_.name, i}, y.name, y.group, y.snapshots_from, x.event, y.kind, std::move(**seen)});
    }
    if (!made.empty()) return core::bindings::merge_groups(std::move(made));
    if (!refused.empty()) return bad(refused);
    const auto given = objects_.names();
    return bad("no binding of the hook" + named(x.binding) + " picks an object " + x.object + "; bindings: "
               + names_of(hook_.kubernetes) + "; objects: " + (given.empty() ? "none" : base::word_list(given)));
  }

  base::result<std::vector<context>> operator()(const at_review&) const { return std::vector<context>(); }

private:
  [[nodiscard]] std::string occasions() const {
    const auto words = core::bindings::occasions_of(hook_);
    return "it runs for " + (words.empty() ? "nothing" : words);
  }
  static std::string named(const std::string& binding) { return binding.empty() ? "" : " '" + binding + "'"; }

  const hook_definition& hook_;
  const given_objects& objects_;
};

/// True if a rule of the webhook has the resource and the operation.
bool takes(const core::bindings::webhook_binding& webhook, const core::rbac::named_resource& resource,
           const std::string& operation) {
  const auto has = [](const std::vector<std::string>& all, const std::string& x) {
    return base::contains(all, x) || base::contains(all, std::string("*"));
  };
  return std::any_of(webhook.rules.begin(), webhook.rules.end(), [&](const auto& rule) {
    return has(rule.api_groups, resource.group) && has(rule.operations, operation)
           && (has(rule.resources, resource.plural) || base::contains(rule.resources, std::string("*/*")));
  });
}

std::string text_at(const json& object, std::string_view key) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at(key).value_or("");
}

/// The body that an API server would send. The API server fills in defaults, a uid and more, which are
/// missing here.
json review_body(const at_review& x, const core::rbac::named_resource& resource, const std::string& version) {
  const auto typed = [&](const char* key, const std::string& value) {
    return json::object({{"group", resource.group}, {"version", version}, {key, value}});
  };
  const auto kind = x.object.string_at("kind").value_or("");
  const bool is_delete = x.operation == "DELETE";
  const auto old = x.operation == "CREATE" ? json() : x.old_object.is_null() ? x.object : x.old_object;
  auto request = json::object(
    {{"uid", "00000000-0000-0000-0000-000000000000"},
     {"kind", typed("kind", kind)},
     {"requestKind", typed("kind", kind)},
     {"resource", typed("resource", resource.plural)},
     {"requestResource", typed("resource", resource.plural)},
     {"name", text_at(x.object, "name")},
     {"operation", x.operation},
     {"userInfo", json::object({{"username", "kubernetes-admin"}, {"groups", json::array({"system:masters"})}})},
     {"object", is_delete ? json() : x.object},
     {"oldObject", old},
     {"dryRun", false},
     {"options", json()}});
  if (const auto space = text_at(x.object, "namespace"); !space.empty()) request = request.with("namespace", space);
  return json::object(
    {{"apiVersion", "admission.k8s.io/v1"}, {"kind", "AdmissionReview"}, {"request", std::move(request)}});
}

base::result<case_context> review_context(const hook_definition& hook, const at_review& x,
                                          core::webhooks::review_snapshots snapshots) {
  const auto api_version = x.object.string_at("apiVersion").value_or("");
  const auto resource = core::rbac::resource_names().find(api_version, x.object.string_at("kind").value_or(""));
  core::bindings::webhook_ptr chosen;
  std::vector<std::string> names;
  for (const auto& y : hook.webhooks) {
    names.push_back(y->name);
    const bool is_asked = x.binding.empty() ? takes(*y, resource, x.operation) : x.binding == y->name;
    if (is_asked && chosen == nullptr) chosen = y;
  }
  if (chosen == nullptr)
    return bad("no webhook of the hook has a rule for a " + x.operation + " of " + resource.plural
               + "; webhooks: " + (names.empty() ? "none" : base::word_list(names)));
  const auto version = api_version.substr(api_version.find('/') + 1);
  const auto review = core::webhooks::read_review(review_body(x, resource, version).dump());
  if (!review) return tl::unexpected(review.error());
  auto text =
    core::webhooks::review_context_text(*chosen, *review, snapshots, core::bindings::binding_context_bytes_max);
  if (!text) return tl::unexpected(text.error());
  return case_context{std::move(*text), chosen, x.operation};
}

} // namespace

base::result<case_context> context_for(const hook_definition& hook, const occasion& why, const given_objects& objects) {
  const auto* event = std::get_if<at_event>(&why);
  const bool is_gone = event != nullptr && event->event == core::bindings::watch_event::deleted;
  auto snapshots = snapshots_of(hook, is_gone ? objects.without(event->object) : objects);
  if (!snapshots) return tl::unexpected(snapshots.error());
  if (const auto* review = std::get_if<at_review>(&why)) return review_context(hook, *review, std::move(*snapshots));
  const auto contexts = std::visit(contexts_of_hook(hook, objects), why);
  if (!contexts) return tl::unexpected(contexts.error());
  auto text = core::bindings::context_text(hook.version, *contexts, *snapshots);
  if (!text) return tl::unexpected(text.error());
  return case_context{std::move(*text), {}, {}};
}

} // namespace hook_cases
