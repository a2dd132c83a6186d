#include "kube/watch/page_size.hpp"

#include <doctest/doctest.h>

#include <vector>

using kube::watch::page_size;
using sizes = std::vector<std::size_t>;

TEST_SUITE_BEGIN("kube/page_size");

TEST_CASE("pages are as large as wanted while none was too much") {
  page_size x(500);
  for (int i = 0; i < 20; ++i) x.note_complete();
  CHECK(x.now() == 500);
  CHECK(x.pages_max() == 10'000);
}

TEST_CASE("pages grow up to half of what was too much, and further after eight lists") {
  page_size x(500);
  x.note_too_large();
  sizes seen{x.now()};
  for (int i = 0; i < 8; ++i) {
    x.note_complete();
    seen.push_back(x.now());
  }
  CHECK(seen == sizes{62, 124, 248, 250, 250, 250, 250, 250, 500});
}

TEST_CASE("a page has one object at least, and a list of such pages as many objects as ever") {
  page_size x(500);
  for (int i = 0; i < 10; ++i) x.note_too_large();
  CHECK(x.now() == 1);
  CHECK(x.pages_max() == 5'000'000);
  x.note_complete();
  CHECK(x.now() == 1);
}

TEST_SUITE_END();
