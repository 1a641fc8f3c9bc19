#include "rtl_cosim/scoreboard/own_cache_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include "rtl_cosim/scoreboard/lines_memory.h"

namespace texpipe::rtl_cosim {

namespace {

std::vector<std::uint64_t> keys_of(const PortValues& request) {
  std::vector<std::uint64_t> keys(std::min<std::uint64_t>(request[0].get(0, 5), verilated_texture_cache::kLines));
  for (unsigned line = 0; line < keys.size(); ++line)
    keys[line] = request[1].get(verilated_texture_cache::kKeyBits * line, verilated_texture_cache::kKeyBits);
  return keys;
}

}  // namespace

std::unique_ptr<StreamRtl> OwnCacheBlock::make_rtl(std::uint64_t seed) const {
  return std::make_unique<RtlWithMemory>(
      make_(seed), seed,
      [](std::uint64_t key, std::uint64_t resets, std::span<std::byte> bytes) {
        const CacheLineWords words = CacheStimulus::line(key, resets);
        std::memcpy(bytes.data(), words.data(), bytes.size());
      },
      keys_of);
}

PortValues OwnCacheBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const std::vector<std::uint64_t> keys = stimulus(seed).keys(index);
  PortValues request{PortValue{kTextureCacheInputs[0].bits}, PortValue{kTextureCacheInputs[1].bits}};
  request[0].put(0, 5, keys.size());
  for (unsigned line = 0; line < keys.size(); ++line)
    request[1].put(verilated_texture_cache::kKeyBits * line, verilated_texture_cache::kKeyBits, keys[line]);
  return request;
}

std::vector<PortValues> OwnCacheBlock::results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                               const PortValues* before) const {
  return results_after(0, seed, index, request, before);
}

std::vector<PortValues> OwnCacheBlock::results_after(std::uint64_t resets, std::uint64_t, std::uint64_t,
                                                     const PortValues& request, const PortValues*) const {
  PortValue lines{kTextureCacheOutputs[1].bits};
  std::size_t line = 0;
  for (const std::uint64_t key : keys_of(request)) {
    const CacheLineWords words = CacheStimulus::line(key, resets);
    std::copy(words.begin(), words.end(), lines.words().begin() + static_cast<std::ptrdiff_t>(words.size() * line++));
  }
  return {{request[0], lines}};
}

std::string OwnCacheBlock::difference(std::uint64_t resets, const PortValues& request, const PortValues& expected,
                                      const PortValues& result) const {
  const std::uint64_t count = request[0].get(0, 5);
  if (result[0] != expected[0]) return fmt::format("{} lines in the place of {}", result[0].get(0, 5), count);
  const auto line_at = [](const PortValues& values, std::size_t line) {
    CacheLineWords words{};
    std::copy_n(values[1].words().begin() + static_cast<std::ptrdiff_t>(words.size() * line), words.size(),
                words.begin());
    return words;
  };
  const std::vector<std::uint64_t> keys = keys_of(request);
  for (std::size_t line = 0; line < keys.size(); ++line) {
    const CacheLineWords found = line_at(result, line);
    if (found != line_at(expected, line)) return wrong_line_text(line, keys, resets, found);
  }
  return {};
}

std::string OwnCacheBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues&) const {
  return "    pattern      " + std::string{name_of(stimulus(seed).pattern(index))} + "\n";
}

void OwnCacheBlock::declare(CoverBins& bins) const {
  for (const EnumRow& row : enum_rows(CachePattern{}).rows) {
    const auto pattern = static_cast<CachePattern>(row.value);
    if (patterns_.empty() || std::find(patterns_.begin(), patterns_.end(), pattern) != patterns_.end())
      bins.declare(std::string{row.name} + " lines");
  }
  bins.declare("footprint: no lines");
  bins.declare("footprint: 16 lines");
}

void OwnCacheBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const {
  const std::uint64_t count = request[0].get(0, 5);
  if (count == 0) bins.hit("footprint: no lines");
  if (count == verilated_texture_cache::kLines) bins.hit("footprint: 16 lines");
  if (count != 0) bins.hit(std::string{name_of(stimulus(seed).pattern(index))} + " lines");
}

}  // namespace texpipe::rtl_cosim
