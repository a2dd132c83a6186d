#include "simulation/protobuf_object.hpp"

#include "text/plain/base64.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace simulation {

namespace {

using text::json;

constexpr std::string_view magic("k8s\0", 4);

/// A fault of the bytes; `object_of_protobuf` catches it.
struct unreadable {
  std::string why;
};

/// A field of a message.
struct field {
  std::uint64_t number = 0;
  std::string_view bytes{}; ///< of strings, maps and messages; empty for numbers
};

/// Takes the fields of a message from its beginning. (https://protobuf.dev/programming-guides/encoding/)
class message_reader {
public:
  explicit message_reader(std::string_view bytes) : rest_(bytes) {}

  std::optional<field> next() {
    if (rest_.empty()) return std::nullopt;
    const auto tag = varint();
    field x{tag >> 3U};
    switch (tag & 7U) {
      case 0: varint(); break;
      case 1: take(8); break;
      case 2: x.bytes = take(varint()); break;
      case 5: take(4); break;
      default: throw unreadable{"an unknown type of field"};
    }
    return x;
  }

private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    throw unreadable{"a number is too long"};
  }

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw unreadable{"a message is cut off"};
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
};

/// Calls back with each field of a message.
template <class F>
void for_each_field(std::string_view message, F visit) {
  message_reader reader(message);
  while (const auto x = reader.next()) visit(*x);
}

/// An entry of a map: key and value.
std::pair<std::string, std::string> entry_of(std::string_view message) {
  std::pair<std::string, std::string> entry;
  for_each_field(message, [&](const field& x) {
    if (x.number == 1) entry.first = x.bytes;
    if (x.number == 2) entry.second = x.bytes;
  });
  return entry;
}

json metadata_of(std::string_view message) {
  json::object_type all;
  json::object_type labels;
  json::object_type annotations;
  const auto add = [&](const char* key, std::string_view text) {
    if (!text.empty()) all.emplace_back(key, std::string(text));
  };
  for_each_field(message, [&](const field& x) {
    switch (x.number) {
      case 1: add("name", x.bytes); break;
      case 2: add("generateName", x.bytes); break;
      case 3: add("namespace", x.bytes); break;
      case 5: add("uid", x.bytes); break;
      case 6: add("resourceVersion", x.bytes); break;
      case 11: labels.emplace_back(entry_of(x.bytes)); break;
      case 12: annotations.emplace_back(entry_of(x.bytes)); break;
      default: break;
    }
  });
  if (!labels.empty()) all.emplace_back("labels", json::object(std::move(labels)));
  if (!annotations.empty()) all.emplace_back("annotations", json::object(std::move(annotations)));
  return json::object(std::move(all));
}

json secret_of(std::string_view message) {
  json::object_type all;
  json::object_type data;
  for_each_field(message, [&](const field& x) {
    if (x.number == 1) all.emplace_back("metadata", metadata_of(x.bytes));
    if (x.number == 3) all.emplace_back("type", std::string(x.bytes));
    if (x.number != 2 && x.number != 4) return;
    // `stringData` (4) is text, `data` (2) are bytes: both are kept as base64.
    auto [key, value] = entry_of(x.bytes);
    data.emplace_back(std::move(key), text::encode_base64(value));
  });
  all.emplace_back("data", json::object(std::move(data)));
  return json::object(std::move(all));
}

json config_map_of(std::string_view message) {
  json::object_type all;
  json::object_type data;
  json::object_type binary_data;
  for_each_field(message, [&](const field& x) {
    if (x.number == 1) all.emplace_back("metadata", metadata_of(x.bytes));
    if (x.number == 2) data.emplace_back(entry_of(x.bytes));
    if (x.number != 3) return;
    auto [key, value] = entry_of(x.bytes);
    binary_data.emplace_back(std::move(key), text::encode_base64(value));
  });
  if (!data.empty()) all.emplace_back("data", json::object(std::move(data)));
  if (!binary_data.empty()) all.emplace_back("binaryData", json::object(std::move(binary_data)));
  return json::object(std::move(all));
}

/// An object that has only a name.
json named_object_of(std::string_view message) {
  auto all = json::object();
  for_each_field(message, [&](const field& x) {
    if (x.number == 1) all = all.with("metadata", metadata_of(x.bytes));
  });
  return all;
}

json object_of(const std::string& kind, std::string_view message) {
  if (kind == "Secret") return secret_of(message);
  if (kind == "ConfigMap") return config_map_of(message);
  if (kind == "Namespace" || kind == "ServiceAccount") return named_object_of(message);
  throw unreadable{"the virtual cluster reads no '" + kind + "' as Protobuf: send JSON"};
}

/// Reads the envelope of an object, its type and its bytes. (`runtime.Unknown` of k8s.io/apimachinery)
json object_of_envelope(std::string_view message) {
  std::string kind;
  std::string_view raw;
  for_each_field(message, [&](const field& x) {
    if (x.number == 1)
      for_each_field(x.bytes, [&](const field& y) {
        if (y.number == 2) kind = y.bytes;
      });
    if (x.number == 2) raw = x.bytes;
  });
  return object_of(kind, raw).with("apiVersion", "v1").with("kind", kind);
}

} // namespace

base::result<json> object_of_protobuf(std::string_view bytes) {
  if (!bytes.starts_with(magic))
    return base::fail(base::error_code::invalid_input, "the body is no Protobuf of Kubernetes");
  try {
    return object_of_envelope(bytes.substr(magic.size()));
  } catch (const unreadable& x) {
    return base::fail(base::error_code::invalid_input, x.why);
  }
}

} // namespace simulation
