// Values that a user has written into a section of the ConfigMap, or removed from it, stay as the user has
// left them: hooks write other values.
#include "worlds/rule.hpp"

#include <map>
#include <set>

namespace worlds {

namespace {

class values_of_users_rule final : public rule {
public:
  using rule::rule;

  void config_edited(const std::string& key) override { edited_.insert(key); }

  /// After an edit: the state of the ConfigMap is the user's, apart from the value of the hook.
  void cluster_changes() override {
    for (const auto& x : planned().modules)
      if (edited_.contains(x.name) && x.writes_config) of_users_[x.name] = section_of(x.name);
    edited_.clear();
  }

  void handles(const trace::event& event) override {
    // An edit of which the state is not known yet, or a ConfigMap that is away, decides nothing.
    if (event.type != "section_written" || !edited_.empty() || has_trouble(planned(), trouble_kind::config_goes))
      return;
    if (excused().lost_writes) return;
    for (const auto& [module, section] : of_users_) {
      holds();
      if (section_of(module) != section)
        broken("a user has left " + section.dump() + " in section " + module + " of the ConfigMap, and now it has "
               + section_of(module).dump());
    }
  }

private:
  [[nodiscard]] text::json section_of(const std::string& module) const {
    const auto section = config_section(api(), module);
    return section.is_object() ? section.without("stamp") : text::json::object();
  }

  std::set<std::string> edited_; ///< keys of the ConfigMap
  std::map<std::string, text::json> of_users_;
};

const registered<values_of_users_rule> entry{"values-of-users"};

} // namespace

} // namespace worlds
