#include "core/releases/taken_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

std::string words_of(const std::vector<std::string>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += (i == 0 ? "" : ", ") + objects[i];
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

} // namespace

std::string hint_of_taken() {
  return fmt::format(
    "it was there before, so it stays when the module is switched off or its chart leaves it out, also if "
    "another client takes the annotation {0} from it: then it is marked again. To let it go with the module, let the "
    "annotation name this release (`kubectl annotate --overwrite KIND NAME {0}=NAMESPACE/RELEASE`). If it was not "
    "meant, give the object in the chart another name, and compare --namespace and --config-map with "
    "those of another operator",
    taken_from_annotation);
}

std::string hint_of_moved() {
  return "another module of this operator had it: if it has moved to this chart, no action; if both charts have it, "
         "leave it out of one of them, because each upgrade writes its own content";
}

std::string hint_of_kept() {
  return "if nothing needs it, delete it with kubectl";
}

std::string hint_of_exposed() {
  return "the last revision had the annotation helm.sh/resource-policy, and the chart leaves it out now, so Helm "
         "deletes "
         "the object when the module is switched off. If it is to stay, run `kubectl annotate KIND NAME "
         "helm.sh/resource-policy=keep`";
}

std::string hint_of_spared() {
  return "the release had no record (Secret sh.helm.release.v1.…), and its objects are there: it was installed over "
         "them, and the data of this object were kept. If they are to be made anew, delete the object with kubectl, "
         "and run `addon-operator module run`. There is no record after an installation that was interrupted before "
         "its end, and after a module was off; if it was neither, find the client that deletes the records";
}

std::string hint_of_remade() {
  return "the object or its key was absent, and its chart takes values from it by lookup, else makes them at random: "
         "so it has the values of that revision again. Find the client that has deleted it; a key may also have been "
         "away because a hook's list lacked an item. If other values are wanted, change the object (`kubectl edit`), "
         "and the chart takes them over";
}

std::string describe(const std::string& release, const taken_objects& x) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& objects, const char* what, const std::string& hint) {
    if (!objects.empty())
      text += fmt::format("{}{} {}. Hint: {}", text.empty() ? "" : "; ", what, words_of(objects), hint);
  };
  add(x.taken, "has taken over", hint_of_taken());
  add(x.kept, "has left", hint_of_kept());
  add(x.exposed, "does not keep any more", hint_of_exposed());
  add(x.spared, "was installed anew without a record, and has kept", hint_of_spared());
  add(x.remade, "has made again", hint_of_remade());
  return text.empty() ? text : fmt::format("release '{}' {}", release, text);
}

} // namespace core::releases
