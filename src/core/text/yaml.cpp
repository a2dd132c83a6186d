#include "core/text/yaml.hpp"

#include "core/text/utf8.hpp"
#include "core/text/yaml_scalar.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

namespace core {
namespace {

constexpr std::size_t depth_max = 500;
constexpr std::size_t weight_max = 4'000'000;

/// Ends a parse from within the library's callbacks; never leaves this file.
struct refused : std::runtime_error {
  refused(const YAML::Mark& mark, const std::string& reason)
    : std::runtime_error("line " + std::to_string(mark.line + 1) + ": " + reason) {}
};

/// A finished value with the number of nodes it has when all aliases are written out.
struct weighed {
  json value;
  std::size_t weight = 1;
};

std::string text_of_key(const json& key, const YAML::Mark& mark) {
  switch (key.type()) {
    case json::kind::string: return key.as_string();
    case json::kind::boolean: return key.as_bool() ? "true" : "false";
    case json::kind::number: return key.number_text();
    case json::kind::null: throw refused(mark, "a key is null; quote it");
    default: throw refused(mark, "a key must be a scalar");
  }
}

/// A mapping or sequence that is being read.
struct container {
  bool is_map = false;
  YAML::anchor_t anchor = 0;
  YAML::Mark mark;
  std::size_t weight = 1;
  json::array_type items;
  json::object_type members; // in the order of the text
  json::object_type merged;  // what `<<` brings; later ones win
  std::map<std::string, int, std::less<>> lines;
  enum class expects { key, value, merge } next = expects::key;
};

/// Builds JSON from the parser's events.
class document_builder final : public YAML::EventHandler {
public:
  std::vector<json> documents;

  void OnDocumentStart(const YAML::Mark& mark) override {
    // On some broken texts the library starts documents for ever without reading on.
    if (mark.pos == last_start_) throw refused(mark, "unexpected text");
    last_start_ = mark.pos;
    anchors_.clear();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { put({json()}, anchor, mark); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto at = anchors_.find(anchor);
    if (at == anchors_.end()) throw refused(mark, "an alias stands inside the value that it names");
    put(at->second, 0, mark);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    const bool plain = tag == "?" || tag.empty();
    if (plain && text == "<<" && !open_.empty() && open_.back().is_map
        && open_.back().next == container::expects::key) {
      open_.back().next = container::expects::merge;
      return;
    }
    put({scalar(mark, tag, text), 1 + text.size() / 32}, anchor, mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(false, anchor, mark);
  }
  void OnSequenceEnd() override {
    auto done = close();
    put({json::array(std::move(done.items)), done.weight}, done.anchor, done.mark);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(true, anchor, mark);
  }
  void OnMapEnd() override {
    auto done = close();
    auto members = std::move(done.merged);
    // Of equal keys the last one counts, so what is written out wins over what is merged.
    std::move(done.members.begin(), done.members.end(), std::back_inserter(members));
    put({json::object(std::move(members)), done.weight}, done.anchor, done.mark);
  }

private:
  static json scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) {
    constexpr std::string_view yaml_tags = "tag:yaml.org,2002:";
    const bool plain = tag == "?" || tag.empty();
    if (tag == "tag:yaml.org,2002:binary") throw refused(mark, "!!binary is not supported");
    if (!plain && (tag == "tag:yaml.org,2002:str" || !std::string_view(tag).starts_with(yaml_tags))) return json(text);
    auto value = resolve_plain_scalar(text);
    if (!value) throw refused(mark, "'" + text + "' is not a number that JSON has");
    return *value;
  }

  void open(bool is_map, YAML::anchor_t anchor, const YAML::Mark& mark) {
    if (open_.size() == depth_max) throw refused(mark, "nested too deep (500 levels at most)");
    if (!open_.empty() && open_.back().is_map && open_.back().next == container::expects::key)
      throw refused(mark, "a key must be a scalar");
    auto& added = open_.emplace_back();
    added.is_map = is_map;
    added.anchor = anchor;
    added.mark = mark;
  }

  container close() {
    auto done = std::move(open_.back());
    open_.pop_back();
    return done;
  }

  void put(weighed x, YAML::anchor_t anchor, const YAML::Mark& mark) {
    if (x.weight > weight_max) throw refused(mark, "too big when its aliases are written out");
    if (anchor != 0) anchors_[anchor] = x;
    if (open_.empty()) {
      documents.push_back(std::move(x.value));
      return;
    }
    auto& parent = open_.back();
    parent.weight += x.weight;
    if (!parent.is_map)
      parent.items.push_back(std::move(x.value));
    else
      put_into_map(parent, std::move(x.value), mark);
  }

  static void put_into_map(container& parent, json x, const YAML::Mark& mark) {
    switch (std::exchange(parent.next, container::expects::key)) {
      case container::expects::key: {
        auto key = text_of_key(x, mark);
        const auto [at, fresh] = parent.lines.emplace(key, mark.line + 1);
        if (!fresh)
          throw refused(mark, "duplicate key '" + key + "' (first at line " + std::to_string(at->second) + ")");
        parent.members.emplace_back(std::move(key), json());
        parent.next = container::expects::value;
        break;
      }
      case container::expects::value: parent.members.back().second = std::move(x); break;
      case container::expects::merge: merge(parent, x, mark); break;
    }
  }

  static void merge(container& into, const json& source, const YAML::Mark& mark) {
    const auto take = [&](const json& map) {
      if (!map.is_object()) throw refused(mark, "'<<' needs a mapping or a sequence of mappings");
      const auto& members = map.as_object();
      into.merged.insert(into.merged.end(), members.begin(), members.end());
    };
    if (!source.is_array()) return take(source);
    // The first of the sequence wins.
    const auto& maps = source.as_array();
    std::for_each(maps.rbegin(), maps.rend(), take);
  }

  std::vector<container> open_;
  std::map<YAML::anchor_t, weighed> anchors_;
  int last_start_ = -1;
};

tl::unexpected<error> fail_yaml(const std::string& reason) {
  return fail(error_code::invalid_input, "invalid YAML: " + reason);
}

/// All documents; null for those that are empty.
result<std::vector<json>> read_documents(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  // The library loops or mis-reads on such bytes.
  if (const auto bad = find_not_text(text); bad != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    return fail_yaml("line " + std::to_string(line) + ": a control character or a byte that is not UTF-8");
  }
  document_builder builder;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    const auto line = e.mark.is_null() ? std::string() : "line " + std::to_string(e.mark.line + 1) + ": ";
    return fail_yaml(line + e.msg);
  } catch (const std::exception& e) {
    return fail_yaml(e.what());
  }
  return std::move(builder.documents);
}

bool looks_like_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

} // namespace

result<std::vector<json>> parse_yaml_stream(std::string_view text) {
  auto documents = read_documents(text);
  if (documents) std::erase_if(*documents, [](const json& x) { return x.is_null(); });
  return documents;
}

result<json> parse_yaml(std::string_view text) {
  if (looks_like_json(text))
    if (auto value = parse_json(text)) return value;
  auto documents = read_documents(text);
  if (!documents) return tl::unexpected(documents.error());
  if (documents->empty()) return json();
  if (!std::all_of(documents->begin() + 1, documents->end(), [](const json& x) { return x.is_null(); }))
    return fail_yaml("there is more than one document");
  return std::move(documents->front());
}

} // namespace core
