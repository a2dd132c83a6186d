#include "core/releases/public_words.hpp"

#include <algorithm>
#include <set>

namespace core::releases {

namespace {

constexpr std::string_view public_words = R"(
address addresses admission admissionregistration affinity after allowed already always anchor annotation
annotations apiextensions apiregistration apiservice apiservices apiversion applied apply apps argument
arguments array arrays authentication authorization autoscaling batch before between block boolean called
calling cannot cause caused certificate certificates certificatesigningrequest change changed changes
character characters chart charts client clients closing cluster clusterissuer clusterrole
clusterrolebinding clusterrolebindings clusterroles clusters coalesce collection column command condition
config configmap configmaps configuration conflict conflicts connect connection constraint constraints
container containers context conversion convert converted converting coordination coreos could couldn create
created creating cronjob cronjobs current customresourcedefinition customresourcedefinitions daemonset
daemonsets data deadline decimal decode decoding default defaults defined delete deleted deleting denied
dependencies dependency deployed deployment deployments details directory disable disabled discovery
document documents does doesn domain duplicate during enable enabled encode encoding endpoints endpointslice
env environment error errors escape evaluate evaluating event events exceeded executing execution exist
exists expected expression extensions failed fails failure false field fields file files float flowcontrol
forbidden found from fromjson fromyaml function functions genselfsignedcert gensignedcert group groups have
helm history horizontalpodautoscaler horizontalpodautoscalers host hostname hosts ifnotpresent image images
immutable include indent indentation index ingress ingressclass ingresses install installation integer
integers interface into invalid io issuer job jobs json k8s kind kinds kubectl kubernetes label labels lease
leases least less limitrange limits line list localhost lookup manifest manifests mapped mapping marshal
match matches matching matchlabels meet memory message metadata method missing modified modify monitoring
more most mount mountpath mounts must mustdatemodify mustregexmatch mutatingwebhookconfiguration name names
namespace namespaces networking networkpolicies networkpolicy never nil nindent node nodeport nodes null
number numbers object objects onfailure only operation operations other parse parsed parsing patch patched
patching path paths pending permission permissions persistentvolume persistentvolumeclaim
persistentvolumeclaims persistentvolumes pod poddisruptionbudget poddisruptionbudgets podmonitor pods
pointer policy port ports printf println priorityclass prometheusrule protocol quantities quantity quote
range rbac reason record records recreate refuse refused regexmatch regexp regular release releases render
rendered rendering repeat repetition replicas replicaset replicasets request requests required resource
resourcequota resources responded response revision revisions rights role rolebinding rolebindings roles
rollback rollingupdate scalar scheduling schema schemas secret secrets selector selectors semantic semver
semvercompare sequence server servers service serviceaccount servicemonitor services should slice spec
specification specifications statefulset statefulsets status storage storageclass storageclasses strategy
string strings struct superseded supported syntax system targetport template templates ternary than that
this timed timeout tojson token tokens toleration tolerations tonumber tostring toyaml trimsuffix true type
types unable unauthorized undefined unexpected uninstall uninstallation unknown unmarshal unmarshaling
unquoted unsupported unterminated update updated updating upgrade urlparse user users valid validate
validating validatingwebhookconfiguration validation validations value values variable variables version
versions volume volumemounts volumes waiting webhook webhooks with within without would wrong yaml
)";

std::set<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \n";
  std::set<std::string_view> words;
  for (auto at = text.find_first_not_of(blanks); at != text.npos; at = text.find_first_not_of(blanks, at)) {
    const auto end = std::min(text.find_first_of(blanks, at), text.size());
    words.insert(text.substr(at, end - at));
    at = end;
  }
  return words;
}

} // namespace

bool is_public_word(std::string_view word) {
  static const auto words = words_of(public_words);
  return words.contains(word);
}

} // namespace core::releases
