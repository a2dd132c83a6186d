#include "text/yaml/yaml.hpp"

#include "base/excerpt.hpp"
#include "text/json/json_pointer.hpp"
#include "text/json/nesting.hpp"
#include "text/json/tree_weight.hpp"
#include "text/yaml/yaml_block_scalar.hpp"
#include "text/yaml/yaml_container.hpp"
#include "text/yaml/yaml_cpp_quirks.hpp"
#include "text/yaml/yaml_lines.hpp"
#include "text/yaml/yaml_stream.hpp"
#include "text/yaml/yaml_tag.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <map>
#include <optional>
#include <stdexcept>
#include <streambuf>

namespace text {
namespace {

/// The weight of a value with an anchor: the name, and a second copy of the value.
constexpr std::size_t weight_of_anchor = 256;
/// The length of a message of the library, which may quote the text.
constexpr std::size_t message_shown = 300;
/// The weight of a key in a mapping that is being read, until it ends: the line of the key, and room in which
/// the mapping grows.
constexpr std::size_t weight_while_open = 160;

/// Ends a parse from within the library's callbacks; never leaves this file.
struct refused : std::runtime_error {
  refused(const YAML::Mark& mark, const std::string& reason)
    : std::runtime_error("line " + std::to_string(mark.line + 1) + ": " + reason) {}
};

/// A mapping or sequence that is being read, and its place.
struct open_container : yaml_container {
  YAML::anchor_t anchor = 0;
  YAML::Mark mark{};
};

/// The documents of a text that count.
enum class wanted_documents {
  all,
  only, ///< a second document is an error
  first ///< a second document is noted
};

/// Builds JSON from the parser's events.
class document_builder final : public YAML::EventHandler {
public:
  document_builder(std::string_view source, wanted_documents wanted, duplicate_keys duplicates, yaml_lines* lines,
                   std::size_t spare)
    : source_(source), wanted_(wanted), duplicates_(duplicates), lines_(lines), spare_(spare),
      budget_(source.size(), spare) {}

  std::vector<json> documents;
  yaml_faults faults;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!starts_.moves_on_to(offset_of(mark))) throw refused(mark, "unexpected text");
    anchors_.clear();
    budget_ = weight_budget(source_.size(), spare_);
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check_nothing(mark);
    take(weight_of_scalar, mark);
    put({json()}, anchor, mark);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto at = anchors_.find(anchor);
    if (at == anchors_.end()) throw refused(mark, "an alias stands inside the value that it names");
    // Each alias repeats its value, so without a bound a short text could make gigabytes.
    take(at->second.weight, mark);
    put(at->second, 0, mark);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    const bool at_key = !open_.empty() && open_.back().is_map() && open_.back().next == yaml_container::expects::key;
    if (at_key && is_merge_key(tag, text)) {
      open_.back().next = yaml_container::expects::merge;
      return;
    }
    if (is_quote_open(source_, offset_of(mark))) throw refused(mark, "a quote is not closed");
    // yaml-cpp reads some block scalars differently than libyaml, whose rules count here: kubectl and Helm
    // read as libyaml does.
    const auto block = block_scalar_at(source_, offset_of(mark), open_.empty() ? -1 : open_.back().mark.column);
    if (block && !*block) throw refused(mark, block->error().message);
    auto value = resolve_scalar(tag, block ? **block : text);
    // Infinity is no JSON value, but a key may be infinity, because keys are texts.
    if (!value && at_key && (tag.empty() || tag == "?")) value = json(text);
    if (!value) throw refused(mark, value.error().message);
    const auto weight = at_key ? weight_of_name + text.size() : weight_of(*value);
    take(weight + (at_key ? weight_while_open : 0), mark);
    put({std::move(*value), weight}, anchor, mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    begin_container(mark, anchor, style, yaml_container::kind::sequence);
  }
  void OnSequenceEnd() override {
    auto done = close();
    put({json::array(std::move(done.items)), done.weight, done.depth}, done.anchor, done.mark);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    begin_container(mark, anchor, style, yaml_container::kind::mapping);
  }
  void OnMapEnd() override {
    auto done = close();
    put({json::object(std::move(done.members)), done.weight, done.depth}, done.anchor, done.mark);
  }

  /// The rest of the spare weight after the last document.
  [[nodiscard]] std::size_t spare_left() const noexcept { return budget_.spare_left(spare_); }

private:
  void take(std::size_t weight, const YAML::Mark& mark) {
    if (!budget_.take(weight)) throw refused(mark, tree_too_heavy);
  }

