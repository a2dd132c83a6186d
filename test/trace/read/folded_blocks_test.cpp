#include "trace/read/folded_blocks.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace {

std::string told(std::initializer_list<std::string> blocks) {
  trace::read::folded_blocks all("2026-11-26");
  int number = 0;
  for (const auto& block : blocks) all.add({block, "+" + std::to_string(++number) + " s", "2026-11-26"});
  return all.take();
}

std::string run(const std::string& time, const std::string& version, const std::string& name = "a-1") {
  return "run of hook 'x.sh' in queue main\n  because ConfigMap demo/" + name + " was modified (version " + version
         + ")\n    " + time + "    0.010 s  run: done, after a wait of " + version + ".5 s\n";
}

} // namespace

TEST_CASE("runs that say the same but for times and versions are told once") {
  const auto first = run(" +9.990 s", "7");
  CHECK(told({first, run("+10.010 s", "8"), run("+10.030 s", "9"), "other\n"})
        == first + "  … and 2 more like it, the last one at +3 s\n\nother\n");
  CHECK(told({"run: done, after a wait of 0.004 s (x)\n", "run: done (x)\n", "run: done (x)\n"}).find("2 more")
        != std::string::npos);
  CHECK(told({first, run("+10.010 s", "8"), run("+10.030 s", "9")})
        == first + "  … and 2 more like it, the last one at +3 s\n");
}

TEST_CASE("two equal blocks are both told, and a block with another text is told, too") {
  const auto first = run("+1.000 s", "7");
  const auto second = run("+2.000 s", "8");
  CHECK(told({first, second}) == first + "\n" + second);
  for (const std::string& other : {run("+2.000 s", "8", "a-2"), std::string("web.replicas: 1 -> 2\n")}) {
    CAPTURE(other);
    CHECK(told({first, other, first}) == first + "\n" + other + "\n" + first);
  }
  CHECK(told({"x: 1 -> 2\n", "x: 2 -> 3\n", "x: 3 -> 4\n"}) == "x: 1 -> 2\n\nx: 2 -> 3\n\nx: 3 -> 4\n");
}

TEST_CASE("blocks without lines give an empty text") {
  CHECK(told({}).empty());
  CHECK(told({"", "a\n", ""}) == "a\n");
}

TEST_CASE("times of the clock and long times do not tell two reports apart") {
  const std::string first = "03:12:07.412 (+2 h 50 min)  run\n  because a tick\n  03:12:07.412  1 min 5 s  run\n";
  const std::string second = "2026-11-27 03:13:08.001 (+3 h)  run\n  because a tick\n  03:13:08.002    0.100 s  run\n";
  CHECK(told({first, second, first}) == first + "  … and 2 more like it, the last one at +3 s\n");
  CHECK_MESSAGE(told({"a: 12 items\n", "a: 13 items\n"}).find("13") != std::string::npos, "that is no time");
}

TEST_CASE("a report of another day has a line with the day") {
  trace::read::folded_blocks all("2026-11-26");
  all.add({"a\n", "", "2026-11-26"});
  all.add({"b\n", "", "2026-11-27"});
  all.add({"c\n", "", "2026-11-27"});
  all.add({"c\n", "", "2026-11-27"});
  all.add({"c\n", "04:00", "2026-11-28"});
  CHECK(all.take() == "a\n\n2026-11-27\n\nb\n\nc\n  … and 2 more like it, the last one at 2026-11-28 04:00\n");
}
