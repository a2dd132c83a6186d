// The operator names a release before it uninstalls the release, with a removal grace if only a hook or a
// script has wished that, and names releases of other platforms.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace worlds {

namespace {

class names_uninstalls_first_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    of_others_.clear();
    leaving_us_.clear();
    wished_.clear();
    by_script_.clear();
    edited_.clear();
    begun_.clear();
  }

  /// An edit may be the reason of a hook or a script, and a written reason needs no grace.
  void config_edited(const std::string& key) override { begun_.emplace(key, text_of(key)); }

  /// An edit that leaves a key as it was is none.
  void cluster_changes() override {
    for (const auto& [key, before] : std::exchange(begun_, {}))
      if (text_of(key) != before) edited_[key] = {now_us()};
  }

  void logs(const std::string& line) override {
    forget_old_edits(line);
    if (line.find(" release_not_wanted ") != line.npos) named_.insert(field_of(line, "release"));
    note_grace(line);
    if (line.find(" releases_of_other_platforms ") != line.npos) of_others_ = line;
  }

  /// A removal that an operator has begun goes on in later lives, and is not named again.
  void upgrade_begins(const std::string& release) override {
    named_.erase(release);
    wished_.erase(release);
    by_script_.erase(release);
    leaving_us_.erase(release);
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall") return;
    holds();
    if (!named_.contains(x.release)) broken("release " + x.release + " is uninstalled without a word before");
    if (planned().removal_grace_s == 0 || !wished_.contains(x.release) || may_be_written(x.release)) return;
    const auto named = leaving_us_.find(x.release);
    if (named == leaving_us_.end() || now_us() - named->second < std::int64_t{planned().removal_grace_s} * 1'000'000)
      broken("release " + x.release + " is uninstalled before its grace is over");
  }

  void ends(const end_of_world&) override {
    if (!planned().neighbour) return;
    for (const auto* name : {neighbour_release, second_neighbour_release})
      if (of_others_.find(std::string(" ") + name + " (" + neighbour_platform + ")") == of_others_.npos)
        broken("the release " + std::string(name) + " of another platform is not named");
  }

private:
  struct edit {
    std::int64_t at_us = 0;
    bool is_known = false;   ///< the operator has reported it, or an earlier edit of the key
    std::size_t reloads = 0; ///< that have ended since then
  };

  [[nodiscard]] bool is_edited(const std::string& key) const { return edited_.contains(key) || begun_.contains(key); }

  /// An edit may be the reason of a hook if it changes values that the hook sees. Only scripts see the flags
  /// of other modules.
  [[nodiscard]] bool may_be_written(const std::string& release) const {
    const auto is_flag = [](const auto& x) { return x.first.ends_with("Enabled"); };
    const bool is_any_flag =
      std::any_of(edited_.begin(), edited_.end(), is_flag) || std::any_of(begun_.begin(), begun_.end(), is_flag);
    return is_edited("global") || is_edited(release) || is_edited(release + "Enabled")
           || (by_script_.contains(release) && is_any_flag);
  }

  [[nodiscard]] std::string text_of(const std::string& key) const { return config_section(api(), key).dump(); }

  /// The first reload that ends may have begun before the edit. A second reload has seen the edit, so later
  /// wishes have another reason. A watch that is down hides edits for less than a minute.
  void forget_old_edits(const std::string& line) {
    if (line.find(" config_map_changed ") != line.npos) {
      std::istringstream keys(field_of(line, "changed"));
      for (std::string key; std::getline(keys >> std::ws, key, ',');)
        if (const auto known = edited_.find(key); known != edited_.end()) known->second.is_known = true;
    }
    if (line.find(" converge_finished ") == line.npos) return;
    for (auto& [key, x] : edited_) x.reloads += x.is_known ? 1 : 0;
    constexpr std::int64_t hidden_us = 60'000'000;
    std::erase_if(edited_,
                  [&](const auto& x) { return x.second.reloads > 1 && now_us() - x.second.at_us > hidden_us; });
  }

  void note_grace(const std::string& line) {
    const auto release = field_of(line, "release");
    if (line.find(" release_leaving ") != line.npos) leaving_us_.emplace(release, now_us());
    if (line.find(" release_stays ") != line.npos) leaving_us_.erase(release);
    if (line.find(" release_not_wanted ") == line.npos) return;
    const auto reason = field_of(line, "reason");
    const bool is_of_script = reason.starts_with("its enabled script says no");
    if (is_of_script || reason.ends_with("values patch of a global hook")) wished_.insert(release);
    if (is_of_script) by_script_.insert(release);
  }

  std::set<std::string> named_;                    ///< releases, since their last upgrade
  std::set<std::string> wished_;                   ///< releases that a hook or a script has wished away, in this life
  std::set<std::string> by_script_;                ///< members of `wished_` that a script has wished away
  std::map<std::string, std::int64_t> leaving_us_; ///< release -> when the line about its grace came, in this life
  std::map<std::string, std::string> begun_;       ///< key of the ConfigMap -> its section before an edit
  std::map<std::string, edit> edited_;             ///< by key of the ConfigMap, in this life
  std::string of_others_;                          ///< the last line of this life about releases of other platforms
};

const registered<names_uninstalls_first_rule> entry{"named-first"};

} // namespace

} // namespace worlds