  void check_nothing(const YAML::Mark& mark) const {
    if (open_.empty()) return;
    const auto& parent = open_.back();
    if (!parent.is_map() && parent.is_flow && is_item_missing(source_, offset_of(mark)))
      throw refused(mark, "an item is missing between commas");
    const bool is_value = parent.is_map() && !parent.is_flow && parent.next == yaml_container::expects::value;
    if (is_value && is_colon_missing(source_, parent.key_offset)) throw refused(mark, "a key without ':'");
  }

  void begin_container(const YAML::Mark& mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style,
                       yaml_container::kind what) {
    if (open_.size() == nesting_max) throw refused(mark, nested_too_deep);
    if (!open_.empty() && open_.back().is_map() && open_.back().next == yaml_container::expects::key)
      throw refused(mark, "a key must be a scalar");
    take(weight_of_block, mark);
    open_container begun;
    begun.what = what;
    begun.is_flow = style == YAML::EmitterStyle::Flow;
    begun.anchor = anchor;
    begun.mark = mark;
    open_.push_back(std::move(begun));
  }

  open_container close() {
    auto done = std::move(open_.back());
    open_.pop_back();
    budget_.give_back(weight_while_open * done.lines.size());
    return done;
  }

  void put(yaml_value x, YAML::anchor_t anchor, const YAML::Mark& mark) {
    if (open_.size() + x.depth > nesting_max) throw refused(mark, nested_too_deep);
    if (anchor != 0) {
      take(weight_of_anchor, mark);
      anchors_[anchor] = x;
    }
    if (open_.empty()) {
      put_document(std::move(x.value), mark);
      return;
    }
    auto& parent = open_.back();
    parent.weight += x.weight;
    parent.depth = std::max(parent.depth, x.depth + 1);
    if (!parent.is_map()) {
      note_line(mark);
      parent.items.push_back(std::move(x.value));
    } else {
      put_into_map(parent, std::move(x), mark);
    }
  }

  void put_document(json x, const YAML::Mark& mark) {
    // Text may consist of empty documents.
    if (wanted_ == wanted_documents::all || documents.empty()) {
      if (!x.is_null() || wanted_ != wanted_documents::all) documents.push_back(std::move(x));
      return;
    }
    if (x.is_null()) return;
    if (wanted_ == wanted_documents::only) throw refused(mark, "there is more than one document");
    if (!faults.second_document) faults.second_document = mark.line + 1;
  }

  /// Notes the line of the next item, or of the member whose key has been read.
  void note_line(const YAML::Mark& mark) const {
    if (lines_ == nullptr) return;
    json_pointer place;
    for (const auto& x : open_)
      place.tokens.push_back(x.is_map() ? x.members.back().first : std::to_string(x.items.size()));
    lines_->insert_or_assign(place.text(), mark.line + 1);
  }

  [[nodiscard]] std::size_t offset_of(const YAML::Mark& mark) const {
    return std::min(source_.size(), static_cast<std::size_t>(std::max(0, mark.pos)));
  }

  void put_into_map(open_container& parent, yaml_value x, const YAML::Mark& mark) {
    switch (std::exchange(parent.next, yaml_container::expects::key)) {
      case yaml_container::expects::key: {
        auto earlier = begin_member(parent, x.value, mark.line + 1, duplicates_);
        if (!earlier) throw refused(mark, earlier.error().message);
        // Of a second document only the beginning is noted.
        if (*earlier && documents.empty()) faults.repeated.push_back(std::move(**earlier));
        note_line(mark);
        parent.key_offset = offset_of(mark);
        parent.next = yaml_container::expects::value;
        break;
      }
      case yaml_container::expects::value: parent.members.back().second = std::move(x.value); break;
      case yaml_container::expects::merge:
        // The merged value is in memory twice: in its own mapping and in this mapping.
        take(x.weight, mark);
        if (const auto merged = merge_members(parent, x.value); !merged) throw refused(mark, merged.error().message);
        break;
    }
  }

