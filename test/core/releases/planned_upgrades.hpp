#pragma once

#include "core/releases/upgrade_guard.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace core::releases {

using objects = std::vector<manifest_object>;

inline const manifest_object web{"v1", "ConfigMap", "apps", "web"};
inline const manifest_object data{"v1", "ConfigMap", "apps", "data"};

inline objects_ptr made_of(objects x) {
  return std::make_shared<const objects>(std::move(x));
}

inline release last(std::map<std::string, std::string> labels = {}, std::uint32_t revision = 3) {
  labels.try_emplace("inputsChecksum", "before");
  labels.try_emplace("moduleRevision", std::to_string(revision));
  return {"web", revision, release_status::deployed, std::move(labels)};
}

/// A planned upgrade of release `web`, revision 3, with its released objects, and the objects that new inputs
/// render to.
inline planned_upgrade planned(objects released, objects rendered) {
  planned_upgrade x;
  x.release = "web";
  x.directory = "/modules/010-web";
  x.chart = {.kind = chart_kind::chart, .has_templates = true};
  x.files = {"templates/a.yaml"};
  x.inputs_digest = "now";
  x.last = last();
  x.confirmed_inputs = "before";
  x.namespace_name = "apps";
  x.is_record_read = true;
  x.released = made_of(std::move(released));
  x.compared = x.released;
  x.rendered = made_of(std::move(rendered));
  return x;
}

/// A guard's answer in words, with the fact that it needs.
inline std::string answer(const upgrade_guard& guard, const planned_upgrade& x) {
  struct words {
    std::string operator()(const guard_answer::pass&) const { return "pass"; }
    std::string operator()(const guard_answer::hold&) const { return "hold"; }
    std::string operator()(const guard_answer::put_off&) const { return "put off"; }
    std::string operator()(const guard_answer::delay&) const { return "delay"; }
    std::string operator()(const guard_answer::refuse&) const { return "refuse"; }
    std::string operator()(const guard_answer::begin_again&) const { return "again"; }
    std::string operator()(const guard_answer::ask& need) const {
      switch (need.fact) {
        case upgrade_fact::records: return "records?";
        case upgrade_fact::other_record: return "other record?";
        case upgrade_fact::hidden_records: return "hidden records?";
        case upgrade_fact::record: return "record?";
        case upgrade_fact::rendered: return "rendered?";
        case upgrade_fact::rendered_with_lost: return "with lost?";
        case upgrade_fact::values_before: return "values?";
        case upgrade_fact::without_defaults: return "defaults?";
        case upgrade_fact::unread: return "unread?";
        case upgrade_fact::owner_check: return "owner_check?";
        case upgrade_fact::compared: return "compared?";
        case upgrade_fact::others: return "others?";
        case upgrade_fact::in_templates: return "in templates?";
        case upgrade_fact::chart_version: return "chart version?";
        case upgrade_fact::claimed: return "claimed?";
        case upgrade_fact::in_other_versions: return "in other versions?";
        case upgrade_fact::deletable: return "deletable?";
        case upgrade_fact::scaled: return "scaled?";
        case upgrade_fact::narrowed: return "narrowed?";
        case upgrade_fact::doubled: return "doubled?";
        case upgrade_fact::unnamed_dependencies: return "dependencies?";
        case upgrade_fact::place: return "place?";
        case upgrade_fact::taken: return "taken?";
        case upgrade_fact::changed_since_start: return "changed since start?";
        case upgrade_fact::set_by_hooks: return "set by hooks?";
        case upgrade_fact::departing_keys: return "departing keys?";
        case upgrade_fact::reads_former: return "reads former?";
      }
      return "";
    }
  };
  return std::visit(words{}, guard.answer(x));
}

struct row {
  std::string what;
  planned_upgrade x;
  std::string answer;
};

/// A copy of a plan with changed facts.
template <class F>
planned_upgrade with(planned_upgrade x, F change) {
  change(x);
  return x;
}

inline void check(const upgrade_guard& guard, const std::vector<row>& rows) {
  for (const auto& r : rows) {
    CAPTURE(r.what);
    CHECK_EQ(answer(guard, r.x), r.answer);
  }
}

inline void remove_release(planned_upgrade& x) {
  x.last.reset();
}
inline void uninstall(planned_upgrade& x) {
  x.last->status = release_status::uninstalled;
}
inline void leave_unread(planned_upgrade& x) {
  x.is_record_read = false;
  x.released = nullptr;
}
/// The latest revision has failed: Helm compares with the deployed revision, which has these objects.
inline void fail_after(planned_upgrade& x, objects deployed) {
  x.last->status = release_status::failed;
  x.compared = made_of(std::move(deployed));
}
inline void repeat_inputs(planned_upgrade& x) {
  x.last->labels["inputsChecksum"] = "now";
  x.confirmed_inputs = "now";
}

} // namespace core::releases
