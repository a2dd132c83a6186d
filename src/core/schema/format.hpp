#pragma once

#include "text/json/json.hpp"

#include <string_view>

namespace core::schema {

/// A format of OpenAPI that is checked. A text is not checked by a format of numbers, nor a number by a
/// format of texts.
struct value_format {
  std::string_view name;
  bool (*accepts_text)(std::string_view text) = nullptr;      ///< null: any
  bool (*accepts_number)(const text::json& number) = nullptr; ///< null: any
};

/// The format of that name, or nullptr if the format has no check (`password`, unknown names). Dashes do not
/// count: `datetime` is `date-time`. Checked are date, date-time, duration, email, hostname, ipv4, ipv6,
/// cidr, mac, uri, uuid, uuid3, uuid4, uuid5, ulid, bsonobjectid, isbn, isbn10, isbn13, creditcard, ssn,
/// byte, hexcolor, rgbcolor of texts; int32, int64, uint32, uint64, float of numbers.
[[nodiscard]] const value_format* find_format(std::string_view name);

} // namespace core::schema
