// The operator reports only changes of the ConfigMap by other clients, and writes no value that is there
// already.
#include "worlds/rule.hpp"

#include "text/json/json.hpp"
#include "worlds/log_lines.hpp"

#include <cstddef>
#include <map>
#include <sstream>

namespace worlds {

namespace {

class own_config_map_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    edits_.clear();
    reactions_.clear();
    lost_writes_ = 0;
  }
  void config_edited(const std::string& key) override { ++edits_[key]; }
  void writes_lost(std::size_t count) override { lost_writes_ += count; }

  /// The operator does not report its own writes to the ConfigMap: each reported change was made by another
  /// client.
  void logs(const std::string& line) override {
    if (line.find(" config_map_changed ") == line.npos) return;
    std::istringstream keys(field_of(line, "changed"));
    for (std::string key; std::getline(keys >> std::ws, key, ',');) {
      holds();
      // An edit of a flag may be reported as a change of the section. An invalid section is ignored while its
      // module is enabled, so the flag decides whether it counts. An unreadable section may be `false`, so
      // whether the module is off is known only when the section is readable again.
      const auto module = key.ends_with("Enabled") ? key.substr(0, key.size() - 7) : key;
      if (++reactions_[key] > edits_[module] + edits_[module + "Enabled"] + lost_writes_)
        broken("'" + key + "' of the ConfigMap is said to have changed, and nobody else has written it");
    }
  }

  /// The operator does not write a value that is there already.
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
  /// Key of the ConfigMap -> edits by other clients in this life.
  std::map<std::string, std::size_t> edits_;
  std::map<std::string, std::size_t> reactions_; ///< key of the ConfigMap -> changes that the operator has reported
  /// Writes of the operator in this life that it cannot recognise as its own.
  std::size_t lost_writes_ = 0;
};

const registered<own_config_map_rule> entry{"own-config-map"};

} // namespace

} // namespace worlds
