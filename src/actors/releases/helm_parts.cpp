#include "actors/releases/helm_parts.hpp"

#include "actors/releases/start_files_reader.hpp"

#include <utility>

namespace actors::releases {

helm_parts::helm_parts(framework::actor_base<messages::helm_actor>* of, const helm_source& source, helm_peers all,
                       const std::function<bool(const std::string&)>& is_busy)
  : self(of), peers(std::move(all)), platform(source.setup.platform), storage(source.setup.storage),
    identity(source.setup.identity), records(of, peers.kube, source.setup.namespace_name, storage),
    history(of, peers.supervisor, records, source.setup), runs(of, source, peers.supervisor, peers.runner),
    watch(of, peers.supervisor, records, platform, source.instance, is_busy),
    reports(of, peers.metrics, records.known()), capabilities(of, peers), leftovers(of, peers.kube, records),
    leaving(*this, source.setup.stays ? source.removal_grace : std::chrono::microseconds(0)),
    value_grace(std::chrono::ceil<std::chrono::seconds>(source.removal_grace)), file_values(source.file_values),
    flag_order(source.flag_order), instance(source.instance), term(source.term), lookups(of, peers.supervisor),
    lost_modules(of, peers.supervisor, records.known()), unstored_labels(of, peers.supervisor, records),
    place(of, peers, records, platform), looks_for_changes(source.looks_for_changes),
    unread_values(of, peers.supervisor, records, platform, file_values),
    start_files(read_start_files(platform.modules_dirs)) {
  if (term) watch.follow();
}

} // namespace actors::releases
