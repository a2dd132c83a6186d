// YAML texts: values files, sections of the ConfigMap, schemas, manifests.

#include "fuzz/claim.hpp"
#include "text/plain/utf8.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <string>

using fuzz::claim;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  const auto text = fuzz::text_of(data, size);
  const auto value = text::parse_yaml(text);
  const auto stream = text::parse_yaml_stream(text);
  claim(stream || !stream.error().message.empty(), "an error says what is wrong");
  if (!value) {
    claim(!value.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  const auto as_json = value->dump();
  const auto read = text::parse_json(as_json, text::duplicate_keys::refused);
  claim(read && read->dump() == as_json, "what YAML says can be said in JSON");
  // Numbers of a JSON text stay as they are; YAML knows no such numbers.
  if (text::parse_json(text)) return 0;
  const auto again = text::parse_yaml(text::write_yaml(*value));
  claim(again && *again == *value, "what is written for people reads back to an equal value");
  return 0;
}
