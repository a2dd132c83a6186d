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

} // namespace

std::string describe(const leadership_view& x, const std::string& since) {
  const auto text = stage_text(x, since);
  return x.trouble.empty() ? text : text + "; the last request for the Lease has failed: " + x.trouble;
}

std::string pod_of(const std::string& holder) {
  return holder.substr(0, holder.find('_'));
}

} // namespace core::leadership
