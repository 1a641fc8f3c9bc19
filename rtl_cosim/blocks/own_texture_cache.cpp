#include "rtl_cosim/blocks/own_texture_cache.h"

#include <bit>
#include <utility>

#include "base/diagnostic.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/texture_cache_statistics.h"
#include "rtl_cosim/blocks/texture_cache_machine.h"

namespace texpipe::rtl_cosim {

using timing::FootprintExtension;

namespace {

constexpr std::uint64_t kDecodedSpace = std::uint64_t{1} << (verilated_texture_cache::kKeyBits - 1);

}  // namespace

OwnTextureCache::OwnTextureCache(sc_core::sc_module_name name, timing::Simulation& simulation,
                                 const machine::SamplerParameters& parameters, ByteSize next_line,
                                 std::unique_ptr<LinesRtl> rtl)
    : LineStage{name, Stands::kForCache, simulation, parameters, next_line, std::move(rtl)},
      texels_{simulation.statistics.group(this->name())
                  .counter("texels", machine::StatisticUnit::kTexels, "texel accesses")} {
  check_reads_own_data(parameters, sampler());
}

void OwnTextureCache::offer_sockets(timing::Sockets& sockets, const std::string& path) {
  sockets.offer(path, 0, in);
  sockets.offer(path + "_data", 0, out);
  sockets.offer(path, 0, fills.port.socket);
}

PortValues OwnTextureCache::request(const FootprintExtension& extension) {
  const functional::Footprint& footprint = *extension.footprint;
  if (footprint.line_count > verilated_texture_cache::kLines) {
    unsupported("a footprint of " + std::to_string(footprint.line_count) +
                " lines in a texture cache whose ports have " + std::to_string(verilated_texture_cache::kLines));
  }
  PortValues values{PortValue{5}, PortValue{verilated_texture_cache::kLines * verilated_texture_cache::kKeyBits}};
  values[0].put(0, 5, footprint.line_count);
  for (unsigned line = 0; line < footprint.line_count; ++line) {
    const machine::LineKey named = machine::line_of(footprint, line);
    const std::uint64_t key = texture_cache_key(named);
    values[1].put(verilated_texture_cache::kKeyBits * line, verilated_texture_cache::kKeyBits, key);
    known_[key].line = {
        named, {footprint.expansion, machine::blocks_in(footprint, ByteSize{verilated_texture_cache::kLineBytes})}};
  }
  return values;
}

void OwnTextureCache::append_all(timing::Payload& payload) {
  FootprintExtension& extension = timing::footprint_of(payload);
  if (extension.footprint != nullptr) {
    extension.lines = extension.footprint->line_count;
    extension.blocks = extension.footprint->blocks;
    extension.reads = 0;
    texels_.add(static_cast<std::uint64_t>(std::popcount(extension.footprint->texels)));
  }
  append(timing::PayloadRef{payload}, true, true);
}

LineStage::Line OwnTextureCache::line_of(std::uint64_t key) const {
  if (const auto found = known_.find(key); found != known_.end()) return found->second.line;
  // Nobody named it: it is fetched ahead. A decoded line lies in memory as only a footprint can tell.
  if ((key & kDecodedSpace) != 0) {
    throw Error{ExitCode::kMismatch, std::string{name()} + ": in cycle " + std::to_string(now().value()) +
                                         " the RTL asks for decoded line " + std::to_string(key & ~kDecodedSpace) +
                                         ", which no footprint has named"};
  }
  return {{machine::AddressSpace::kStored, key}, {}};
}

void OwnTextureCache::brought(std::uint64_t key, const CacheLineWords& words) {
  Known& known = known_[key];
  known.line = line_of(key);
  known.before = std::exchange(known.last, words);
}

/// The bytes that came for each line, at last or, where memory was written since, before.
void OwnTextureCache::deliver(const FootprintExtension& extension, const PortValues& result) {
  const auto differs = [&](const std::string& what) {
    throw Error{ExitCode::kMismatch,
                std::string{name()} + ": in cycle " + std::to_string(now().value()) + " the RTL puts out " + what +
                    " of footprint " + std::to_string(extension.index) + " of subspan " +
                    std::to_string(extension.subspan) + " of message " + std::to_string(extension.work->sequence)};
  };
  const std::uint64_t count = result[0].get(0, 5);
  if (count != extension.lines)
    differs(std::to_string(count) + " lines in the place of the " + std::to_string(extension.lines));
  for (unsigned line = 0; line < extension.lines; ++line) {
    const Known& known = known_.at(texture_cache_key(machine::line_of(*extension.footprint, line)));
    CacheLineWords words{};
    for (std::size_t word = 0; word < words.size(); ++word) words[word] = result[1].words()[words.size() * line + word];
    if (words != known.last && words != known.before)
      differs("other bytes than came for line " + std::to_string(line) + ", " + first_wrong_byte(words, known.last) +
              ",");
  }
}

}  // namespace texpipe::rtl_cosim
