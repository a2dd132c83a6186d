#include "trace/formats/timeline_json.hpp"

#include "text/json/json_text.hpp"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace::formats {

namespace {

/// Writes each text once, and refers to it by its number.
class text_table {
public:
  [[nodiscard]] std::size_t place_of(std::string_view text) {
    const auto [known, is_new] = places_.emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return known->second;
  }
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }

private:
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<std::string_view> texts_;
};

template <class List, class Number>
void append_list(text::json_text& out, const List& list, Number number_of) {
  if (list.empty()) return out.raw("0");
  out.open('[');
  for (const auto& x : list) out.raw(std::to_string(number_of(x)));
  out.close(']');
}

void append_span(text::json_text& out, const timeline_span& x, std::int64_t begin_us, text_table& texts) {
  out.open('[');
  out.raw(std::to_string(x.lane));
  out.raw(std::to_string(x.row));
  out.raw(std::to_string(x.time_us - begin_us));
  out.raw(std::to_string(x.duration_us));
  out.raw(std::to_string(static_cast<int>(x.result)));
  out.raw(std::to_string(texts.place_of(x.label)));
  out.raw(std::to_string(texts.place_of(x.text)));
  append_list(out, x.details, [&](const std::string& line) { return texts.place_of(line); });
  append_list(out, x.causes, [](std::size_t cause) { return cause; });
  out.close(']');
}

/// Escapes `<`, which stands only within strings in JSON that this file has written.
std::string without_tags(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  return text;
}

} // namespace

std::string timeline_json(const timeline& x) {
  text::json_text out;
  text_table texts;
  out.open('{');
  out.key("begin_us");
  out.raw(std::to_string(x.begin_us));
  out.key("run_begin_us");
  out.raw(std::to_string(x.run_begin_us));
  out.key("end_us");
  out.raw(std::to_string(x.end_us));
  if (x.partial_from_us) {
    out.key("partial_from_us");
    out.raw(std::to_string(*x.partial_from_us));
  }
  if (!x.place.program.empty()) out.member("program", x.place.program);
  if (!x.place.cluster.empty()) out.member("cluster", x.place.cluster);
  out.key("lanes");
  out.open('[');
  for (const auto& lane : x.lanes) {
    out.open('[');
    out.string(lane.group);
    out.string(lane.name);
    out.raw(std::to_string(lane.rows));
    out.close(']');
  }
  out.close(']');
  out.key("spans");
  out.open('[');
  for (const auto& span : x.spans) append_span(out, span, x.begin_us, texts);
  out.close(']');
  out.key("texts");
  out.open('[');
  for (const auto text : texts.texts()) out.string(text);
  out.close(']');
  out.close('}');
  return without_tags(out.take());
}

} // namespace trace::formats
