#include "hook_cases/occasion.hpp"

#include "base/contains.hpp"
#include "base/overload.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace hook_cases {

namespace {

using core::bindings::lifecycle_point;
using core::bindings::watch_event;
using text::json;

constexpr std::array points{lifecycle_point::on_startup,       lifecycle_point::before_all,
                            lifecycle_point::after_all,        lifecycle_point::before_helm,
                            lifecycle_point::after_helm,       lifecycle_point::before_delete_helm,
                            lifecycle_point::after_delete_helm};
constexpr std::array events{watch_event::added, watch_event::modified, watch_event::deleted};
constexpr auto synchronization_word = "synchronization";

tl::unexpected<base::error> bad(std::string what) {
  return base::fail(base::error_code::invalid_input, std::move(what));
}

const char* word_of(watch_event x) {
  switch (x) {
    case watch_event::added: return "added";
    case watch_event::modified: return "modified";
    case watch_event::deleted: return "deleted";
  }
  return "";
}

json with_binding(json x, const std::string& binding) {
  return binding.empty() ? x : x.with("binding", binding);
}

json form_of(const at_lifecycle& x) {
  return core::bindings::name(x.point);
}

json form_of(const at_schedule& x) {
  return json::object({{"schedule", x.binding}});
}

json form_of(const at_synchronization& x) {
  if (x.binding.empty()) return synchronization_word;
  return json::object({{synchronization_word, x.binding}});
}

json form_of(const at_event& x) {
  return with_binding(json::object({{"event", word_of(x.event)}, {"object", x.object}}), x.binding);
}

json form_of(const at_review& x) {
  auto form = json::object({{"review", x.operation}, {"object", x.object}});
  if (!x.old_object.is_null()) form = form.with("oldObject", x.old_object);
  return with_binding(std::move(form), x.binding);
}

/// The first member that the form of an occasion does not have; empty: there is none.
std::string unknown_member(const json& x, const std::vector<std::string>& known) {
  for (const auto& [key, value] : x.as_object())
    if (!base::contains(known, key)) return key;
  return {};
}

base::result<occasion> read_event(const json& x) {
  const auto event = watch_event_of(x.string_at("event").value_or(""));
  if (!event) return tl::unexpected(event.error());
  const auto object = x.string_at("object");
  if (!object) return bad("an event needs 'object': NAMESPACE/NAME");
  return at_event{*event, *object, x.string_at("binding").value_or("")};
}

base::result<occasion> read_review(const json& x) {
  at_review made{x.string_at("review").value_or(""), {}, {}, x.string_at("binding").value_or("")};
  if (made.operation != "CREATE" && made.operation != "UPDATE" && made.operation != "DELETE")
    return bad("a review is of CREATE, UPDATE or DELETE, not of '" + made.operation + "'");
  const auto* object = x.find("object");
  if (object == nullptr || !object->is_object()) return bad("a review needs 'object': the object of the request");
  made.object = *object;
  if (const auto* old = x.find("oldObject")) made.old_object = *old;
  return made;
}

} // namespace

base::result<lifecycle_point> lifecycle_point_of(std::string_view name) {
  for (const auto x : points)
    if (core::bindings::name(x) == name) return x;
  return bad("'" + std::string(name)
             + "' is no point of the lifecycle; there are onStartup, beforeAll, afterAll, "
               "beforeHelm, afterHelm, beforeDeleteHelm and afterDeleteHelm");
}

base::result<watch_event> watch_event_of(std::string_view name) {
  for (const auto x : events)
    if (word_of(x) == name) return x;
  return bad("'" + std::string(name) + "' is no event; there are added, modified and deleted");
}

base::result<occasion> usual_occasion(const core::bindings::hook_definition& hook) {
  const auto& all = hook.kubernetes;
  if (std::any_of(all.begin(), all.end(), [](const auto& x) { return x.on_synchronization; }))
    return at_synchronization{};
  if (!hook.lifecycle.empty()) return at_lifecycle{hook.lifecycle.front().point};
  if (hook.schedules.size() == 1) return at_schedule{};
  const auto occasions = core::bindings::occasions_of(hook);
  return bad("say for what the hook runs (--event, --schedule, --review …); it runs for "
             + (occasions.empty() ? "nothing" : occasions));
}

json as_json(const occasion& x) {
  return std::visit([](const auto& kind) { return form_of(kind); }, x);
}

base::result<occasion> read_occasion(const json& x) {
  if (x.is_string()) {
    if (x.as_string() == synchronization_word) return at_synchronization{};
    return lifecycle_point_of(x.as_string()).map([](auto point) { return occasion(at_lifecycle{point}); });
  }
  if (!x.is_object())
    return bad("'run' is a point of the lifecycle, 'synchronization', or a mapping with 'event', 'schedule' or "
               "'review'");
  const auto unknown =
    unknown_member(x, {"event", "object", "oldObject", "binding", "schedule", "review", synchronization_word});
  if (!unknown.empty()) return bad("'" + unknown + "' is not known in 'run'");
  if (x.find("event") != nullptr) return read_event(x);
  if (x.find("review") != nullptr) return read_review(x);
  if (const auto schedule = x.string_at("schedule")) return at_schedule{*schedule};
  if (const auto binding = x.string_at(synchronization_word)) return at_synchronization{*binding};
  return bad("'run' needs 'event', 'schedule', 'review' or 'synchronization'");
}

std::string describe(const occasion& x) {
  const auto of = [](const std::string& binding) { return binding.empty() ? "" : " of '" + binding + "'"; };
  return std::visit(base::overload{
                      [](const at_lifecycle& y) { return std::string(core::bindings::name(y.point)); },
                      [&](const at_schedule& y) { return "schedule" + of(y.binding); },
                      [&](const at_synchronization& y) { return "Synchronization" + of(y.binding); },
                      [](const at_event& y) { return std::string("event ") + word_of(y.event) + " of " + y.object; },
                      [](const at_review& y) { return "review of a " + y.operation; },
                    },
                    x);
}

} // namespace hook_cases
