#include "sys/process/reactor.hpp"

#include "support/process_run.hpp"

#include <doctest/doctest.h>

#include <future>
#include <string>
#include <utility>

using test::shell;

TEST_CASE("a process is reported with its number of the kernel when it begins") {
  sys::process::reactor reactor;
  std::promise<sys::process::process_exit> end;
  int pid = 0;
  auto spec = shell("echo $$");
  spec.collect_stdout = true;
  reactor.start(std::move(spec), {.on_start = [&pid](int started) { pid = started; },
                                  .on_exit = [&end](sys::process::process_exit x) { end.set_value(std::move(x)); }});
  CHECK(end.get_future().get().collected_stdout == std::to_string(pid) + "\n");
}
