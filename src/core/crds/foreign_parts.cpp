#include "core/crds/foreign_parts.hpp"

#include "text/json/json_parts.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace core::crds {

using text::items;
using text::member;

namespace {

constexpr std::array bundle_path{"spec", "conversion", "webhook", "clientConfig", "caBundle"};

/// The fields that another client owns.
struct foreign_fields {
  std::string manager;
  text::json fields; ///< `fieldsV1` of its entry
};

std::vector<foreign_fields> foreign_fields_of(const text::json& current) {
  std::vector<foreign_fields> found;
  for (const auto& entry : items(member(member(current, "metadata"), "managedFields"))) {
    // Writes of `status` are no part of the definition that is applied.
    if (!entry.is_object() || !entry.string_at("subresource").value_or("").empty()) continue;
    auto manager = entry.string_at("manager").value_or("");
    if (manager == "addon-operator" || manager == "helm") continue;
    found.push_back({std::move(manager), member(entry, "fieldsV1")});
  }
  return found;
}

const text::json* at(const text::json& object, const char* const* key, const char* const* end) {
  const auto* found = &object;
  for (; key != end && found != nullptr; ++key) found = found->is_object() ? found->find(*key) : nullptr;
  return found;
}

text::json with_at(const text::json& object, const char* const* key, const char* const* end, const text::json* value) {
  if (key + 1 == end) return value == nullptr ? object.without(*key) : object.with(*key, *value);
  return object.with(*key, with_at(member(object, *key), key + 1, end, value));
}

/// The other client that owns the field; empty: no other client owns it.
std::string owner_of(const std::vector<foreign_fields>& foreign, const char* const* key, const char* const* end) {
  for (const auto& [manager, fields] : foreign) {
    const auto* found = &fields;
    for (const auto* part = key; part != end && found != nullptr; ++part)
      found = found->is_object() ? found->find(std::string("f:") + *part) : nullptr;
    if (found != nullptr) return manager;
  }
  return {};
}

/// True if the field of the object has this content. The API server adds defaults to objects.
bool has(const text::json& object, const text::json& content) {
  if (object.is_object() && content.is_object()) {
    const auto& all = content.as_object();
    return std::all_of(all.begin(), all.end(), [&](const auto& x) { return has(member(object, x.first), x.second); });
  }
  return object == content;
}

std::string name_of(const text::json& x) {
  return x.is_object() ? x.string_at("name").value_or("") : "";
}

const text::json* called(const text::json::array_type& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const text::json& x) { return name_of(x) == name; });
  return found == list.end() ? nullptr : &*found;
}

/// The laying of an update beside the writes of other clients.
class laying {
public:
  laying(const text::json& update, const text::json& current)
    : current_(current), foreign_(foreign_fields_of(current)), result_{update} {}

  considerate_update result() && {
    keep_bundle();
    keep_versions();
    // Last, because the kept parts are in the update by now and so are not taken.
    for (const auto& [manager, fields] : foreign_) find_taken(manager, fields, result_.object, current_, "");
    return std::move(result_);
  }

private:
  void keep_bundle() {
    const auto* wanted = at(result_.object, bundle_path.begin(), bundle_path.end());
    const auto* now = at(current_, bundle_path.begin(), bundle_path.end());
    if (wanted == nullptr || now == nullptr || !now->is_string() || now->as_string().empty()) return;
    const auto owner = owner_of(foreign_, bundle_path.begin(), bundle_path.end());
    // Generators write `Cg==` for a bundle that cert-manager or a hook fills in later.
    const bool has_placeholder = !has_certificate(*wanted) && has_certificate(*now);
    if (owner.empty() && !has_placeholder) return;
    if (*wanted != *now)
      result_.kept.push_back("caBundle of the conversion webhook" + (owner.empty() ? "" : " (" + owner + ")"));
    // A field that a server-side apply leaves out stays if another client owns it. Without another owner it
    // would go, so it is applied as it is.
    const auto* value = owner.empty() ? now : nullptr;
    result_.object = with_at(result_.object, bundle_path.begin(), bundle_path.end(), value);
  }

  static bool has_certificate(const text::json& bundle) {
    if (!bundle.is_string()) return false;
    const auto text = text::decode_base64(bundle.as_string());
    return text && text->find("-----BEGIN CERTIFICATE-----") != std::string::npos;
  }

