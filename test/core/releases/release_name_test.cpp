#include "core/releases/release_name.hpp"

#include <doctest/doctest.h>

#include <string>

// The results of chartutil.ValidateReleaseName of Helm 4.3.
TEST_CASE("a name is one that Helm takes for a release, or it says why not") {
  for (const auto& name :
       {std::string("a"), std::string("web-1"), std::string("1.2"), std::string("a--b.c-d"), std::string(53, 'x')}) {
    CAPTURE(name);
    CHECK_EQ(core::releases::release_name_fault(name), "");
  }
  for (const auto* name : {"", "Web", "-a", "a-", "a.", ".a", "a..b", "a.-b", "a_b", "web+x", "1,2", "ü"}) {
    CAPTURE(name);
    CHECK_EQ(core::releases::release_name_fault(name), "Helm takes names of 'a' to 'z', digits, '-' and '.' only");
  }
  CHECK_EQ(core::releases::release_name_fault(std::string(54, 'x')),
           "Helm takes names of up to 53 characters, and this one has 54");
}
