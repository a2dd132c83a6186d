#include "core/cel/evaluated.hpp"

TEST_CASE("a timestamp has parts in UTC") {
  test::check({
    {"timestamp('2009-02-13T23:31:30.123Z').getFullYear()", "2009"},
    {"timestamp('2009-02-13T23:31:30.123Z').getMonth()", "1"},
    {"timestamp('2009-02-13T23:31:30.123Z').getDate()", "13"},
    {"timestamp('2009-02-13T23:31:30.123Z').getDayOfMonth()", "12"},
    {"timestamp('2009-02-13T23:31:30.123Z').getDayOfWeek()", "5"},
    {"timestamp('2009-02-13T23:31:30.123Z').getDayOfYear()", "43"},
    {"timestamp('2009-02-13T23:31:30.123Z').getHours()", "23"},
    {"timestamp('2009-02-13T23:31:30.123Z').getMinutes()", "31"},
    {"timestamp('2009-02-13T23:31:30.123Z').getSeconds()", "30"},
    {"timestamp('2009-02-13T23:31:30.123Z').getMilliseconds()", "123"},
  });
}

TEST_CASE("a zone is an offset, or a name that the caller knows") {
  test::check({
    {"timestamp('2009-02-13T23:31:30Z').getHours('02:00')", "1"},
    {"timestamp('2009-02-13T02:00:00Z').getDate('-02:30')", "12"},
    {"timestamp('2009-02-13T02:00:00Z').getDate('UTC')", "13"},
    {"timestamp('2009-02-13T02:00:00Z').getDate('Mars')", "failed: the time zone is unknown"},
  });
}

TEST_CASE("a duration has whole units, and the milliseconds of its second") {
  test::check({
    {"duration('3730s').getMinutes()", "62"},
    {"duration('10000s').getHours()", "2"},
    {"duration('-90s').getSeconds()", "-90"},
    {"duration('123.321s').getMilliseconds()", "321"},
    {"duration('1s').getDate()", "failed: no such overload: getDate of google.protobuf.Duration"},
  });
}
