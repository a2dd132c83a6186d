#include "kube/objects/object_scan.hpp"

#include "text/json/json.hpp"

#include <rapidjson/encodedstream.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <array>
#include <functional>
#include <memory>
#include <utility>

namespace kube::objects {

namespace {

using input_stream = rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream>;

// Iterative, so that no input can overflow the stack; numbers stay text, because they are not calculated
// with.
constexpr unsigned parse_flags =
  rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;

/// The keys that mean something here.
enum class field {
  other,
  api_version,
  kind,
  metadata,
  name,
  namespace_,
  uid,
  resource_version,
  continue_token,
  remaining_item_count,
  managed_fields,
  items,
  type,
  object,
};

field field_of(std::string_view key) {
  static constexpr std::pair<std::string_view, field> known[] = {
    {"apiVersion", field::api_version},
    {"kind", field::kind},
    {"metadata", field::metadata},
    {"name", field::name},
    {"namespace", field::namespace_},
    {"uid", field::uid},
    {"resourceVersion", field::resource_version},
    {"continue", field::continue_token},
    {"remainingItemCount", field::remaining_item_count},
    {"managedFields", field::managed_fields},
    {"items", field::items},
    {"type", field::type},
    {"object", field::object},
  };
  for (const auto& [text, id] : known)
    if (text == key) return id;
  return field::other;
}

enum class shape { object, list, event };

/// The depth of the objects looked for, counted in open containers: the text itself, an element of its
/// `items`, its member `object`.
constexpr std::size_t object_depth(shape x) {
  return x == shape::object ? 1 : x == shape::list ? 3 : 2;
}

/// Receives the parser's events and keeps the values at the places that are looked for. Values deeper than an
/// object's metadata only change the depth.
class scan_handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, scan_handler> {
public:
  scan_handler(shape x, std::string_view text, const input_stream& in)
    : shape_(x), base_(object_depth(x)), text_(text), in_(in) {}

  std::vector<scanned_object> objects;
  scanned_list list;
  std::string event_type;

  bool StartObject() {
    ++depth_;
    if (depth_ == base_ && at_object()) {
      inside_ = true;
      objects.push_back({.begin = in_.Tell()});
    }
    set_key(field::other);
    return true;
  }

  bool EndObject(rapidjson::SizeType) {
    if (inside_ && depth_ == base_) {
      inside_ = false;
      objects.back().end = in_.Tell() + 1;
    }
    --depth_;
    return true;
  }

  bool StartArray() {
    ++depth_;
    if (shape_ == shape::list && depth_ == 2 && keys_[1] == field::items) list.has_items = true;
    set_key(field::other);
    return true;
  }

  bool EndArray(rapidjson::SizeType) {
    if (depth_ == base_ + 2 && at_managed_fields())
      objects.back().managed_fields = with_comma({managed_fields_begin_, in_.Tell() + 1});
    --depth_;
    return true;
  }

  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (depth_ >= keys_.size()) return true;
    set_key(field_of({text, length}));
    if (depth_ == base_ + 1 && at_managed_fields()) managed_fields_begin_ = in_.Tell() - length - 2;
    return true;
  }

  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (auto* place = place_of_string()) place->assign(text, length);
    return true;
  }

  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    if (shape_ == shape::list && depth_ == 2 && keys_[1] == field::metadata && keys_[2] == field::remaining_item_count)
      list.has_remaining = std::string_view(text, length) != "0";
    return true;
  }

  bool Null() {
    if (shape_ == shape::list && depth_ == 1 && keys_[1] == field::items) list.has_items = list.has_null_items = true;
    return true;
  }

