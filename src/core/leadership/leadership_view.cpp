#include "core/leadership/leadership_view.hpp"

namespace core::leadership {

namespace {

std::string stage_text(const leadership_view& x, const std::string& since) {
  switch (x.stage) {
    case leadership_stage::leading: return "this replica leads since " + since;
    case leadership_stage::giving_away: return "this replica gives the lead away";
    case leadership_stage::over: return "this replica leads no more, and ends";
    case leadership_stage::standby: break;
  }
  if (x.holder.empty()) return "this replica is a standby, and no replica is known to lead";
  return "this replica is a standby, and '" + x.holder + "' leads since " + since + " or longer";
}

std::string news_of_stage(const leadership_view& x) {
  switch (x.stage) {
    case leadership_stage::leading: return "this replica takes the lead";
    case leadership_stage::giving_away: return "this replica gives the lead away, because its work has ended";
    case leadership_stage::over:
      return x.lost_because.empty() ? "this replica has given the lead away"
                                    : "this replica has lost the lead: " + x.lost_because;
    case leadership_stage::standby: break;
  }
  return x.holder.empty() ? "this replica waits for the lead, and no replica is known to lead"
                          : "this replica waits for the lead of '" + x.holder + "'";
}

} // namespace

std::string news_of(const leadership_view& x) {
  const auto text = news_of_stage(x);
  return x.trouble.empty() ? text : text + "; the last request for the Lease has failed: " + x.trouble;
}

std::string describe(const leadership_view& x, const std::string& since) {
  const auto text = stage_text(x, since);
  return x.trouble.empty() ? text : text + "; the last request for the Lease has failed: " + x.trouble;
}

std::string pod_of(const std::string& holder) {
  return holder.substr(0, holder.find('_'));
}

} // namespace core::leadership
