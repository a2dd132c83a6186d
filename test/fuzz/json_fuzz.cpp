// JSON texts: the output of hooks, and their files.

#include "fuzz/claim.hpp"
#include "text/json/json.hpp"

using fuzz::claim;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  const auto text = fuzz::text_of(data, size);
  const auto value = text::parse_json(text);
  const auto unique = text::parse_json(text, text::duplicate_keys::refused);
  claim(value || !unique, "who refuses duplicates accepts nothing more");
  const auto stream = text::parse_json_stream(text);
  if (!value) {
    claim(!value.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  claim(stream && stream->size() == 1 && stream->front() == *value, "one text is a stream of one");
  const auto written = value->dump();
  const auto again = text::parse_json(written, text::duplicate_keys::refused);
  claim(again.has_value(), "what is written can be read and has no duplicates");
  claim(*again == *value && again->dump() == written, "the same value has the same bytes");
  return 0;
}