  std::string_view source_;
  wanted_documents wanted_;
  duplicate_keys duplicates_;
  yaml_lines* lines_; ///< null: lines are not needed
  std::size_t spare_;
  weight_budget budget_; ///< of the document that is being read
  std::vector<open_container> open_;
  std::map<YAML::anchor_t, yaml_value> anchors_;
  document_starts starts_;
};

/// A message of the parser without a name of an alias, which may be a password like `*x`.
std::string without_content(const std::string& message) {
  if (!message.starts_with("the referenced anchor is not defined")) return message;
  return "the referenced anchor is not defined: put a text that begins with '*' in quotes";
}

tl::unexpected<base::error> fail_yaml(const std::string& reason) {
  return base::fail(base::error_code::invalid_input, "invalid YAML: " + reason);
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

/// Lets a stream read a text without a copy of it.
struct view_buffer : std::streambuf {
  explicit view_buffer(std::string_view text) {
    // The parser only reads the text.
    auto* begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

/// A text on its way through the parser.
class document_source {
public:
  document_source(std::string_view text, wanted_documents wanted, duplicate_keys duplicates,
                  yaml_lines* lines = nullptr, std::size_t spare = spare_weight)
    : text_(without_mark(text)), buffer_(text_), stream_(&buffer_), builder_(text_, wanted, duplicates, lines, spare) {}

  /// Reads the next document, if there is a further document, into `documents`.
  /// @returns whether there was a further document
  base::result<bool> read_next() {
    if (!parser_) {
      if (const auto reason = unreadable_byte(text_)) return fail_yaml(*reason);
      if (const auto line = crowded_line(text_))
        return fail_yaml("line " + std::to_string(*line) + ": more than " + std::to_string(crowd_max)
                         + " commas, colons and brackets on one line: write it in several");
    }
    try {
      if (!parser_) parser_.emplace(stream_);
      return parser_->HandleNextDocument(builder_);
    } catch (const YAML::Exception& e) {
      const auto line = e.mark.is_null() ? std::string() : "line " + std::to_string(e.mark.line + 1) + ": ";
      return fail_yaml(line + base::excerpt(without_content(e.msg), message_shown)
                       + (e.mark.is_null() ? "" : hint_of_line(e.mark.line)));
    } catch (const std::exception& e) {
      return fail_yaml(e.what());
    }
  }

  /// The documents that were read; null for empty documents.
  [[nodiscard]] std::vector<json>& documents() noexcept { return builder_.documents; }
  [[nodiscard]] yaml_faults& faults() noexcept { return builder_.faults; }
  [[nodiscard]] std::size_t spare_left() const noexcept { return builder_.spare_left(); }

private:
  [[nodiscard]] std::string hint_of_line(int line) const {
    auto hint = hint_of_tab(text_, line);
    return hint.empty() ? hint_of_indentation(text_, line) : hint;
  }

  std::string_view text_;
  view_buffer buffer_;
  std::istream stream_;
  document_builder builder_;
  std::optional<YAML::Parser> parser_;
};

/// All documents; null for empty documents.
base::result<std::vector<json>> read_documents(document_source& source) {
  for (;;) {
    const auto more = source.read_next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::move(source.documents());
  }
}

base::result<json> read_document(document_source& source) {
  return read_documents(source).map([](auto documents) { return documents.empty() ? json() : documents.front(); });
}

bool looks_like_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

} // namespace

base::result<std::vector<json>> parse_yaml_stream(std::string_view text, duplicate_keys duplicates) {
  document_source source(text, wanted_documents::all, duplicates);
  auto documents = read_documents(source);
  if (documents) std::erase_if(*documents, [](const json& x) { return x.is_null(); });
  return documents;
}

struct yaml_stream::state {
  document_source source;
};

yaml_stream::yaml_stream(std::string_view text, duplicate_keys duplicates)
  : state_(new state{document_source(text, wanted_documents::all, duplicates)}) {}
yaml_stream::yaml_stream(yaml_stream&&) noexcept = default;
yaml_stream::~yaml_stream() = default;

base::result<std::optional<json>> yaml_stream::next() {
  auto& read = state_->source.documents();
  for (;;) {
    const auto more = state_->source.read_next();
    if (!more) return tl::unexpected(more.error());
    auto document = read.empty() ? json() : std::move(read.back());
    read.clear();
    if (!document.is_null()) return std::optional<json>(std::move(document));
    if (!*more) return std::optional<json>();
  }
}

base::result<json> parse_yaml(std::string_view text) {
  auto spare = spare_weight;
  return parse_yaml(text, spare);
}

base::result<json> parse_yaml(std::string_view text, std::size_t& spare) {
  if (looks_like_json(text)) {
    auto value = parse_json(text, duplicate_keys::refused, spare);
    // A text that is too heavy as JSON is not tried as YAML, because its weight would be at least the same.
    if (value || value.error().message.ends_with(tree_too_heavy)) return value;
  }
  document_source source(text, wanted_documents::only, duplicate_keys::refused, nullptr, spare);
  auto document = read_document(source);
  if (document) spare = source.spare_left();
  return document;
}

base::result<json> parse_yaml(std::string_view text, yaml_faults& faults) {
  if (looks_like_json(text)) {
    auto value = parse_json(text, duplicate_keys::refused);
    if (value || value.error().message.ends_with(tree_too_heavy)) return value;
  }
  document_source source(text, wanted_documents::first, duplicate_keys::last_counts);
  auto document = read_document(source);
  faults = std::move(source.faults());
  return document;
}

base::result<json> parse_yaml(std::string_view text, yaml_lines& lines) {
  document_source source(text, wanted_documents::only, duplicate_keys::refused, &lines);
  return read_document(source);
}

} // namespace text
