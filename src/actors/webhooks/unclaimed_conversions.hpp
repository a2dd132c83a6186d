#pragma once

#include "actors/messages/supervisor.hpp"
#include "actors/webhooks/registrar_self.hpp"
#include "kube/objects/list_reader.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::webhooks {

/// Finds the CustomResourceDefinitions with the mark of this platform whose conversion no hook does any more:
/// their objects cannot be read in versions other than the stored version. Reports each in the log and on
/// /readyz, with the way out. A part of the WEBHOOK REGISTRAR.
///
/// Lists the metadata of all definitions, in pages: once when the hooks are known, again when hooks convert
/// other definitions, and after a change of a reported definition. No timer repeats it.
class unclaimed_conversions {
public:
  using watch_definition = std::function<void(const std::string& name)>;

  /// @param platform the mark of this platform
  /// @param watch called for each reported definition; its changes come to `look_again`
  unclaimed_conversions(registrar_self self, messages::kube_client_actor kube, messages::supervisor_actor supervisor,
                        std::string platform, watch_definition watch);
  unclaimed_conversions(const unclaimed_conversions&) = delete;
  unclaimed_conversions& operator=(const unclaimed_conversions&) = delete;

  /// @param converted the definitions that hooks convert. @pre all hooks are known
  void look(const std::set<std::string>& converted);
  /// Looks again, if a definition is reported.
  void look_again();

private:
  void begin();
  void list(const std::string& continue_token);
  void on_page(const base::result<kube::objects::object_list>& page, const std::string& before);
  void note_marked(const kube::objects::object_bytes& definition);
  /// Reads the next marked definition: the mark may be older than its conversion.
  void read_next();
  void end(const std::set<std::string>& found);
  /// Ends a look that has failed. Earlier reports stay. The next call of `look` lists the definitions again,
  /// unless the API server has refused the list (403) and hooks convert the same definitions as before.
  void fail(const base::error& why);
  void conclude();
  void report(const std::string& definition);

  registrar_self self_;
  messages::kube_client_actor kube_;
  messages::supervisor_actor supervisor_;
  std::string platform_;
  watch_definition watch_;
  std::set<std::string> converted_; ///< of the last call of `look`
  /// `converted_` of the last look. Empty: there was no look yet, or it has failed for another reason than a
  /// 403.
  std::optional<std::set<std::string>> looked_;
  std::vector<std::string> marked_; ///< still to be read; bound: the definitions with the mark
  std::set<std::string> found_;     ///< by the look that is under way; bound: as `marked_`
  std::set<std::string> reported_;  ///< bound: as `marked_`
  bool is_looking_ = false;
  bool looks_again_ = false;
};

} // namespace actors::webhooks