private:
  void set_key(field x) {
    if (depth_ < keys_.size()) keys_[depth_] = x;
  }

  bool at_object() const {
    switch (shape_) {
      case shape::object: return true;
      case shape::list: return keys_[1] == field::items && list.has_items;
      case shape::event: return keys_[1] == field::object;
    }
    return false;
  }

  /// Whether the parser is at the value of `managedFields` in the metadata of an object. The place of the key
  /// is computed from its length, so a key that is written with escapes is not noted; no server writes it so.
  bool at_managed_fields() const {
    if (!inside_ || keys_[base_] != field::metadata || keys_[base_ + 1] != field::managed_fields) return false;
    return depth_ == base_ + 1 || text_.substr(managed_fields_begin_).starts_with("\"managedFields\"");
  }

  /// Extends the range by a comma beside it, so that the text without the range is JSON.
  text::text_range with_comma(text::text_range x) const {
    const auto before = text_.find_last_not_of(" \t\r\n", x.begin - 1);
    if (text_[before] == ',') return {before, x.end};
    const auto after = text_.find_first_not_of(" \t\r\n", x.end);
    if (after != std::string_view::npos && text_[after] == ',') return {x.begin, after + 1};
    return x;
  }

  std::string* place_of_string() {
    if (inside_) return depth_ > base_ + 1 ? nullptr : place_in_object(objects.back().identity);
    if (shape_ == shape::event && depth_ == 1 && keys_[1] == field::type) return &event_type;
    if (shape_ == shape::list && depth_ == 1) return place_of_type();
    if (shape_ == shape::list && depth_ == 2 && keys_[1] == field::metadata) return place_in_list();
    return nullptr;
  }

  std::string* place_of_type() {
    switch (keys_[1]) {
      case field::api_version: return &list.type.api_version;
      case field::kind: return &list.type.kind;
      default: return nullptr;
    }
  }

  std::string* place_in_list() {
    switch (keys_[2]) {
      case field::resource_version: return &list.resource_version;
      case field::continue_token: return &list.continue_token;
      default: return nullptr;
    }
  }

  std::string* place_in_object(object_identity& identity) {
    if (depth_ == base_) {
      switch (keys_[base_]) {
        case field::api_version: return &identity.type.api_version;
        case field::kind: return &identity.type.kind;
        default: return nullptr;
      }
    }
    if (keys_[base_] != field::metadata) return nullptr;
    switch (keys_[base_ + 1]) {
      case field::name: return &identity.key.name;
      case field::namespace_: return &identity.key.namespace_;
      case field::uid: return &identity.uid;
      case field::resource_version: return &identity.resource_version;
      default: return nullptr;
    }
  }

  shape shape_;
  std::size_t base_;
  std::string_view text_;
  const input_stream& in_;
  std::size_t depth_ = 0;
  std::size_t managed_fields_begin_ = 0; ///< of the key
  bool inside_ = false;
  /// The current key of each open container; the deepest keys that are looked into are an item's metadata.
  std::array<field, 5> keys_{};
};

base::result<scan_handler*> parse(std::string_view text, input_stream& in, scan_handler& handler) {
  rapidjson::Reader reader;
  if (const auto done = reader.Parse<parse_flags>(in, handler); done.IsError())
    return base::fail(base::error_code::invalid_input, "byte " + std::to_string(done.Offset()) + " of "
                                                         + std::to_string(text.size()) + ": "
                                                         + rapidjson::GetParseError_En(done.Code()));
  return &handler;
}

/// Parses and hands the handler to `take`.
template <class Take>
auto scan(shape x, std::string_view text, Take take) -> decltype(take(std::declval<scan_handler&>())) {
  rapidjson::MemoryStream bytes(text.data(), text.size());
  input_stream in(bytes);
  scan_handler handler(x, text, in);
  if (auto done = parse(text, in, handler); !done) return tl::unexpected(std::move(done.error()));
  return take(handler);
}

} // namespace

base::result<scanned_object> scan_object(std::string_view text) {
  return scan(shape::object, text, [](scan_handler& found) -> base::result<scanned_object> {
    if (found.objects.empty()) return base::fail(base::error_code::invalid_input, "this is no JSON object");
    return std::move(found.objects.front());
  });
}

base::result<scanned_list> scan_list(std::string_view text) {
  return scan(shape::list, text, [](scan_handler& found) -> base::result<scanned_list> {
    found.list.items = std::move(found.objects);
    return std::move(found.list);
  });
}

base::result<scanned_event> scan_event(std::string_view text) {
  return scan(shape::event, text, [](scan_handler& found) -> base::result<scanned_event> {
    scanned_event event{.type = std::move(found.event_type), .object = std::nullopt};
    if (!found.objects.empty()) event.object = std::move(found.objects.front());
    return event;
  });
}

object_ptr copy_object(std::string_view text, scanned_object&& found, const api::object_type& type) {
  auto body = text.substr(found.begin, found.end - found.begin);
  auto& own = found.identity.type;
  std::string missing;
  const auto fill_in = [&missing](std::string_view key, std::string& value, const std::string& wanted) {
    if (!value.empty() || wanted.empty()) return;
    value = wanted;
    missing += missing.empty() ? "{" : ",";
    text::append_json_string(missing, key);
    missing += ':';
    text::append_json_string(missing, wanted);
  };
  fill_in("apiVersion", own.api_version, type.api_version);
  fill_in("kind", own.kind, type.kind);
  std::string filled;
  if (!missing.empty()) {
    body.remove_prefix(1);
    // An empty object has no member that a comma could stand before.
    if (body.find_first_not_of(" \t\r\n") != body.find('}')) missing += ',';
    filled.reserve(missing.size() + body.size());
    filled += missing;
    filled += body;
    body = filled;
  }
  text::text_range managed;
  if (!found.managed_fields.empty()) {
    // The fields were filled in before these places, so the distance from a place to the end has not changed.
    const auto place = [&](std::size_t before) { return body.size() - (found.end - before); };
    managed = {place(found.managed_fields.begin), place(found.managed_fields.end)};
  }
  return object_ptr::make(object_bytes(found.identity, body, managed));
}

} // namespace kube::objects
