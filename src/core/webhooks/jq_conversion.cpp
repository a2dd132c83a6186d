#include "core/webhooks/jq_conversion.hpp"

#include "text/json/json.hpp"

namespace core::webhooks {

namespace {

std::string place_of(const conversion_object& x) {
  return x.kind + " " + (x.namespace_name.empty() ? "" : x.namespace_name + "/") + x.name;
}

} // namespace

base::result<conversion_object> convert_by_jq(const bindings::object_filter& program, const conversion_object& object,
                                              const std::string& version, base::evaluation_limit& limit) {
  const auto made = program.apply(*object.text, limit, bindings::object_filter::report::without_content);
  if (!made) return base::fail(made.error().code, place_of(object) + ": jq: " + made.error().message);
  const auto parsed = text::parse_json(*made);
  if (!parsed || !parsed->is_object())
    return base::fail(base::error_code::invalid_input, place_of(object) + ": the jq program gives no object");
  auto converted = read_conversion_object(parsed->with("apiVersion", version).dump());
  if (!converted)
    return base::fail(converted.error().code, place_of(object) + ": after jq: " + converted.error().message);
  return converted;
}

} // namespace core::webhooks
