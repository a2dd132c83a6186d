#include "kube/transport/bounded_answer.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/bounded_answer");

using kube::transport::answer_budget;
using kube::transport::bounded_answer;
using taken = bounded_answer::taken;

TEST_CASE("what does not fit is refused as a whole, and what was taken before stays") {
  bounded_answer answer;
  CHECK_EQ(answer.append("123456", 10), taken::all);
  CHECK_EQ(answer.append("78901", 10), taken::too_long);
  CHECK_EQ(answer.append("7890", 10), taken::all);
  CHECK_EQ(answer.take(), "1234567890");
  CHECK(answer.empty());
}

TEST_CASE("no more memory is taken than the bound, however the text grows") {
  constexpr std::size_t bytes_max = 1'000'000;
  bounded_answer answer;
  const std::string piece(777, 'x');
  while (answer.append(piece, bytes_max) == taken::all) CHECK_LE(answer.text().capacity(), bytes_max);
}

TEST_CASE("answers share what there is for all, and give it back") {
  answer_budget all(10);
  bounded_answer first(&all);
  {
    bounded_answer second(&all);
    CHECK_EQ(first.append("12345", 100), taken::all);
    CHECK_EQ(second.append("12345", 100), taken::all);
    CHECK_EQ(first.append("6", 100), taken::no_room);
    second.clear();
    CHECK_EQ(first.append("6", 100), taken::all);
    CHECK_EQ(second.append("1234", 100), taken::all);
  }
  CHECK_EQ(first.append("7890", 100), taken::all);
  CHECK_EQ(first.append("1", 100), taken::no_room);
  CHECK_EQ(first.take().size(), 10);
  CHECK_EQ(first.append("1234567890", 100), taken::all);
}

TEST_SUITE_END();
