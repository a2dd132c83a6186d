// Each review is answered once, within its time, by a run for it that has seen all objects of its snapshots.
#include "worlds/rule.hpp"

#include "worlds/operator_life.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace worlds {

namespace {

class review_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    open_.clear();
    answered_.clear();
    decided_.clear();
  }
  void life_begins() override {
    for (const auto& x : planned().modules) first_of_life_[place_of(x.name)] = past().moments(place_of(x.name));
  }

  void review_sent(const sent_review& x) override {
    holds();
    open_.emplace(x.number, x);
  }

  void review_answered(const sent_review& x, const sys::http::server_response& answer) override {
    open_.erase(x.number);
    if (!answered_.insert(x.number).second) return broken("review " + x.uid + " was answered twice");
    if (now_us() > x.deadline_us) return broken("review " + x.uid + " was answered after its time");
    if (answer.status == 200 && answer.body.find("decided " + x.uid + "\"") == std::string::npos)
      return broken("review " + x.uid + " has the answer to another one: " + answer.body);
    if (answer.status == 200 && !decided_.contains(x.uid))
      return broken("review " + x.uid + " has an answer, and no hook of this operator has run for it");
    if (answer.status == 200 || answer.status == 404 || has_excuse()) return;
    const auto is_said = [&](const char* words) { return answer.body.find(words) != std::string::npos; };
    if (!is_said("not asked yet") && !is_said("switched off") && !is_said("the operator stops"))
      broken("review " + x.uid + " has no decision, and nothing is at fault: " + answer.body);
  }

  void decides(const std::string& uid, const std::string& place, const text_map& seen) override {
    decided_.insert(uid);
    if (excused().lost_lines || excused().lost_writes) return;
    const auto first = first_of_life_[place];
    // There were no objects when the operator started.
    if (first == 0 && seen.empty()) return;
    if (!past().find(place, seen, first == 0 ? 0 : first - 1))
      broken("review " + uid
             + " was decided by a snapshot that was never there since the operator started: " + joined(seen));
  }

  void time_passes() override {
    if (open_.empty() || life() == nullptr || life()->has_stopped() || is_broken()) return;
    for (const auto& [number, x] : open_)
      if (x.life == lives() && now_us() > x.deadline_us)
        return broken("review " + x.uid + " has no answer in its time");
  }

private:
  /// Troubles keep hooks from their decisions, and retries after troubles take their time.
  [[nodiscard]] bool has_excuse() const {
    constexpr std::int64_t after_trouble_ms = 60'000;
    const auto now_ms = now_us() / 1000;
    return std::any_of(planned().troubles.begin(), planned().troubles.end(), [&](const trouble& x) {
      return x.from_ms <= now_ms && now_ms <= x.from_ms + x.for_ms + after_trouble_ms;
    });
  }
  static std::string place_of(const std::string& module) { return "items " + module; }

  std::map<std::uint64_t, sent_review> open_; ///< by number
  std::set<std::uint64_t> answered_;
  std::set<std::string> decided_;                    ///< uids for which a hook has run
  std::map<std::string, std::size_t> first_of_life_; ///< place -> its moments before the operator started
};

const registered<review_rule> entry{"review"};

} // namespace

} // namespace worlds
