#include "core/cel/evaluated.hpp"

TEST_CASE("texts are versions or not") {
  for (const auto* text : {"1.0.0", "1.2.3-alpha.1+build.5", "0.0.0", "1.0.0-0a", "1.0.0--"})
    CHECK_MESSAGE(test::evaluated(std::string("isSemver('") + text + "')") == "true", text);
  for (const auto* text : {"v1.0.0", "1.0", "200K", "", "1.01.0", "1.0.0-01", "1.0.0-", "1.0.0+", "1.0.0-a..b",
                           "1.2.3.4", "99999999999999999999.0.0"})
    CHECK_MESSAGE(test::evaluated(std::string("isSemver('") + text + "')") == "false", text);
}

TEST_CASE("a version is completed on demand") {
  test::check({
    {"isSemver('v1.0', true)", "true"},
    {"isSemver('v1.0', false)", "false"},
    {"semver('v1.01', true) == semver('1.1.0')", "true"},
    {"semver('v1-rc.1', true) == semver('1.0.0-rc.1')", "true"},
    {"isSemver('vx', true)", "false"},
    {"semver('v1')", "failed: the text is no version of semver.org"},
  });
}

TEST_CASE("versions are ordered as semver.org says") {
  test::check({
    {"semver('1.2.3').major()", "1"},
    {"semver('1.2.3').minor()", "2"},
    {"semver('1.2.3').patch()", "3"},
    {"semver('1.2.3').compareTo(semver('1.2.3'))", "0"},
    {"semver('1.2.3').compareTo(semver('2.0.0'))", "-1"},
    {"semver('1.2.3').isGreaterThan(semver('0.1.2'))", "true"},
    {"semver('1.9.0').isLessThan(semver('1.10.0'))", "true"},
    {"semver('1.0.0-alpha').isLessThan(semver('1.0.0'))", "true"},
    {"semver('1.0.0-alpha').isLessThan(semver('1.0.0-alpha.1'))", "true"},
    {"semver('1.0.0-2').isLessThan(semver('1.0.0-10'))", "true"},
    {"semver('1.0.0-10').isLessThan(semver('1.0.0-beta'))", "true"},
    {"semver('1.0.0+a') == semver('1.0.0+b')", "true"},
    {"string(semver('1.0.0+a'))", "1.0.0+a"},
  });
}
