// The operator reports changes of the ConfigMap by other clients only, and writes no value that stands there.
#include "worlds/rule.hpp"

#include "text/json/json.hpp"
#include "worlds/log_lines.hpp"

#include <cstddef>
#include <map>
#include <sstream>

namespace worlds {

namespace {

class echo_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    edits_.clear();
    reactions_.clear();
    lost_writes_ = 0;
  }
  void config_edited(const std::string& key) override { ++edits_[key]; }
  void writes_lost(std::size_t count) override { lost_writes_ += count; }

  /// The operator's own write to the ConfigMap is no news to it: a change that it reports was made by another
  /// client.
  void logs(const std::string& line) override {
    if (line.find(" config_map_changed ") == line.npos) return;
    std::istringstream keys(field_of(line, "changed"));
    for (std::string key; std::getline(keys >> std::ws, key, ',');) {
      holds();
      // A section that is not valid is not used while its module is enabled: its flag changes whether it is
      // used. A section that cannot be read may be `false`: whether the module is off is known when it can be
      // read.
      const auto module = key.ends_with("Enabled") ? key.substr(0, key.size() - 7) : key;
      if (++reactions_[key] > edits_[module] + edits_[module + "Enabled"] + lost_writes_)
        broken("'" + key + "' of the ConfigMap is said to have changed, and nobody else has written it");
    }
  }

  /// Nor does it write a value that stands there already.
  void requests(const kube::api::http_request& request) override {
    if (request.method != "PATCH" || !request.target.ends_with(std::string("/configmaps/") + operator_config)) return;
    const auto patch = text::parse_json(request.body);
    const auto* data = patch ? patch->find("data") : nullptr;
    const auto now = api().object("ConfigMap", operator_namespace, operator_config);
    const auto* stored = now ? now->find("data") : nullptr;
    if (data == nullptr || stored == nullptr) return;
    holds();
    for (const auto& [key, text] : data->as_object()) {
      const auto before = stored->string_at(key);
      if (before && text.is_string() && *before == text.as_string())
        broken("'" + key + "' of the ConfigMap is written, and it was the same before");
    }
  }

private:
  std::map<std::string, std::size_t> edits_; ///< key of the ConfigMap -> edits in this life that are not the operator's
  std::map<std::string, std::size_t> reactions_; ///< key of the ConfigMap -> changes that the operator has reported
  std::size_t lost_writes_ = 0;                  ///< of the operator in this life, that it cannot know to be its own
};

const registered<echo_rule> entry{"echo"};

} // namespace

} // namespace worlds
