#include "core/webhooks/conversion_review.hpp"

#include "text/json/json.hpp"
#include "text/json/json_members.hpp"
#include "text/json/json_text.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>

namespace core::webhooks {

namespace {

tl::unexpected<base::error> bad(const std::string& what) {
  return base::fail(base::error_code::invalid_input, "no ConversionReview: " + what);
}

using members = std::vector<text::json_member>;

/// The last member counts, as in other readers of JSON.
std::string_view value(const members& all, std::string_view key) {
  const auto at = std::find_if(all.rbegin(), all.rend(), [key](const auto& x) { return x.key == key; });
  return at == all.rend() ? std::string_view() : at->value;
}

/// Objects of the API server have more bytes, by their metadata. More than `few_objects` smaller objects
/// would take much more memory than their text.
constexpr std::size_t object_bytes_min = 100;
constexpr std::size_t few_objects = 1000;
/// The maximal length of a short text in bytes: names of the API server have 253 at most, and an apiVersion
/// has a group and a version. Log and answer quote some of them.
constexpr std::size_t text_bytes_max = 512;
/// The maximal length of such a text in JSON, in which each character may be written as \u0000.
constexpr std::size_t escaped_bytes_max = 6 * text_bytes_max + 2;

/// The string of a member; empty without that member, or if its value is no string. Error: it is too long.
base::result<std::string> string(const members& all, std::string_view key) {
  const auto text = value(all, key);
  const auto parsed = text.size() > escaped_bytes_max ? text::json() : text::parse_json(text).value_or(text::json());
  if (text.size() > escaped_bytes_max || (parsed.is_string() && parsed.as_string().size() > text_bytes_max))
    return base::fail(base::error_code::invalid_input,
                      std::string(key) + " is longer than " + std::to_string(text_bytes_max) + " bytes");
  return parsed.is_string() ? parsed.as_string() : std::string();
}

/// The strings of several members, in the same order.
base::result<std::vector<std::string>> strings(const members& all, std::initializer_list<std::string_view> keys) {
  std::vector<std::string> texts;
  for (const auto key : keys) {
    auto text = string(all, key);
    if (!text) return tl::unexpected(text.error());
    texts.push_back(std::move(*text));
  }
  return texts;
}

void open_review(text::json_text& out, const conversion_review& review) {
  out.open('{');
  out.member("apiVersion", review.api_version);
  out.member("kind", "ConversionReview");
}

void append_objects(text::json_text& out, const char* key, const std::vector<conversion_object>& objects) {
  out.key(key);
  out.open('[');
  for (const auto& x : objects) out.raw(x.text);
  out.close(']');
}

} // namespace

base::result<conversion_object> read_conversion_object(std::string_view text) {
  auto top = text::json_members(text);
  if (!top) return tl::unexpected(top.error());
  auto type = strings(*top, {"apiVersion", "kind"});
  if (!type) return tl::unexpected(type.error());
  conversion_object x;
  x.version = std::move((*type)[0]);
  x.kind = std::move((*type)[1]);
  if (x.version.empty()) return base::fail(base::error_code::invalid_input, "apiVersion is missing");
  if (x.kind.empty()) return base::fail(base::error_code::invalid_input, "kind is missing");
  const auto metadata = text::json_members(value(*top, "metadata"));
  if (!metadata) return base::fail("metadata", metadata.error());
  auto names = strings(*metadata, {"namespace", "name", "uid"});
  if (!names) return base::fail("metadata", names.error());
  x.namespace_name = std::move((*names)[0]);
  x.name = std::move((*names)[1]);
  x.uid = std::move((*names)[2]);
  x.text = std::make_shared<const std::string>(text);
  return x;
}

base::result<conversion_review> read_conversion_review(std::string_view body) {
  const auto top = text::json_members(body);
  if (!top) return bad(top.error().message);
  auto type = strings(*top, {"apiVersion", "kind"});
  if (!type) return bad(type.error().message);
  conversion_review x;
  x.api_version = std::move((*type)[0]);
  if (x.api_version != "apiextensions.k8s.io/v1" && x.api_version != "apiextensions.k8s.io/v1beta1")
    return bad("apiVersion: expected apiextensions.k8s.io/v1 or apiextensions.k8s.io/v1beta1, got '" + x.api_version
               + "'");
  if ((*type)[1] != "ConversionReview") return bad("kind is '" + (*type)[1] + "'");
  const auto request = text::json_members(value(*top, "request"));
  if (!request) return bad("request: " + request.error().message);
  auto about = strings(*request, {"uid", "desiredAPIVersion"});
  if (!about) return bad("request: " + about.error().message);
  x.uid = std::move((*about)[0]);
  if (x.uid.empty()) return bad("request.uid is missing");
  x.desired = std::move((*about)[1]);
  if (x.desired.empty()) return bad("request.desiredAPIVersion is missing");
  const auto items = text::json_items(value(*request, "objects"));
  if (!items) return bad("request.objects: " + items.error().message);
  if (items->size() > few_objects && body.size() / items->size() < object_bytes_min)
    return bad("request.objects: " + std::to_string(items->size()) + " objects have less than "
               + std::to_string(object_bytes_min) + " bytes on average");
  for (const auto& item : *items) {
    auto object = read_conversion_object(item);
    if (!object) return bad("request.objects[" + std::to_string(x.objects.size()) + "]: " + object.error().message);
    x.objects.push_back(std::move(*object));
  }
  return x;
}

base::result<text::text_pieces> conversion_context_text(const bindings::conversion_binding& binding,
                                                        const bindings::conversion_step& step,
                                                        const conversion_review& review,
                                                        const std::vector<conversion_object>& objects,
                                                        const review_snapshots& snapshots, std::size_t bytes_max) {
  text::json_text out;
  out.open('[');
  out.open('{');
  out.member("binding", binding.name);
  out.member("fromVersion", step.from);
  out.key("review");
  open_review(out, review);
  out.key("request");
  out.open('{');
  out.member("uid", review.uid);
  out.member("desiredAPIVersion", review.desired);
  append_objects(out, "objects", objects);
  out.close('}');
  out.close('}');
  if (const auto shown = append_snapshots(out, binding.snapshots_from, snapshots, bytes_max); !shown)
    return tl::unexpected(shown.error());
  out.member("toVersion", step.to);
  out.member("type", "Conversion");
  out.close('}');
  out.close(']');
  return context_within(std::move(out), bytes_max);
}

std::string converted_text(const conversion_review& review, const std::vector<conversion_object>& objects) {
  text::json_text out;
  open_review(out, review);
  out.key("response");
  out.open('{');
  out.member("uid", review.uid);
  append_objects(out, "convertedObjects", objects);
  out.key("result");
  out.open('{');
  out.member("status", "Success");
  out.close('}');
  out.close('}');
  out.close('}');
  return out.take();
}

std::string not_converted_text(const conversion_review& review, const std::string& message) {
  text::json_text out;
  open_review(out, review);
  out.key("response");
  out.open('{');
  out.member("uid", review.uid);
  append_objects(out, "convertedObjects", {});
  out.key("result");
  out.open('{');
  out.member("status", "Failure");
  out.member("message", message);
  out.close('}');
  out.close('}');
  out.close('}');
  return out.take();
}

} // namespace core::webhooks
