#include "core/releases/seen_value.hpp"

#include <utility>

namespace core::releases {

seen_value seen_value::at(const std::string& key) const {
  seen_value found;
  if (const auto member = members.find(key); member != members.end()) found = member->second;
  for (auto longer : places) {
    longer.push_back(key);
    found.places.insert(std::move(longer));
  }
  return found;
}

std::size_t seen_value::weight() const {
  auto sum = places.size();
  for (const auto& [key, member] : members) sum += 1 + member.weight();
  return sum;
}

void seen_value::add(const seen_value& x) {
  places.insert(x.places.begin(), x.places.end());
  for (const auto& [key, member] : x.members) members[key].add(member);
}

bool operator<(const seen_value& a, const seen_value& b) {
  if (a.places != b.places) return a.places < b.places;
  return a.members < b.members;
}

} // namespace core::releases
