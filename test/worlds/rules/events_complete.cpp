// A hook that has got an event about an object gets the event of its deletion. At rest the hook knows, by its
// events alone, which objects exist.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

#include <map>

namespace worlds {

namespace {

class events_complete_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { heard_.clear(); }

  /// Runs that fail count, too: they are tried again, and the hook may have acted.
  void sees_event(const std::string& script, const text::json& context) override {
    const auto type = context.string_at("type");
    if (type == "Synchronization") {
      auto& known = heard_[script] = {};
      if (const auto* objects = context.find("objects"))
        for (const auto& x : objects->as_array()) put(known, x);
    }
    const auto known = heard_.find(script);
    if (type != "Event" || known == heard_.end()) return;
    if (context.string_at("watchEvent") == "Deleted")
      known->second.erase(name_of(context));
    else
      put(known->second, context);
  }

  void ends(const end_of_world& end) override {
    if (excused().lost_lines) return;
    for (const auto& [script, known] : heard_) {
      const auto module = script.substr(0, script.find('/'));
      // A hook that may fail misses the events of a run that has failed.
      if (!end.enabled.contains(module) || script.ends_with(lax_script)) continue;
      holds();
      const auto there = items_of(api(), module);
      if (known != there) broken(script + " has heard of " + joined(known) + ", but there is " + joined(there));
    }
  }

private:
  /// The last state of a deleted object may be unknown, so that there is no result of the filter.
  static std::string name_of(const text::json& shown) {
    const auto* object = shown.find("object");
    const auto* metadata = object == nullptr ? nullptr : object->find("metadata");
    const auto* names = shown.find("filterResult") != nullptr ? shown.find("filterResult") : metadata;
    return names == nullptr ? "?" : names->string_at("name").value_or("?");
  }

  static void put(text_map& known, const text::json& shown) {
    const auto* view = shown.find("filterResult");
    if (view == nullptr) return;
    known[view->string_at("name").value_or("?")] = view->string_at("payload").value_or("");
  }

  std::map<std::string, text_map> heard_; ///< by script: name -> payload; since its last Synchronization
};

const registered<events_complete_rule> entry{"events-complete"};

} // namespace

} // namespace worlds
