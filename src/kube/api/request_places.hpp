#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kube::api {

/// The flow of the requests for core objects in the operator's own namespace, among them its ConfigMap and
/// the records of releases.
inline constexpr std::string_view own_flow = "own objects";

/// The flow of a request: the same server or the same storage answers the requests of a flow, so all of them
/// hang at the same time. A flow is an API group, or a resource of the core group (`core/secrets`). Core
/// objects in the operator's own namespace are `own_flow`.
/// @param own_namespace empty: not known
[[nodiscard]] std::string flow_of(std::string_view target, std::string_view own_namespace);

struct place_limits {
  std::size_t of_others = 48; ///< of all flows but `own_flow`
  std::size_t of_own = 16;
  std::size_t of_flow = 24;
  std::size_t of_hung_flow = 2; ///< enough to notice that it answers again
};

enum class request_end {
  answered,
  timed_out, ///< no answer within the time limit, although the request should have had an answer
  failed,    ///< for another reason, so the end shows no fault of the flow
};

/// Decides which requests are on their way to the API server at the same time, so that requests without
/// answers (a hung aggregated API, a conversion webhook) hold up only requests of their flow. Each flow has a
/// share of the places; the waiting flows take turns. After a time-out a flow has few places, until it
/// answers again. With these places alone, modules would wait in turn for the lists of a hung flow. So the
/// first try of each list fails at once (`holds_back`). A pure state machine.
class request_places {
public:
  explicit request_places(place_limits limits = {}) : limits_(limits) {}

  /// Whether a list must fail at once because its flow hangs: the first try of each list does not begin, so
  /// that its reader learns at once that the objects are unknown. Later tries take places, and show that the
  /// flow answers again.
  /// @param list names the list, the same for each try
  /// @returns true if the list must fail; never in `own_flow`
  [[nodiscard]] bool holds_back(const std::string& flow, const std::string& list);
  /// @returns true if the request may begin; false: it waits until `leave` names it.
  [[nodiscard]] bool enter(std::uint64_t request, const std::string& flow);
  /// Ends a request that had begun; other requests are ignored. @returns the waiting requests that may begin.
  [[nodiscard]] std::vector<std::uint64_t> leave(std::uint64_t request, request_end end);

private:
  struct flow_state {
    std::size_t begun = 0;
    std::deque<std::uint64_t> waiting; ///< bound: the requests that actors send at the same time
    bool hangs = false;
    std::set<std::string> held_back; ///< lists, since the flow hangs; bound: the lists of all watches
  };

  [[nodiscard]] bool has_place(const std::string& flow, const flow_state& state) const;
  void begin(std::uint64_t request, const std::string& flow, flow_state& state);
  /// Begins the first waiting request of the next flow that has a place. @returns false if there is no such
  /// flow.
  bool begin_next(std::vector<std::uint64_t>& begun);

  place_limits limits_;
  std::size_t of_others_ = 0;
  std::string last_; ///< the flow that had the last turn
  /// Bound: the groups and core resources that are asked for; a flow is left out while it is empty and
  /// answers.
  std::map<std::string, flow_state> flows_;
  std::map<std::uint64_t, std::string> begun_; ///< request -> flow
};

} // namespace kube::api
