// No hook sees an object that does not fit into the room of watched objects. Later, when there is room again,
// all watches keep their objects.
#include "worlds/rule.hpp"

#include "worlds/item_troubles.hpp"

#include <string>

namespace worlds {

namespace {

class room_rule final : public rule {
public:
  using rule::rule;

  void logs(const std::string& line) override {
    if (line.find(" watch_objects_given_up ") != line.npos) holds();
  }

  void sees(const std::string& script, const std::string& /*place*/, const text_map& seen) override {
    for (const auto& [name, payload] : seen) look_at(script, name);
  }

  void sees_event(const std::string& script, const text::json& context) override {
    const auto* view = context.find("filterResult");
    if (view != nullptr && view->is_object()) look_at(script, view->string_at("name").value_or(""));
  }

  void ends(const end_of_world& end) override {
    for (const auto& problem : end.problems)
      if (problem.find("the objects of all watches would take more") != problem.npos)
        broken("there is room, and a watch keeps no objects: " + problem);
  }

private:
  void look_at(const std::string& script, const std::string& object) {
    // The binding of this hook keeps only the results of its filter, which fit.
    if (script.ends_with("/reviews.sh")) return;
    if (object.ends_with(large_item_suffix)) broken(script + " has seen " + object + ", for which there is no room");
  }
};

const registered<room_rule> entry{"room"};

} // namespace

} // namespace worlds
