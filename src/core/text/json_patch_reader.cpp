#include "core/text/json_patch_reader.hpp"

namespace core {
namespace {

using kind = patch_operation::kind;

tl::unexpected<error> refuse(std::string message) {
  return fail(error_code::invalid_input, std::move(message));
}

std::optional<kind> kind_of(std::string_view text) {
  for (const auto k : {kind::add, kind::remove, kind::replace, kind::move, kind::copy, kind::test})
    if (text == name(k)) return k;
  return std::nullopt;
}

result<json_pointer> read_pointer(const json& object, std::string_view member) {
  const auto text = object.string_at(member);
  if (!text) return refuse("'" + std::string(member) + "' is missing or no string");
  return parse_json_pointer(*text);
}

result<patch_operation> read_operation(const json& object) {
  if (!object.is_object())
    return refuse("must be an object like {\"op\": \"add\", \"path\": \"/global/x\", \"value\": 1}");
  const auto op = object.string_at("op");
  const auto op_kind = op ? kind_of(*op) : std::nullopt;
  if (!op_kind)
    return refuse("'op' must be add, remove, replace, move, copy or test"
                  + (op ? ", got '" + *op + "'" : std::string()));
  patch_operation operation{.op = *op_kind, .path = {}, .from = {}, .value = {}};
  auto path = read_pointer(object, "path");
  if (!path) return tl::unexpected(path.error());
  operation.path = std::move(*path);
  if (*op_kind == kind::move || *op_kind == kind::copy) {
    auto from = read_pointer(object, "from");
    if (!from) return fail(describe(operation) + ": from", from.error());
    operation.from = std::move(*from);
  }
  if (*op_kind == kind::add || *op_kind == kind::replace || *op_kind == kind::test) {
    const auto* value = object.find("value");
    if (!value) return refuse(describe(operation) + ": 'value' is missing");
    operation.value = *value;
  }
  return operation;
}

} // namespace

result<json_patch> read_json_patch(const std::vector<json>& operations) {
  json_patch patch;
  const auto read = [&](const json& object) -> result<void> {
    auto operation = read_operation(object);
    if (!operation) return fail("operation " + std::to_string(patch.size()), operation.error());
    patch.push_back(std::move(*operation));
    return {};
  };
  for (const auto& x : operations) {
    const auto list = x.is_array() ? x.as_array() : json::array_type{x};
    for (const auto& object : list)
      if (auto done = read(object); !done) return tl::unexpected(done.error());
  }
  return patch;
}

result<json_patch> parse_json_patch(std::string_view text) {
  const auto operations = parse_json_stream(text, duplicate_keys::refused);
  if (!operations) return tl::unexpected(operations.error());
  return read_json_patch(*operations);
}

} // namespace core
