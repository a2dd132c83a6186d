#include "core/cel/types.hpp"

#include <algorithm>

namespace core::cel {
namespace {

constexpr std::string_view names[] = {
  "bool",
  "bytes",
  "double",
  "google.protobuf.Duration",
  "google.protobuf.Timestamp",
  "int",
  "list",
  "map",
  "net.CIDR",
  "net.IP",
  "null_type",
  "optional_type",
  "string",
  "type",
  "uint",
};

} // namespace

std::optional<type_name> find_type(std::string_view name) {
  const auto* found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return type_name{*found};
}

} // namespace core::cel
