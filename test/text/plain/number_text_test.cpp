#include "text/plain/number_text.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a number is a multiple of another one exactly, whatever their sizes") {
  struct row {
    std::string number;
    std::string step;
    bool is_multiple;
  };
  for (const auto& r : {
         row{"0.3", "0.1", true},
         row{"0.30", "1e-1", true},
         row{"-0.3", "0.1", true},
         row{"0.35", "0.1", false},
         row{"0.3000001", "0.1", false},
         row{"1e-10", "0.1", false},
         row{"1e-10", "1e-11", true},
         row{"1.0000000001", "1", false},
         row{"0", "7", true},
         row{"-0.0", "7", true},
         row{"1", "3", false},
         row{"9", "3", true},
         row{"4.5", "1.5", true},
         row{"1", "8", false},
         row{"1000", "8", true},
         row{"1e3", "16", false},
         row{"1e4", "16", true},
         row{"1e4", "32", false},
         row{"1e400", "1.5e1", false},
         row{"3e400", "1.5e1", true},
         row{"1e1000000000", "1e-1000000000", true},
         row{"1e1000000000", "7", false},
         row{"18446744073709551616", "4294967296", true},
         row{"18446744073709551617", "4294967296", false},
         row{"36893488147419103233", "18446744073709551616", false},
         row{"340282366920938463463374607431768211456", "18446744073709551616", true},
       }) {
    CAPTURE(r.number);
    CAPTURE(r.step);
    CHECK(text::is_multiple_of(r.number, r.step) == r.is_multiple);
  }
}
