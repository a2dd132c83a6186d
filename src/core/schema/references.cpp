#include "core/schema/references.hpp"

#include "base/excerpt.hpp"
#include "core/schema/extension.hpp"
#include "core/schema/keywords.hpp"
#include "core/schema/walk.hpp"
#include "text/json/json_pointer.hpp"
#include "text/json/nesting.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_scalar.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace core::schema {
namespace {

/// The maximal number of schemas in a document after all references are followed, repetitions included. Real
/// documents are far smaller.
constexpr std::size_t schemas_max = 10'000;

/// A part of a document with its references followed.
struct expansion {
  text::json document = text::json::object();
  std::size_t schemas = 1; ///< in it, itself included
  std::size_t depth = 1;   ///< of the schemas in it, itself included

  /// Adds the counts of an inner part.
  void add(const expansion& part) {
    schemas = std::min(schemas + part.schemas, schemas_max + 1);
    depth = std::max(depth, part.depth + 1);
  }
};

/// The address of a container's members: copies share it.
const void* identity_of(const text::json& container) {
  if (container.is_object()) return &container.as_object();
  return container.is_array() ? static_cast<const void*>(&container.as_array()) : nullptr;
}

/// A document into which references lead.
struct target_document {
  std::string name = {}; ///< of its file; empty: that of the schema itself
  text::json document = {};
  bool is_complete = true;
};

/// The files that references lead to, each parsed when it is needed first.
class target_files {
public:
  explicit target_files(const files* files) : files_(files) {}

  /// The file of a reference. It stays where it is.
  base::result<const target_document*> find(const target_document& from, const std::string& file) {
    const auto way = files_ ? files_->ways.find({from.name, file}) : decltype(files_->ways.end()){};
    if (!files_ || way == files_->ways.end()) return base::fail(base::error_code::not_found, "this file was not read");
    if (!way->second) return tl::unexpected(way->second.error());
    const auto [at, is_new] = documents_.try_emplace(*way->second);
    if (is_new) at->second = parse(*way->second);
    if (!at->second) return tl::unexpected(at->second.error());
    return &*at->second;
  }

private:
  [[nodiscard]] base::result<target_document> parse(const std::string& name) const {
    text::yaml_faults faults;
    const auto document = text::parse_yaml(files_->texts.at(name), faults);
    if (!document) return base::fail(name, document.error());
    return target_document{.name = name, .document = without_empty_keywords(*document)};
  }

  const files* files_;
  std::map<std::string, base::result<target_document>> documents_;
};

/// Expands depth first. Each part is expanded once, however many references lead to it. Parts that are being
/// expanded are marked, so that a circle is noticed.
class reference_expander {
public:
  explicit reference_expander(const reference_targets& targets)
    : own_{.document = targets.document, .is_complete = targets.is_complete}, files_(targets.files) {}

  /// A schema, or a list of schemas.
  /// @param place where it is, for mistakes
  expansion expand(const text::json& value, const std::string& place) {
    const auto* identity = identity_of(value);
    if (!identity) return {.document = value};
    // The document will be refused, so no further memory is used for it. A part that many references share is
    // counted once here, and each time in `schemas`.
    if (known_.size() > schemas_max) return {.document = text::json::object(), .schemas = schemas_max + 1};
    const auto [at, is_new] = known_.try_emplace(identity);
    auto& known = at->second;
    if (!is_new && known) return *known;
    if (!is_new) return refuse_circle();
    ++depth_;
    auto expanded = value.is_array() ? expand_list(value.as_array(), place) : expand_schema(value, place);
    --depth_;
    known = expanded;
    return expanded;
  }

  notes mistakes;

private:
  struct step {
    std::string reference;
    std::string place;
  };

  expansion expand_schema(const text::json& value, const std::string& place) {
    if (const auto* reference = value.find("$ref")) {
      if (reference->is_string()) return follow({reference->as_string(), place});
      mistakes.note(place, "'$ref' must be a string, got " + base::excerpt(reference->dump()));
      return {};
    }
    expansion expanded;
    auto members = value.as_object();
    for (auto& [keyword, content] : members) {
      const auto what = content_of(keyword);
      if (what == keyword_content::data) continue;
      const auto inside = place + "." + keyword;
      const auto part = what == keyword_content::schema ? expand(content, inside) : expand_map(content, inside);
      expanded.add(part);
      content = part.document;
    }
    expanded.document = text::json::object(std::move(members));
    return expanded;
  }

