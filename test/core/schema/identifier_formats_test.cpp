// Each row has a text and the result of github.com/go-openapi/strfmt 0.23.0.

#include "core/schema/format.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("formats of identifiers accept what the predecessor's validator accepts") {
  struct row {
    const char* format;
    const char* text;
    bool accepted;
  };
  for (const auto& r : {
         row{"isbn10", "0306406152", true},
         row{"isbn10", "0-306-40615-2", true},
         row{"isbn10", "0 306 40615 2", true},
         row{"isbn10", "080442957X", true},
         row{"isbn10", "080442957x", false},
         row{"isbn10", "0306406153", false},
         row{"isbn10", "X306406152", false},
         row{"isbn10", "9780306406157", false},
         row{"isbn10", "", false},
         row{"isbn13", "9780306406157", true},
         row{"isbn13", "978-0-306-40615-7", true},
         row{"isbn13", "978\t0\n306406157", true},
         row{"isbn13", "9780306406158", false},
         row{"isbn13", "9780000000002", true},
         row{"isbn13", "0306406152", false},
         row{"isbn", "0306406152", true},
         row{"isbn", "9780306406157", true},
         row{"isbn", "123", false},
         row{"creditcard", "4111111111111111", true},
         row{"creditcard", "4111 1111-1111 1111", true},
         row{"creditcard", "4111111111111112", false},
         row{"creditcard", "4222222222222", true},
         row{"creditcard", "5555555555554444", true},
         row{"creditcard", "2223003122003222", true},
         row{"creditcard", "2720990000000007", true},
         row{"creditcard", "378282246310005", true},
         row{"creditcard", "30569309025904", true},
         row{"creditcard", "3530111333300000", true},
         row{"creditcard", "6011111111111117", true},
         row{"creditcard", "6200000000000005", true},
         row{"creditcard", "0000000000000000", false},
         row{"creditcard", "4111111111111111a", false},
         row{"creditcard", "", false},
         row{"ssn", "123-45-6789", true},
         row{"ssn", "123 45 6789", true},
         row{"ssn", "123-45 6789", true},
         row{"ssn", "123456789", false},
         row{"ssn", "12345-6789", false},
         row{"ssn", "12-345-6789", false},
         row{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", true},
         row{"ulid", "01arz3ndektsv4rrffq69g5fav", true},
         row{"ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", true},
         row{"ulid", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", false},
         row{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAI", false},
         row{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAU", false},
         row{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FA", false},
         row{"bsonobjectid", "507f1f77bcf86cd799439011", true},
         row{"bsonobjectid", "507F1F77BCF86CD799439011", true},
         row{"bsonobjectid", "507f1f77bcf86cd79943901", false},
         row{"bsonobjectid", "507f1f77bcf86cd79943901g", false},
         row{"bsonobjectid", "", false},
         row{"rgbcolor", "rgb(0,31,255)", true},
         row{"rgbcolor", "rgb( 1 , 31 , 255 )", true},
         row{"rgbcolor", "rgb(1,349,275)", false},
         row{"rgbcolor", "rgb(01,31,255)", false},
         row{"rgbcolor", "rgb(0.6,31,255)", false},
         row{"rgbcolor", "rgba(0,31,255)", false},
         row{"rgbcolor", "rgb(0,31,255,1)", false},
         row{"rgb-color", "rgb(0,31)", false},
         row{"rgb-color", "red", false},
         row{"datetime", "2024-01-01", false},
         row{"hex-color", "#fff", true},
         row{"hex-color", "red", false},
       }) {
    CAPTURE(r.format);
    CAPTURE(r.text);
    const auto* format = core::schema::find_format(r.format);
    REQUIRE(format);
    CHECK(format->accepts_text(r.text) == r.accepted);
  }
}
