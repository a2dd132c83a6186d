// While the server of a group does not answer, requests to other groups begin soon.
#include "worlds/rule.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// Requests to a group that hangs have their places for thirty seconds. Any other request gives its place
/// back within half a second.
constexpr std::int64_t begin_us = 10'000 * ms;
/// The time after another trouble of requests in which requests may still wait, because the trouble has
/// delayed many.
constexpr std::int64_t aftermath_us = 40'000 * ms;

class shares_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { end(); }

  void trouble_begins(const trouble& x) override {
    const auto end_us = now_us() + x.for_ms * ms;
    if (x.kind <= trouble_kind::slow) disturbed_until_us_ = std::max(disturbed_until_us_, end_us + aftermath_us);
    if (x.kind != trouble_kind::group_hangs) return;
    end();
    hung_ = x.subject;
    hangs_until_us_ = end_us;
  }

  /// The KUBE CLIENT is asked for a request.
  void handles(const trace::event& event) override {
    if (event.type != "call_api" || !looks()) return;
    if (event.summary.find(hung_) != event.summary.npos) {
      ++hung_requests_;
      return;
    }
    if (hung_requests_ >= few_places.of_others) holds();
    asked_.emplace(event.summary, now_us());
  }

  /// The request begins.
  void requests(const kube::api::http_request& request) override {
    if (const auto at = asked_.find(request.method + " " + request.target); at != asked_.end()) asked_.erase(at);
  }

  void time_passes() override {
    if (!looks()) return asked_.clear();
    for (const auto& [request, asked_us] : asked_)
      if (now_us() - asked_us > begin_us)
        return broken("a request has waited for ten seconds while another group hangs: " + request);
  }

private:
  [[nodiscard]] bool looks() const { return now_us() < hangs_until_us_ && now_us() >= disturbed_until_us_; }
  void end() {
    asked_.clear();
    hung_requests_ = 0;
  }

  std::string hung_; ///< part of the path of requests to the group that hangs
  std::int64_t hangs_until_us_ = 0;
  std::int64_t disturbed_until_us_ = 0;
  std::size_t hung_requests_ = 0;                    ///< that were asked for in this life while the group hangs
  std::multimap<std::string, std::int64_t> asked_{}; ///< request -> when; other groups' requests that have not begun
};

const registered<shares_rule> entry{"shares"};

} // namespace

} // namespace worlds
