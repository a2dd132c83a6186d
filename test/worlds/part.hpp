#pragma once

#include "worlds/stage.hpp"

#include <string>
#include <utility>

namespace worlds {

/// An object of a world with a concern of its own, and its view of the shared state.
class part {
public:
  part(const part&) = delete;
  part& operator=(const part&) = delete;

protected:
  explicit part(stage& around)
    : here_(around), plan_(around.planned), root_(around.root), now_us_(around.now_us), agenda_(around.agenda),
      chance_(around.chance), api_(around.api), processes_(around.processes), helm_(around.helm), life_(around.life),
      past_(around.past), excuses_(around.excused), tally_(around.tally) {}
  ~part() = default;

  void note(std::string line) { here_.note(std::move(line)); }

  template <class... Parameters, class... Arguments>
  void tell(void (observer::*event)(Parameters...), const Arguments&... x) {
    here_.tell(event, x...);
  }

  /// Ends the program after this delay, if it is to end.
  test::fake_end finish_later(sys::process::process_id id, test::fake_end end, std::int64_t delay_us) {
    if (!end.exit_code) return end;
    agenda_.at(now_us_ + delay_us, [this, id, code = *end.exit_code] { processes_.finish(id, code); });
    return test::fake_end::goes_on();
  }

  stage& here_;
  const plan& plan_;
  const sys::files::temp_dir& root_;
  const std::int64_t& now_us_;
  simulation::agenda& agenda_;
  dice& chance_;
  simulation::fake_api_server& api_;
  test::fake_processes& processes_;
  test::fake_helm& helm_;
  std::unique_ptr<operator_life>& life_;
  past_of_objects& past_;
  excuses& excuses_;
  life_tally& tally_;
};

} // namespace worlds
