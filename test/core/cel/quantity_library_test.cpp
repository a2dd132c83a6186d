#include "core/cel/evaluated.hpp"

TEST_CASE("texts are quantities or not") {
  for (const auto* text : {"1.3Gi", "10000k", "1.5", "-5m", "+2", "0", "1e3", "1E-3", "1E", "5.", ".5", "100n", "2u"})
    CHECK_MESSAGE(test::evaluated(std::string("isQuantity('") + text + "')") == "true", text);
  for (const auto* text : {"1,3Gi", "200K", "Three", "Mi", "", "1.2.3", "1 k", "--1", "1e", "1ki", "."})
    CHECK_MESSAGE(test::evaluated(std::string("isQuantity('") + text + "')") == "false", text);
  CHECK(test::evaluated("quantity('200K')") == "failed: the text is no quantity");
}

TEST_CASE("quantities are exact") {
  test::check({
    {"quantity('50000000G').isInteger()", "true"},
    {"quantity('50k').asInteger()", "50000"},
    {"quantity('1500m').isInteger()", "false"},
    {"quantity('1500m').asInteger()", "failed: the quantity is no whole number that fits an int"},
    {"quantity('9999999999999999999999999999999999999G').isInteger()", "false"},
    {"quantity('50.703k').asApproximateFloat()", "50703"},
    {"quantity('-200m').asApproximateFloat()", "-0.2"},
    {"quantity('1.5Ki').asInteger()", "1536"},
    {"quantity('0.5Mi') == quantity('512Ki')", "true"},
    {"quantity('1e3') == quantity('1k')", "true"},
    {"quantity('0.0000000001') == quantity('1n')", "true"},
    {"quantity('0.1').add(quantity('0.2')) == quantity('0.3')", "true"},
    {"quantity('50k').add(quantity('20')) == quantity('50020')", "true"},
    {"quantity('50k').add(20) == quantity('50020')", "true"},
    {"quantity('50k').sub(quantity('20k')) == quantity('30k')", "true"},
    {"quantity('50k').sub(20000) == quantity('30k')", "true"},
    {"quantity('50').add(1.5)", "failed: no such overload: add of kubernetes.Quantity and double"},
    {"[quantity('-1m').sign(), quantity('0').sign(), quantity('1m').sign()]", "[-1, 0, 1]"},
    {"quantity('99999999999999999999999999999999999999E') == quantity('1e99')", "true"},
  });
}

TEST_CASE("quantities are compared by their amounts") {
  test::check({
    {"quantity('200M').compareTo(quantity('0.2G'))", "0"},
    {"quantity('50M').compareTo(quantity('50Mi'))", "-1"},
    {"quantity('50Mi').compareTo(quantity('50M'))", "1"},
    {"quantity('150Mi').isGreaterThan(quantity('100Mi'))", "true"},
    {"quantity('50M').isLessThan(quantity('100M'))", "true"},
    {"quantity('100M').isLessThan(quantity('50M'))", "false"},
  });
}
