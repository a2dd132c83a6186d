#pragma once

#include "core/config/config_sections.hpp"
#include "core/values/hook_keys.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::config {

/// Keys of a section, for messages.
struct named_keys {
  std::string section;
  std::vector<std::string> keys; ///< `web.password`
  std::string by;                ///< the hooks that had stored them; may be empty: not known

  friend bool operator==(const named_keys&, const named_keys&) = default;
};

/// The effect of a new content of the ConfigMap on the keys that hooks have stored.
struct stored_keys_effect {
  std::vector<named_keys> missing;     ///< the content lacks them since now, and they are kept
  std::vector<named_keys> overwritten; ///< the content has other values of a user
  std::set<std::string> unwritten;     ///< sections with kept keys that the ConfigMap lacks
};

/// The keys of the ConfigMap that config values patches of hooks have stored, with their values. A tool that
/// replaces the ConfigMap by the text of a repository takes such keys away, although no user has decided
/// that: the text never had them. So a key that is missing keeps its value. A different value, which may be
/// null, is an edit of a user and counts. A hook may remove its key. A part of the CONFIG WATCHER.
class stored_keys {
public:
  /// The bound of keys for each section. Keys beyond it go with a replacement.
  static constexpr std::size_t keys_max = 200;

  /// Notes a write of a hook before it is sent. Its effect begins when the ConfigMap shows the content
  /// `after`, or with `written`.
  /// @param before the content of the section in use; null: there is none
  /// @param by for messages: `hook 'hooks/a.sh' of module 'web'`
  void writing(const std::string& section, const text::json* before, text::json after, std::string by);
  void written(const std::string& section);
  /// The annotation of the ConfigMap after this write; empty: no annotation. It is a JSON object of sections,
  /// each with an object of places (`/web/password`). A place has a list: the checksum of its value, the
  /// hook, and the checksums of `hook_key_standing::anew`.
  [[nodiscard]] std::string annotation_after(const std::string& section, const text::json* before,
                                             const text::json& after, const std::string& by) const;

  /// The bound of a record in bytes. Keys beyond it go with a replacement while no operator runs.
  static constexpr std::size_t record_bytes_max = std::size_t{512} << 10;

  /// The stored keys of these sections for a later process, beside the ConfigMap: a JSON object of sections,
  /// each with an object of places, which have a list of the value and its hook.
  [[nodiscard]] std::string record(const std::set<std::string>& sections) const;
  /// Takes the record of an earlier process. A key of the record that the first content lacks counts as
  /// missing, as if a replacement of the ConfigMap had just taken it away, unless the annotation shows that
  /// its hook has removed it. A text that is no record is empty.
  void remember(const std::string& record);
  /// The keys of this section in the record, until a content of the ConfigMap has been taken.
  [[nodiscard]] std::vector<std::string> remembered(const std::string& section) const;

  /// The places of the stored keys of these sections, without values, for a mark in a second object: a JSON
  /// list. Lost keys are among them.
  [[nodiscard]] std::string marks(const std::set<std::string>& sections) const;
  /// Takes the marks of an earlier process whose record has gone. A key of these sections among them is lost
  /// if the first content lacks it and has no annotation, until a content has it; the value may be null. A
  /// text that is no list has no effect.
  void lose(const std::string& marks, const std::set<std::string>& sections);
  /// The keys that are lost now, for messages.
  [[nodiscard]] std::vector<named_keys> lost() const;

  /// See `hook_key_standing::doubt`.
  /// @param ends_us steady clock
  void doubt(std::string why, std::int64_t ends_us);
  /// The standing for an absent ConfigMap; null: there is no doubt.
  [[nodiscard]] std::shared_ptr<const values::hook_key_standing> doubted() const;

  /// Takes a content of the ConfigMap, and lays the keys that it lacks over it. A blank section, a section
  /// that is `false` or cannot be used, and an absent ConfigMap get no keys. The first content makes the keys
  /// known that earlier processes have noted in the annotation.
  /// @param annotation see `annotation_after`
  /// @param known keys with a meaning, see `known_config_keys`; empty: all
  stored_keys_effect take(configuration& now, const std::string& annotation, const std::set<std::string>& known);

private:
  struct stored_key {
    text::json value;
    std::string by;
    bool is_missing = false;
  };
  struct pending_write {
    std::optional<text::json> before;
    text::json after;
    std::string by;
  };
  using keys = std::map<text::json_pointer, stored_key>;

  void learn(const configuration& first, const std::string& annotation);
  void learn(const configuration& first, const text::json_pointer& place, const text::json& note);
  void learn_record(const configuration& first, const text::json& noted);
  void find_lost(const configuration& now);
  void note_write(const std::string& section, const pending_write& x);
  void note_value(const text::json_pointer& place, const pending_write& x, const text::json* before,
                  const text::json& value);
  void note_removal(const text::json_pointer& place);
  /// Takes the content of a section.
  void take_section(const std::string& section, keys& known, configuration& now, stored_keys_effect& effect);
  [[nodiscard]] std::shared_ptr<const values::hook_key_standing> standing() const;

  std::map<std::string, keys> keys_; ///< by section
  std::map<std::string, pending_write> pending_;
  std::map<text::json_pointer, std::vector<std::string>> anew_;
  std::set<text::json_pointer> given_up_; ///< that hooks had stored at some time
  std::set<text::json_pointer> lost_;     ///< see `lose`
  bool has_begun_ = false;
  std::string doubt_{}; ///< see `doubt`
  std::int64_t doubt_ends_us_ = 0;
  text::json record_ = text::json::object(); ///< of an earlier process, until it is taken
};

} // namespace core::config
