#include "worlds/user_hands.hpp"

namespace worlds {

namespace {

/// A section that its schema refuses, or that is no section at all.
text::json invalid_section(const text::json& section, std::int64_t which) {
  switch (which % 4) {
    case 0: return text::json::array({"many"});
    case 1: return 7;
    case 2: return "many";
    default: return (section.is_null() ? text::json::object() : section).with("replicas", "many");
  }
}

/// The clock of the machine where a user's helm runs is right in a third of the cases.
std::int64_t error_of_clock_s(const trouble& x) {
  return (x.percent % 3 - 1) * 700;
}

} // namespace

bool user_hands::begin(const trouble& x) {
  if (x.kind == trouble_kind::config_invalid) {
    config_.edit(x.subject, [&](const text::json& section) { return invalid_section(section, x.from_ms); });
    return true;
  }
  if (x.kind == trouble_kind::hook_reconfigured) return scripts_.reconfigure_items(x.subject);
  if (x.kind == trouble_kind::hand_deletes) {
    delete_again(x.subject, (x.from_ms + x.for_ms) * 1000);
    return true;
  }
  if (x.kind == trouble_kind::fields_edited) {
    if (!edit(x.subject)) return false;
    edit_again(x.subject, (x.from_ms + x.for_ms) * 1000);
    return true;
  }
  const auto latest = helm_.latest(x.subject);
  if (!latest || latest->status != "deployed") return false;
  if (x.kind == trouble_kind::hand_uninstalls) {
    excuses_.by_hand[x.subject] = latest->revision;
    excuses_.uninstalled_by_hand.insert(x.subject);
    helm_.uninstall_objects(x.subject);
  } else {
    excuses_.by_hand[x.subject] = latest->revision + 1;
    const auto clock = helm_.now_s;
    helm_.now_s = [&] { return clock() + error_of_clock_s(x); };
    helm_.store({x.subject, latest->revision + 1, "pending-upgrade", latest->manifest, latest->labels});
    helm_.now_s = clock;
    if (const auto object = api_.object("ConfigMap", operator_namespace, x.subject))
      api_.put_object(object->with("data", object->find("data")->with("replicas", "by hand")));
  }
  return true;
}

void user_hands::delete_again(const std::string& module, std::int64_t until_us) {
  if (now_us_ >= until_us) return;
  if (api_.delete_object("ConfigMap", operator_namespace, module)) note("somebody deletes the object of " + module);
  agenda_.at(now_us_ + chance_.between(300'000, 4'000'000),
             [this, module, until_us] { delete_again(module, until_us); });
}

bool user_hands::edit(const std::string& module) {
  const auto object = api_.object("ConfigMap", operator_namespace, module);
  const auto* data = object ? object->find("data") : nullptr;
  if (data == nullptr || data->find("replicas") == nullptr) return false;
  const auto owners = text::parse_json(R"([{"manager":"kubectl-edit","operation":"Update","time":")"
                                       + std::to_string(now_us_) + R"(","fieldsV1":{"f:data":{"f:replicas":{}}}}])");
  api_.put_object(object->with("data", data->with("replicas", "by hand"))
                    .with("metadata", object->find("metadata")->with("managedFields", *owners)));
  note("a user edits the object of " + module);
  here_.count_hit(trouble_kind::fields_edited);
  return true;
}

void user_hands::edit_again(const std::string& module, std::int64_t until_us) {
  agenda_.at(now_us_ + chance_.between(300'000, 20'000'000), [this, module, until_us] {
    if (now_us_ >= until_us) return;
    (void)edit(module);
    edit_again(module, until_us);
  });
}

void user_hands::end(const trouble& x) {
  if (x.kind == trouble_kind::config_invalid)
    return config_.edit(x.subject, [](const text::json& section) { return section.with("replicas", 3); });
  const bool is_helm = x.kind >= trouble_kind::hand_upgrades && x.kind <= trouble_kind::hand_uninstalls;
  const auto at_work = is_helm ? excuses_.by_hand.extract(x.subject) : decltype(excuses_.by_hand)::node_type();
  if (at_work.empty() || x.kind == trouble_kind::hand_leaves) return;
  const auto revision = at_work.mapped();
  if (x.kind == trouble_kind::hand_uninstalls) return helm_.remove_records(x.subject, revision);
  auto own = helm_.stored(x.subject, revision);
  // The operator has removed the record: Helm fails.
  if (!own) return;
  if (auto before = helm_.stored(x.subject, revision - 1)) {
    before->status = "superseded";
    helm_.store(*before);
  }
  own->status = "deployed";
  helm_.store(*own);
}

} // namespace worlds
