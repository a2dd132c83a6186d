// No event reports a state of an object that the hook has seen already.
#include "worlds/rule.hpp"

#include <map>

namespace worlds {

namespace {

class events_new_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { seen_.clear(); }

  /// A task that has failed shows its events again.
  void handles(const trace::event& event) override {
    if (event.type != trace::trace_span::task || event.fact("outcome") != "failed") return;
    const auto of_module = std::string(event.fact("module")) + "/";
    std::erase_if(seen_, [&](const auto& x) { return x.first.starts_with(of_module); });
  }

  void sees_event(const std::string& script, const text::json& context) override {
    const auto type = context.string_at("type");
    if (type == "Synchronization") {
      auto& seen = seen_[script] = {};
      if (const auto* objects = context.find("objects"))
        for (const auto& x : objects->as_array()) seen[name_of(x)] = payload_of(x);
    }
    const auto known = seen_.find(script);
    if (type != "Event" || known == seen_.end()) return;
    const auto name = name_of(context);
    if (context.string_at("watchEvent") == "Deleted") return static_cast<void>(known->second.erase(name));
    holds();
    const auto before = known->second.find(name);
    if (before != known->second.end() && before->second == payload_of(context))
      return broken(script + " gets an event about " + name + "=" + before->second + ", which it has seen");
    known->second[name] = payload_of(context);
  }

private:
  static std::string shown_in(const text::json& x, std::string_view key) {
    const auto* view = x.find("filterResult");
    return view == nullptr ? std::string() : view->string_at(key).value_or("");
  }
  static std::string name_of(const text::json& x) { return shown_in(x, "name"); }
  static std::string payload_of(const text::json& x) { return shown_in(x, "payload"); }

  /// Script -> name and payload of the items that the hook knows since its last Synchronization.
  std::map<std::string, text_map> seen_;
};

const registered<events_new_rule> entry{"events-new"};

} // namespace

} // namespace worlds
