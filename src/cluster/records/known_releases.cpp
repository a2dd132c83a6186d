#include "cluster/records/known_releases.hpp"

#include "core/releases/chart_directories.hpp"
#include "core/releases/proven_inputs.hpp"
#include "core/releases/release.hpp"
#include "core/releases/unpacked_record.hpp"
#include "kube/objects/resource_version.hpp"
#include "text/json/json.hpp"

#include <utility>
#include <variant>

namespace cluster::records {

namespace {

std::string version_of(std::string_view secret) {
  const auto object = text::parse_json(secret);
  return object ? kube::objects::resource_version_of(*object) : std::string{};
}

} // namespace

void known_releases::list(const std::vector<std::string_view>& secrets, const std::string& version) {
  auto newer = read_after(version);
  std::vector<core::releases::release> all;
  for (const auto text : secrets) {
    auto release = core::releases::read_release(text);
    if (!release || is_deleted(*release, text)) continue;
    const auto own = own_.find(core::releases::release_secret_name(release->name, release->revision));
    // The list has caught up with the Secret that was read after a run.
    if (own != own_.end() && !kube::objects::is_older(version_of(text), own->second)) own_.erase(own);
    all.push_back(std::move(*release));
  }
  releases_.replace(std::move(all));
  for (auto& x : newer)
    if (own_.contains(core::releases::release_secret_name(x.name, x.revision))) releases_.put(std::move(x));
  releases_.complete();
}

void known_releases::forget_history() {
  own_.clear();
  deleted_.clear();
  gone_.clear();
}

std::vector<core::releases::release> known_releases::read_after(const std::string& version) {
  // A list decides about all Secrets with a version up to the version of the list. After a restore of the API
  // server from a backup the lists have lower versions; `forget_history` comes first then.
  const auto is_known_to_list = [&](const auto& entry) { return !kube::objects::is_older(version, entry.second); };
  if (!version.empty()) std::erase_if(own_, is_known_to_list);
  if (!version.empty()) std::erase_if(deleted_, is_known_to_list);
  std::vector<core::releases::release> found;
  for (const auto& name : releases_.names())
    if (const auto last = latest_stored(name);
        last && own_.contains(core::releases::release_secret_name(name, last->revision)))
      found.push_back(*last);
  return found;
}

bool known_releases::is_deleted(const core::releases::release& x, std::string_view secret) {
  const auto found = deleted_.find(core::releases::release_secret_name(x.name, x.revision));
  if (found == deleted_.end()) return false;
  const auto version = version_of(secret);
  if (version == found->second || kube::objects::is_older(version, found->second)) return true;
  // The Secret has a newer version, so the revision was made again.
  deleted_.erase(found);
  return false;
}

bool known_releases::is_outdated(const core::releases::release& x, std::string_view secret) {
  if (is_deleted(x, secret)) return true;
  const auto own = own_.find(core::releases::release_secret_name(x.name, x.revision));
  if (own == own_.end()) return false;
  if (kube::objects::is_older(version_of(secret), own->second)) return true;
  own_.erase(own);
  return false;
}

bool known_releases::is_gone(const core::releases::release& x, std::string_view secret) const {
  const auto of_release = gone_.find(x.name);
  if (of_release == gone_.end()) return false;
  const auto deleted = of_release->second.find(x.revision);
  return deleted != of_release->second.end() && kube::objects::is_older(version_of(secret), deleted->second);
}

void known_releases::put(std::string_view secret) {
  auto release = core::releases::read_release(secret);
  if (release && !is_outdated(*release, secret)) releases_.put(std::move(*release));
}

void known_releases::remove(std::string_view secret) {
  const auto release = core::releases::read_release(secret);
  if (!release || is_outdated(*release, secret)) return;
  gone_[release->name][release->revision] = version_of(secret);
  releases_.remove(release->name, release->revision);
}

base::result<void> known_releases::take(std::string_view secret, const std::string& namespace_name) {
  const auto release = core::releases::read_release(secret);
  if (!release) return tl::unexpected(release.error());
  if (is_gone(*release, secret)) return {};
  own_[core::releases::release_secret_name(release->name, release->revision)] = version_of(secret);
  releases_.put(*release);
  auto record = core::releases::read_record(secret);
  if (!record) return tl::unexpected(record.error());
  const auto& manifest = record->manifest;
  auto parts = core::releases::read_manifest_parts(manifest, namespace_name);
  if (!parts) return base::fail("release '" + release->name + "'", parts.error());
  manifests_[release->name] = {
    revision_identity::of(*release),
    core::releases::manifest_digest(manifest),
    std::make_shared<const std::vector<core::releases::manifest_object>>(std::move(parts->objects)),
    core::releases::templates_of_manifest(manifest),
    std::move(record->files),
    std::move(record->modules),
    std::move(record->schemas),
    std::move(record->version),
    std::move(parts->kept),
    std::move(parts->keys)};
  return {};
}

void known_releases::take_away(const std::string& name, std::uint32_t revision) {
  releases_.remove(name, revision);
  manifests_.erase(name);
}

void known_releases::deleted(const std::string& name, std::uint32_t revision, const std::string& version) {
  const auto secret = core::releases::release_secret_name(name, revision);
  own_.erase(secret);
  deleted_[secret] = version;
  take_away(name, revision);
}

void known_releases::take_away_all(const std::string& name) {
  manifests_.erase(name);
  confirmed_.erase(name);
  for (auto known = releases_.find(name); std::holds_alternative<core::releases::release>(known);
       known = releases_.find(name))
    releases_.remove(name, std::get<core::releases::release>(known).revision);
}

void known_releases::confirm(const core::releases::release& revision, std::string inputs_digest) {
  confirmed_[revision.name] = {revision_identity::of(revision), std::move(inputs_digest)};
}

std::optional<std::string> known_releases::unwritten_proof(const std::string& name) const {
  const auto last = latest(name);
  const auto inputs = confirmed_.find(name);
  if (!last || inputs == confirmed_.end() || inputs->second.revision != revision_identity::of(*last))
    return std::nullopt;
  return core::releases::proof_patch(*last, inputs->second.digest);
}

std::string known_releases::confirmed(const std::string& name) const {
  const auto inputs = confirmed_.find(name);
  return inputs == confirmed_.end() ? std::string() : inputs->second.digest;
}

core::releases::release_knowledge known_releases::find(const std::string& name) const {
  auto known = releases_.find(name);
  auto* release = std::get_if<core::releases::release>(&known);
  if (release != nullptr) add_unstored(*release);
  const auto inputs = confirmed_.find(name);
  if (release != nullptr && inputs != confirmed_.end() && inputs->second.revision == revision_identity::of(*release))
    // The digest is a label only in this copy. As a label of the known release it would make a release of
    // another client look like a release of the operator.
    release->labels[std::string(core::releases::inputs_checksum_label)] = inputs->second.digest;
  return known;
}

std::optional<core::releases::release> known_releases::latest_stored(const std::string& name) const {
  const auto known = releases_.find(name);
  const auto* last = std::get_if<core::releases::release>(&known);
  return last == nullptr ? std::nullopt : std::optional(*last);
}

std::optional<core::releases::release> known_releases::latest(const std::string& name) const {
  auto last = latest_stored(name);
  if (last) add_unstored(*last);
  return last;
}

void known_releases::note_written(const core::releases::release& stored,
                                  const std::map<std::string, std::string>& written) {
  std::map<std::string, std::string> all;
  // Helm copies labels to the next revision, so labels that the operator has written to the last revision
  // without effect count for this revision, too.
  const auto before = unstored_.find(stored.name);
  const bool is_later =
    before != unstored_.end()
    && (before->second.revision == revision_identity::of(stored) || before->second.revision.number < stored.revision);
  if (is_later) all = before->second.labels;
  for (const auto& [label, value] : written)
    if (value.empty() || value == core::releases::label_taken_away)
      all.erase(label);
    else
      all.insert_or_assign(label, value);
  std::erase_if(all, [&](const auto& x) { return stored.label(x.first).has_value(); });
  if (all.empty())
    unstored_.erase(stored.name);
  else
    unstored_.insert_or_assign(stored.name, unstored_labels{revision_identity::of(stored), std::move(all)});
}

void known_releases::add_unstored(core::releases::release& x) const {
  const auto found = unstored_.find(x.name);
  if (found == unstored_.end() || found->second.revision != revision_identity::of(x)) return;
  for (const auto& [label, value] : found->second.labels) x.labels.emplace(label, value);
}

std::map<std::string, std::string> known_releases::unstored(const std::string& name) const {
  const auto found = unstored_.find(name);
  const auto last = found == unstored_.end() ? std::nullopt : latest_stored(name);
  if (!last || found->second.revision != revision_identity::of(*last)) return {};
  auto labels = found->second.labels;
  std::erase_if(labels, [&](const auto& x) { return last->label(x.first).has_value(); });
  return labels;
}

std::vector<std::string> known_releases::releases_with_unstored() const {
  std::vector<std::string> names;
  for (const auto& [name, labels] : unstored_)
    if (!unstored(name).empty()) names.push_back(name);
  return names;
}

const released_manifest* known_releases::latest_manifest(const std::string& name) const {
  const auto last = latest(name);
  return last ? manifest(*last) : nullptr;
}

const released_manifest* known_releases::manifest(const core::releases::release& revision) const {
  const auto found = manifests_.find(revision.name);
  return found == manifests_.end() || found->second.revision != revision_identity::of(revision) ? nullptr
                                                                                                : &found->second;
}

} // namespace cluster::records
