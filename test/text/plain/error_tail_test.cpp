#include "text/plain/error_tail.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("of a long output the last lines are kept") {
  text::error_tail tail;
  CHECK(tail.text().empty());
  for (int i = 1; i <= 70; ++i) tail.add("line " + std::to_string(i));
  CHECK(tail.text().starts_with("[6 earlier lines are in the log]\nline 7\n"));
  CHECK(tail.text().ends_with("\nline 70"));
}

TEST_CASE("the reason for which a program of Go dies is kept before all its stacks") {
  for (const auto* first : {"runtime stack:", "goroutine 1 [running]:", "goroutine 0 gp=0x2f m=0 mp=0x2e [idle]:"}) {
    text::error_tail tail;
    for (int i = 0; i < 100; ++i) tail.add("before");
    tail.add("runtime: failed to create new OS thread (have 4 already; errno=11)");
    tail.add("fatal error: newosproc");
    tail.add("");
    tail.add(first);
    for (int i = 0; i < 500; ++i) tail.add("runtime.gopark(0x27d29c8)");
    tail.add("goroutine 7 [select]:");
    tail.add("main.go:12 +0x1");
    const auto text = tail.text();
    const auto reason =
      text.find("failed to create new OS thread (have 4 already; errno=11)\nfatal error: newosproc\n[");
    CHECK_MESSAGE(reason != text.npos, text.substr(0, 300));
    CHECK(reason < 200);
    CHECK(text.ends_with("\ngoroutine 7 [select]:\nmain.go:12 +0x1"));
    CHECK(text.size() < text::error_tail::bytes_max + 2'200);
  }
}

TEST_CASE("where nothing is left out nothing stands twice") {
  text::error_tail tail;
  tail.add("panic: boom");
  tail.add("goroutine 1 [running]:");
  tail.add("main.main()");
  CHECK(tail.text() == "panic: boom\ngoroutine 1 [running]:\nmain.main()");
}
