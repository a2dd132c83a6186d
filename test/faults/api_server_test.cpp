#include "faults/bad_day.hpp"
#include "faults/control_plane.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <optional>

namespace {

struct api_fixture {
  faults::bad_day day;
  worlds::dice chance;
  faults::control_plane control;
  e2e::operator_run run;

  explicit api_fixture(const std::string& name)
    : day(name), chance(faults::chance_of(name)), run(day.files(), {.space = day.space()}) {
    day.put_item("item-a", "first");
    run.await_converged();
  }
  void change(int times) {
    while (times-- > 0) day.change(chance);
  }
};

} // namespace

TEST_CASE("an API server that stands still for a while is used again" * doctest::skip(e2e::no_cluster())) {
  api_fixture x("still");
  x.change(3);
  {
    const faults::control_plane::held_api held(x.control);
    faults::pass(x.run, std::chrono::milliseconds(x.chance.between(500, 4000)));
  }
  x.change(5);
  x.day.check_end(x.run);
}

TEST_CASE("an API server that is killed and started again in the midst of changes is used again"
          * doctest::skip(e2e::no_cluster())) {
  api_fixture x("restarted");
  x.change(5);
  x.control.restart_api();
  x.change(5);
  x.day.check_end(x.run);
}

TEST_CASE("what the API server cannot tell any more is listed anew, and deletions meanwhile are seen"
          * doctest::skip(e2e::no_cluster())) {
  api_fixture x("compacted");
  x.day.put_item("item-b", "second");
  x.day.check_end(x.run);
  x.run.signal(SIGSTOP);
  x.day.drop_item("item-a");
  x.day.put_item("item-b", "changed");
  x.day.disable("beta");
  x.day.set_word("gamma", "changed");
  x.control.compact();
  x.control.restart_api();
  x.run.signal(SIGCONT);
  x.day.check_end(x.run);
}
