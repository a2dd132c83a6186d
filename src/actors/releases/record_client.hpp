#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "cluster/records/release_records.hpp"
#include "core/releases/release.hpp"
#include "kube/api/api_path.hpp"
#include "kube/api/request.hpp"
#include "kube/objects/list_reader.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

/// All requests on the records of releases: the Secrets, or ConfigMaps, in which Helm keeps the revisions. A
/// part of HELM; everything here runs in its handlers. A record that was read or written becomes known.
class record_client {
public:
  record_client(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                std::string namespace_name, core::releases::release_storage storage);

  using on_done = std::function<void(const base::result<void>&)>;
  using on_record = std::function<void(const base::result<std::string>&)>;
  using on_list = std::function<void(const base::result<kube::objects::object_list>&)>;

  [[nodiscard]] cluster::records::release_records& known() noexcept { return known_; }
  [[nodiscard]] const cluster::records::release_records& known() const noexcept { return known_; }
  [[nodiscard]] const std::string& namespace_name() const noexcept { return namespace_name_; }
  /// The kind of the objects in which Helm keeps releases.
  [[nodiscard]] const kube::api::resource& kind() const noexcept { return kind_; }

  /// Takes the text of a record that was read. A record that cannot be understood is not known.
  void know(std::string_view record);

  // -- reading

  /// Reads the record of a revision, which does not become known. Errors: `not_found` if it has gone.
  void read(const std::string& release, std::uint32_t revision, on_record then);
  /// A record and its age: the time since a client wrote it, by the clock of the API server.
  struct aged {
    std::string record;
    core::releases::release release;
    std::chrono::seconds age{0};
  };
  using on_age = std::function<void(const std::optional<aged>&)>;
  /// Reads the record of a revision, which does not become known, with its age; nullopt: the age is unknown.
  void read_age(const std::string& release, std::uint32_t revision, on_age then);
  enum class which { all, deployed };
  /// Lists records of a release, which do not become known.
  void list(const std::string& release, which records, kube::api::object_content content, on_list then);
  /// Reads the record that a run of Helm has written, because the watch may be behind, or lost. Until the
  /// read succeeds the release counts as unread: it exists, whatever the watch shows.
  void read_deployed(const std::string& release, on_done then);
  /// Reads the record of the latest revision, if it exists and was not read before. A record that has gone is
  /// not known any more.
  void know_manifest(const std::string& release, on_done then);
  /// Releases whose record Helm has written and the operator has not read since.
  [[nodiscard]] const std::set<std::string>& unread() const noexcept { return unread_; }

  // -- writing

  /// Writes a number into the label of a revision. A number other than the revision's own marks the revision
  /// as made by another client.
  void set_number(const core::releases::release& of, std::uint32_t number, on_done then);
  /// Gives the record of a revision a label.
  /// @param then gets the record with the label; an empty text: there is no such record
  void set_label(const core::releases::release& of, std::string_view label, const std::string& value, on_record then);
  /// Gives the record of a revision several labels; an empty text removes a label.
  void set_labels(const core::releases::release& of, const std::map<std::string, std::string>& labels, on_record then);
  /// Changes the record of a revision by a merge patch.
  void patch(const std::string& release, std::uint32_t revision, std::string body, on_record then);
  /// Deletes the record of a revision if it still has this version. Succeeds if the record does not exist.
  void remove(const std::string& release, std::uint32_t revision, const std::string& version, on_done then);
  /// Deletes all records of an uninstalled release, the latest record last. Errors: `already_exists` if the
  /// release is there again.
  void remove_uninstalled(const std::string& release, on_done then);

private:
  /// A record and the version at which it was read.
  struct seen_record {
    core::releases::release release;
    std::string version;
    std::string text; ///< with metadata only
  };

  void look_at_number(const core::releases::release& last, on_done then);
  void remove_seen(std::vector<seen_record> oldest_first, on_done then);
  void call(kube::api::http_request request, std::function<void(const base::result<kube::api::http_response>&)> then);
  [[nodiscard]] kube::api::object_location place_of(const std::string& release, std::uint32_t revision) const;

  framework::actor_base<messages::helm_actor>* self_;
  messages::kube_client_actor kube_;
  std::string namespace_name_;
  kube::api::resource kind_;
  cluster::records::release_records known_;
  std::set<std::string> unread_;
};

} // namespace actors::releases
