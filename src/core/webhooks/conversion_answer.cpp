#include "core/webhooks/conversion_answer.hpp"

#include "text/json/json.hpp"
#include "text/json/json_members.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace core::webhooks {

namespace {

tl::unexpected<base::error> bad(const std::string& what) {
  return base::fail(base::error_code::invalid_input, what);
}

/// `CronTab default/a`.
std::string name_of(const conversion_object& x) {
  return x.kind + " " + (x.namespace_name.empty() ? "" : x.namespace_name + "/") + x.name;
}

base::result<std::vector<conversion_object>> read_objects(std::string_view list) {
  const auto items = text::json_items(list);
  if (!items) return bad("convertedObjects: expected a list of objects");
  std::vector<conversion_object> objects;
  for (const auto& item : *items) {
    // Checked, because the objects are passed on as they are. One by one, because a tree takes many times the
    // memory of its text.
    if (const auto checked = text::parse_json(item); !checked)
      return bad(fmt::format("convertedObjects[{}]: {}", objects.size(), checked.error().message));
    auto object = read_conversion_object(item);
    if (!object) return bad(fmt::format("convertedObjects[{}]: {}", objects.size(), object.error().message));
    objects.push_back(std::move(*object));
  }
  return objects;
}

} // namespace

base::result<conversion_answer> parse_conversion_answer(std::string_view text) {
  if (text.find_first_not_of(" \n\r\t") == std::string_view::npos)
    return bad("there is no answer: write {\"convertedObjects\": [...]} or {\"failedMessage\": \"...\"}");
  if (text.size() > conversion_bytes_max)
    return bad(fmt::format("the answer has {} KiB, {} are allowed", text.size() >> 10U, conversion_bytes_max >> 10U));
  const auto members = text::json_members(text);
  if (!members) return bad("expected an object with convertedObjects or failedMessage: " + members.error().message);
  conversion_answer x;
  std::string_view failure;
  std::string_view list;
  for (const auto& member : *members) {
    if (member.key == "failedMessage") failure = member.value;
    if (member.key == "convertedObjects") list = member.value;
  }
  if (!failure.empty() && failure != "null") {
    const auto message = text::parse_json(failure);
    if (!message || !message->is_string()) return bad("failedMessage: expected a string");
    x.failure = message->as_string();
    if (!x.failure.empty()) return x;
  }
  if (list.empty()) return bad("convertedObjects is missing");
  auto objects = read_objects(list);
  if (!objects) return tl::unexpected(objects.error());
  x.objects = std::move(*objects);
  return x;
}

base::result<void> check_converted(const std::vector<conversion_object>& before,
                                   const std::vector<conversion_object>& after, const std::string& version) {
  if (before.size() != after.size())
    return bad(fmt::format("convertedObjects: expected {} objects, got {}", before.size(), after.size()));
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto& was = before[i];
    const auto& is = after[i];
    const auto refuse = [&](const char* field, const std::string& expected, const std::string& got) {
      return bad(
        fmt::format("convertedObjects[{}] ({}): {}: expected '{}', got '{}'", i, name_of(was), field, expected, got));
    };
    if (is.version != version) return refuse("apiVersion", version, is.version);
    const std::array<std::pair<const char*, std::string conversion_object::*>, 4> fields{
      {{"kind", &conversion_object::kind},
       {"metadata.namespace", &conversion_object::namespace_name},
       {"metadata.name", &conversion_object::name},
       {"metadata.uid", &conversion_object::uid}}};
    for (const auto& [field, of] : fields)
      if (is.*of != was.*of) return refuse(field, was.*of, is.*of);
  }
  return {};
}

} // namespace core::webhooks
