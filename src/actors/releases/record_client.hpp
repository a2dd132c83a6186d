#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "cluster/records/known_releases.hpp"
#include "core/releases/hidden_record.hpp"
#include "core/releases/release.hpp"
#include "kube/api/api_path.hpp"
#include "kube/api/request.hpp"
#include "kube/objects/list_reader.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

/// All requests for records of releases: the Secrets, or ConfigMaps, in which Helm stores revisions. A record
/// that is written becomes known, and so does a record that `read_deployed` or `know_manifest` reads. A part
/// of HELM; everything here runs in its handlers.
class record_client {
public:
  record_client(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                std::string namespace_name, core::releases::release_storage storage);

  using on_done = std::function<void(const base::result<void>&)>;
  using on_record = std::function<void(const base::result<std::string>&)>;
  using on_list = std::function<void(const base::result<kube::objects::object_list>&)>;

  [[nodiscard]] cluster::records::known_releases& known() noexcept { return known_; }
  [[nodiscard]] const cluster::records::known_releases& known() const noexcept { return known_; }
  [[nodiscard]] const std::string& namespace_name() const noexcept { return namespace_name_; }
  /// The kind of the records: Secret or ConfigMap.
  [[nodiscard]] const kube::api::resource& kind() const noexcept { return kind_; }

  /// Makes a record known. A record with unknown content is ignored.
  void know(std::string_view record);

  // -- reading

  /// Reads the record of a revision without making it known. Errors: `not_found` if it was deleted.
  void read(const std::string& release, std::uint32_t revision, on_record then);
  /// A record and its age: the time since its last write, by the clock of the API server.
  struct aged {
    std::string record;
    core::releases::release release;
    std::chrono::seconds age{0};
  };
  using on_age = std::function<void(const std::optional<aged>&)>;
  /// Reads the record of a revision, with its age, without making it known; nullopt: the age is unknown.
  void read_age(const std::string& release, std::uint32_t revision, on_age then);
  enum class which { all, deployed };
  /// Lists records of a release without making them known.
  void list(const std::string& release, which records, kube::api::object_content content, on_list then);
  /// Finds the latest record of an operator's release in the kind of objects that Helm's other driver uses.
  /// @param then gets its name for people, empty: no record, or the operator may not list this kind
  void find_other(const std::string& release, on_record then);
  using on_hidden = std::function<void(const base::result<std::vector<core::releases::hidden_record>>&)>;
  /// Finds the records of a release that Helm does not find, by their type and name.
  void find_hidden(const std::string& release, on_hidden then);
  using hidden_releases = std::map<std::string, std::vector<core::releases::hidden_record>>;
  /// Finds the records of all releases that have lost the label `owner`. Asks again only after
  /// `forget_hidden`, so that a discovery costs no request. After a failure the former answer counts, and the
  /// next call asks.
  void find_all_hidden(std::function<void(const hidden_releases&)> then);
  /// Records have come or gone, so other records may be hidden.
  void forget_hidden() noexcept { is_hidden_known_ = false; }
  /// True if the release had hidden records when they were last looked for.
  [[nodiscard]] bool is_hidden(const std::string& release) const { return hidden_.contains(release); }
  /// Reads the record that a run of Helm has written, because the watch may be behind or lost. Until this
  /// succeeds the release counts as unread: it exists even if the watch does not show it.
  void read_deployed(const std::string& release, on_done then);
  /// Reads the record of the latest revision if it was not read before. If it was deleted, it is no longer
  /// known.
  void know_manifest(const std::string& release, on_done then);
  /// Releases with a record that Helm has written and the operator has not read yet.
  [[nodiscard]] const std::set<std::string>& unread() const noexcept { return unread_; }

  // -- writing

  /// Writes a number into the label of a revision. A wrong number marks the revision as made by another
  /// client.
  void set_number(const core::releases::release& of, std::uint32_t number, on_done then);
  /// Sets a label of a revision's record.
  /// @param then gets the changed record; an empty text: there is no such record
  void set_label(const core::releases::release& of, std::string_view label, const std::string& value, on_record then);
  /// Sets labels of a revision's record; an empty text removes a label.
  void set_labels(const core::releases::release& of, const std::map<std::string, std::string>& labels, on_record then);
  /// Changes a revision's record by a merge patch.
  void patch(const std::string& release, std::uint32_t revision, std::string body, on_record then);
  /// Deletes a revision's record if it still has this version. Succeeds if the record does not exist.
  void remove(const std::string& release, std::uint32_t revision, const std::string& version, on_done then);
  /// Deletes all records of an uninstalled release, the latest record last. Errors: `already_exists` if the
  /// release was installed again.
  void remove_uninstalled(const std::string& release, on_done then);

private:
  /// A record and the version at which it was read.
  struct seen_record {
    core::releases::release release;
    std::string version;
    std::string text; ///< only its metadata
  };

  /// A search for hidden records, which reads a list page by page.
  struct hidden_search {
    std::string release; ///< empty: of all releases
    kube::api::list_options options;
    std::vector<core::releases::hidden_record> found{};
    on_hidden then;
  };
  [[nodiscard]] kube::api::list_options options_for_hidden() const;
  void read_page(const std::shared_ptr<hidden_search>& x);
  void look_at_number(const core::releases::release& last, on_done then);
  void remove_seen(std::vector<seen_record> oldest_first, on_done then);
  void call(kube::api::http_request request, std::function<void(const base::result<kube::api::http_response>&)> then);
  [[nodiscard]] kube::api::object_location place_of(const std::string& release, std::uint32_t revision) const;

  framework::actor_base<messages::helm_actor>* self_;
  messages::kube_client_actor kube_;
  std::string namespace_name_;
  kube::api::resource kind_;
  kube::api::resource other_kind_; ///< of Helm's other driver
  cluster::records::known_releases known_;
  std::set<std::string> unread_;
  hidden_releases hidden_; ///< bound: the records in the namespace
  bool is_hidden_known_ = false;
};

} // namespace actors::releases
