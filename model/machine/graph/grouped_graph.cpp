#include "machine/graph/grouped_graph.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace texpipe::machine {
namespace {

using Members = std::vector<std::size_t>;

/// A path and the indices in it: `slice.subslice[2].eu[5]` is `slice.subslice[].eu[]` and 2, 5.
struct IndexedPath {
  std::string pattern;
  std::vector<std::uint32_t> indices;
};

IndexedPath indexed_path(std::string_view path) {
  IndexedPath indexed;
  for (std::size_t at = 0; at < path.size(); ++at) {
    indexed.pattern += path[at];
    if (path[at] != '[') continue;
    std::uint32_t index = 0;
    for (++at; at < path.size() && path[at] != ']'; ++at)
      index = 10 * index + static_cast<std::uint32_t>(path[at] - '0');
    indexed.indices.push_back(index);
    indexed.pattern += ']';
  }
  return indexed;
}

/// `0-2,5`
std::string ranges(const std::set<std::uint32_t>& numbers) {
  std::string text;
  for (auto at = numbers.begin(); at != numbers.end();) {
    const std::uint32_t first = *at;
    std::uint32_t last = first;
    while (++at != numbers.end() && *at == last + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last != first) text += '-' + std::to_string(last);
  }
  return text;
}

/// Classes of blocks: of equal path but for the indices and equal facts at first, then also of equal neighbours, until
/// no class falls apart any more.
class Classes {
 public:
  Classes(const MachineGraph& graph, const std::vector<IndexedPath>& paths, const std::vector<std::string>& facts)
      : around_(graph.blocks().size()) {
    for (const GraphEdge& edge : graph.edges()) {
      around_[edge.from].push_back({static_cast<unsigned>(edge.what), 0, edge.to});
      around_[edge.to].push_back({static_cast<unsigned>(edge.what), 1, edge.from});
    }
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> known;
    for (std::size_t block = 0; block < paths.size(); ++block)
      class_.push_back(known.try_emplace({paths[block].pattern, facts[block]}, known.size()).first->second);
    std::size_t count = known.size();
    while (const std::size_t more = refine() - count) count += more;
  }

  std::size_t of(std::size_t block) const { return class_[block]; }

 private:
  struct Neighbour {
    unsigned what;
    unsigned inwards;
    std::size_t block;
  };

  std::size_t refine() {
    using Signature = std::vector<std::tuple<unsigned, unsigned, std::size_t>>;
    std::map<std::pair<std::size_t, Signature>, std::size_t> known;
    std::vector<std::size_t> refined;
    for (std::size_t block = 0; block < class_.size(); ++block) {
      Signature signature;
      for (const Neighbour& next : around_[block]) signature.emplace_back(next.what, next.inwards, class_[next.block]);
      std::sort(signature.begin(), signature.end());
      refined.push_back(known.try_emplace({class_[block], std::move(signature)}, known.size()).first->second);
    }
    class_ = std::move(refined);
    return known.size();
  }

  std::vector<std::vector<Neighbour>> around_;
  std::vector<std::size_t> class_;
};

/// Adds a group of blocks, or several where the indices of these are no product of ranges: no two groups share a name.
void add_groups(const std::vector<IndexedPath>& paths, const Members& members, std::size_t level,
                std::vector<BlockGroup>& groups) {
  const std::size_t levels = paths[members.front()].indices.size();
  std::vector<std::set<std::uint32_t>> used(levels);
  for (const std::size_t member : members) {
    for (std::size_t i = 0; i < levels; ++i) used[i].insert(paths[member].indices[i]);
  }
  std::size_t product = 1;
  for (const auto& indices : used) product *= indices.size();
  if (product != members.size() && level < levels) {
    std::map<std::uint32_t, Members> parts;
    for (const std::size_t member : members) parts[paths[member].indices[level]].push_back(member);
    for (const auto& [index, part] : parts) add_groups(paths, part, level + 1, groups);
    return;
  }
  BlockGroup group{"", members};
  std::size_t at = 0;
  for (const char c : paths[members.front()].pattern) {
    group.path += c;
    if (c == '[') group.path += ranges(used[at++]);
  }
  groups.push_back(std::move(group));
}

}  // namespace

GroupedGraph grouped(const MachineGraph& graph, const std::vector<std::string>& facts) {
  std::vector<IndexedPath> paths;
  for (const GraphBlock& block : graph.blocks()) paths.push_back(indexed_path(block.path));
  const Classes classes{graph, paths, facts};
  std::map<std::size_t, Members> members;
  for (std::size_t block = 0; block < paths.size(); ++block) members[classes.of(block)].push_back(block);
  GroupedGraph result;
  for (const auto& [number, blocks] : members) add_groups(paths, blocks, 0, result.groups);
  std::sort(result.groups.begin(), result.groups.end(),
            [](const BlockGroup& a, const BlockGroup& b) { return a.members.front() < b.members.front(); });
  std::vector<std::size_t> group_of(paths.size());
  for (std::size_t group = 0; group < result.groups.size(); ++group) {
    for (const std::size_t member : result.groups[group].members) group_of[member] = group;
  }
  std::set<std::tuple<std::size_t, std::size_t, Travels>> drawn;
  for (std::size_t number = 0; number < graph.edges().size(); ++number) {
    const GraphEdge& edge = graph.edges()[number];
    const std::size_t from = group_of[edge.from], to = group_of[edge.to];
    if (drawn.emplace(from, to, edge.what).second) result.edges.push_back({from, to, number});
  }
  return result;
}

}  // namespace texpipe::machine
