// The files that a hook leaves at VALUES_JSON_PATCH_PATH and CONFIG_VALUES_JSON_PATCH_PATH.

#include "fuzz/claim.hpp"
#include "text/json/json.hpp"
#include "text/json/json_patch_reader.hpp"

using fuzz::claim;

namespace {

constexpr auto values =
  R"({"global":{"a":[1,2,{"b":null}],"c":"text"},"web":{"replicas":3,"list":[],"x/y":{"~":1.50}}})";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  static const auto document = text::parse_json(values).value();
  static const auto text = document.dump();
  const auto patch = text::parse_json_patch(fuzz::text_of(data, size));
  if (!patch) {
    claim(!patch.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  const auto once = text::apply_json_patch(document, *patch);
  claim(document.dump() == text, "the document that is patched stays as it is");
  const auto again = text::apply_json_patch(document, *patch);
  claim(once.has_value() == again.has_value(), "a patch always ends the same way");
  if (!once) {
    claim(!once.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  claim(once->dump() == again->dump(), "the same patch has the same effect");
  const auto read = text::parse_json(once->dump());
  claim(read && read->dump() == once->dump(), "patched values can be written and read");
  return 0;
}