  expansion expand_list(text::json::array_type items, const std::string& place) {
    expansion expanded;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto part = expand(items[i], place + "[" + std::to_string(i) + "]");
      expanded.add(part);
      items[i] = part.document;
    }
    expanded.document = text::json::array(std::move(items));
    return expanded;
  }

  expansion expand_map(const text::json& map, const std::string& place) {
    if (!map.is_object()) return {.document = map};
    expansion expanded;
    auto members = map.as_object();
    for (auto& [name, schema] : members) {
      const auto part = expand(schema, place + "." + name);
      expanded.add(part);
      schema = part.document;
    }
    expanded.document = text::json::object(std::move(members));
    return expanded;
  }

  expansion refuse(const step& from, const std::string& reason) {
    mistakes.note(from.place, "$ref '" + base::excerpt(from.reference) + "': " + reason);
    return {};
  }

  /// Refuses the reference that was followed last: it leads back to a part that is being expanded.
  expansion refuse_circle() { return refuse(way_.back(), "leads into itself, which is not supported"); }

  expansion follow(const step& from) {
    const auto [file, place] = split(from.reference);
    const auto in = file.empty() ? base::result<const target_document*>(here_) : files_.find(*here_, file);
    if (!in) return refuse(from, in.error().message);
    const auto target_place = text::parse_json_pointer(place);
    const auto* target = target_place ? text::find_at((*in)->document, *target_place) : nullptr;
    // The missing target may be in the file that cannot be used, which has its own error.
    if (!target && !(*in)->is_complete) return {};
    if (!target) return refuse(from, "there is nothing in the file" + hint_of_boolean_key(**in, target_place));
    if (depth_ >= text::nesting_max) return refuse_depth(from);
    way_.push_back(from);
    // References in that file are relative to that file.
    const auto before = std::exchange(here_, *in);
    auto expanded = expand(*target, place_of(*target_place));
    here_ = before;
    way_.pop_back();
    return depth_ + expanded.depth > text::nesting_max ? refuse_depth(from) : expanded;
  }

  expansion refuse_depth(const step& from) {
    return refuse(from, "schemas are nested deeper than " + std::to_string(text::nesting_max) + " by references");
  }

  /// The place in the document that references lead to now, as messages name it.
  std::string place_of(const text::json_pointer& pointer) const {
    auto place = (here_->name.empty() ? "" : here_->name + ": ") + "schema";
    const auto* at = &here_->document;
    for (const auto& token : pointer.tokens) {
      place += at->is_array() ? "[" + token + "]" : "." + token;
      at = text::find_at(*at, {{token}});
    }
    return place;
  }

  /// A hint for a place that would exist if YAML had not read a name on the way to it as a truth value.
  static std::string hint_of_boolean_key(const target_document& in, const base::result<text::json_pointer>& place) {
    if (!place) return {};
    const auto* at = &in.document;
    for (const auto& token : place->tokens) {
      if (const auto* next = text::find_at(*at, {{token}})) {
        at = next;
        continue;
      }
      // YAML 1.1 reads bare keys like `on` and `no` as truth values.
      const auto read_as = text::boolean_key(token);
      if (!read_as || !at->find(*read_as)) return {};
      return "; there is '" + *read_as + "', which is how YAML reads the bare key " + token + ": put it in quotes";
    }
    return {};
  }

  target_document own_;
  target_files files_;
  const target_document* here_ = &own_;                             ///< the document of the part that is being expanded
  std::unordered_map<const void*, std::optional<expansion>> known_; ///< nullopt: being expanded
  std::vector<step> way_;                                           ///< references that are being followed
  std::size_t depth_ = 0;
};

} // namespace

expanded_schema expand_references(const text::json& document, const reference_targets& targets) {
  reference_expander expander(targets);
  auto expanded = expander.expand(document, "schema");
  if (expanded.schemas <= schemas_max) return {std::move(expanded.document), std::move(expander.mistakes)};
  expander.mistakes.note("schema", "has more than " + std::to_string(schemas_max)
                                     + " schemas, with all that references and aliases repeat");
  return {text::json::object(), std::move(expander.mistakes)};
}

expanded_schema expand_references(const text::json& document) {
  return expand_references(document, {.document = document});
}

} // namespace core::schema