  void keep_versions() {
    constexpr std::array path{"spec", "versions"};
    manager_of_versions_ = owner_of(foreign_, path.begin(), path.end());
    read_noted();
    const auto& now = items(member(member(current_, "spec"), "versions"));
    auto versions = items(member(member(result_.object, "spec"), "versions"));
    text::json::array_type parts;
    for (auto& version : versions)
      if (const auto* same = called(now, name_of(version))) version = with_parts(version, *same, parts);
    for (const auto& version : now) {
      const auto name = name_of(version);
      if (called(versions, name) != nullptr || !is_kept("version " + name, parts)) continue;
      // A definition has exactly one storage version, and the module names it.
      versions.push_back(version.with("storage", false));
    }
    if (parts.empty()) return;
    result_.object =
      result_.object.with("spec", member(result_.object, "spec").with("versions", text::json::array(versions)));
    const auto& metadata = member(result_.object, "metadata");
    const auto& before = member(metadata, "annotations");
    const auto annotations = before.is_object() ? before : text::json::object();
    result_.object = result_.object.with(
      "metadata", metadata.with("annotations",
                                annotations.with(kept_parts_annotation, text::json::array(std::move(parts)).dump())));
  }

  void read_noted() {
    const auto& annotations = member(member(current_, "metadata"), "annotations");
    const auto text = annotations.is_object() ? annotations.string_at(kept_parts_annotation) : std::nullopt;
    const auto list = text ? text::parse_json(*text) : base::result<text::json>(text::json());
    if (!list) return;
    for (const auto& x : items(*list))
      if (x.is_string()) noted_.insert(x.as_string());
  }

  /// Whether a part of the versions in the cluster that the update lacks was added by another client.
  bool is_kept(const std::string& part, text::json::array_type& parts) {
    // After an update by the operator the list has no other owner, so the annotation remembers the part.
    if (manager_of_versions_.empty() && !noted_.contains(part)) return false;
    parts.emplace_back(part);
    result_.kept.push_back(part);
    return true;
  }

  text::json with_parts(text::json version, const text::json& now, text::json::array_type& parts) {
    const auto name = name_of(version);
    auto columns = items(member(version, "additionalPrinterColumns"));
    const auto count = columns.size();
    for (const auto& column : items(member(now, "additionalPrinterColumns")))
      if (called(columns, name_of(column)) == nullptr
          && is_kept(name + ".additionalPrinterColumns[" + name_of(column) + "]", parts))
        columns.push_back(column);
    if (columns.size() != count) version = version.with("additionalPrinterColumns", text::json::array(columns));
    auto subresources = member(version, "subresources");
    if (!subresources.is_object()) subresources = text::json::object();
    for (const auto* key : {"status", "scale"}) {
      const auto& there = member(member(now, "subresources"), key);
      // Without `status` or `scale` clients that write this subresource would fail.
      if (there.is_null() || subresources.find(key) != nullptr || !is_kept(name + ".subresources." + key, parts))
        continue;
      subresources = subresources.with(key, there);
      version = version.with("subresources", subresources);
    }
    if (version.find("deprecated") == nullptr && version.find("deprecationWarning") == nullptr
        && now.find("deprecated") != nullptr && is_kept(name + ".deprecated", parts))
      for (const auto* key : {"deprecated", "deprecationWarning"})
        if (const auto* there = now.find(key)) version = version.with(key, *there);
    return version;
  }

  /// Notes the fields that the client owns and the update changes. The depth is bounded by that of the JSON
  /// reader.
  void find_taken(const std::string& manager, const text::json& fields, const text::json& wanted, const text::json& now,
                  const std::string& path) {
    if (!fields.is_object()) return;
    for (const auto& [key, below] : fields.as_object()) {
      if (!key.starts_with("f:")) continue;
      const auto name = key.substr(2);
      const auto* written = wanted.is_object() ? wanted.find(name) : nullptr;
      if (written == nullptr) continue; // stays as it is
      const auto place = path.empty() ? text::shown_key(name) : path + "." + text::shown_key(name);
      const auto& there = member(now, name);
      const bool is_whole = !below.is_object() || below.as_object().empty();
      // The list has a single owner and no fields below it, so its items are compared instead.
      if (place == "spec.versions")
        find_taken_versions(manager, items(*written), items(there));
      else if (!is_whole && written->is_object())
        find_taken(manager, below, *written, there, place);
      else if (!has(there, *written))
        result_.taken.push_back(place + " (" + manager + ")");
    }
  }

  void find_taken_versions(const std::string& manager, const text::json::array_type& wanted,
                           const text::json::array_type& now) {
    for (const auto& version : now) {
      const auto name = name_of(version);
      const auto* written = called(wanted, name);
      if (written == nullptr || !version.is_object()) continue;
      for (const auto& [key, there] : version.as_object()) {
        const auto& after = member(*written, key);
        // An additional property of a schema is lost if the update lacks it.
        if (key == "storage" || (key == "schema" ? after == there : has(after, there))) continue;
        result_.taken.push_back("spec.versions[" + name + "]." + key + " (" + manager + ")");
      }
    }
  }

  const text::json& current_;
  std::vector<foreign_fields> foreign_;
  considerate_update result_;
  std::string manager_of_versions_{}; ///< empty: the operator or Helm
  std::set<std::string> noted_{};     ///< parts in the annotation
};

} // namespace

considerate_update beside_foreign_parts(const text::json& update, const text::json& current) {
  return laying(update, current).result();
}

} // namespace core::crds
