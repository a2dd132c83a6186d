// An object that is reported as deleted has been deleted, and had the reported state before.
#include "worlds/rule.hpp"

namespace worlds {

namespace {

class event_rule final : public rule {
public:
  using rule::rule;

  void sees_event(const std::string& script, const text::json& context) override {
    const auto event = context.string_at("watchEvent");
    const auto* shown = context.find("filterResult");
    if (!event || shown == nullptr) return;
    const auto name = shown->string_at("name").value_or("?");
    const auto place = "items " + script.substr(0, script.find('/'));
    if (*event != "Deleted") return;
    holds();
    const auto payload = shown->string_at("payload").value_or("");
    if (!past().has_vanished(place, name, payload))
      broken(script + " was told that " + name + "=" + payload + " is deleted, which never was");
  }
};

const registered<event_rule> entry{"event"};

} // namespace

} // namespace worlds
