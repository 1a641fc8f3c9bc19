// RTL that a command was built with beside the repository's (texpipe_add_rtl_block of CMake), by kind and name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/custom_block.h"
#include "rtl_cosim/scoreboard/stream_block.h"
#include "rtl_cosim/verilated/lines_rtl.h"

namespace texpipe::rtl_cosim {

/// Makes an instance with the ports of a kind after its reset, its registers random by the seed before.
using MakeStreamRtl = std::function<std::unique_ptr<StreamRtl>(std::uint64_t seed)>;
/// Makes likewise an instance with a port for lines: kinds `cache` and `sampler`.
using MakeLinesRtl = std::function<std::unique_ptr<LinesRtl>(std::uint64_t seed)>;

class OwnRtl {
 public:
  /// @param kind  as `cosim:` names it
  void add(std::string_view kind, std::string name, MakeStreamRtl make) {
    streams_[std::string{kind}].insert_or_assign(std::move(name), std::move(make));
  }
  void add_lines(std::string_view kind, std::string name, MakeLinesRtl make) {
    lines_[std::string{kind}].insert_or_assign(std::move(name), std::move(make));
  }
  void add_custom(std::string name, CustomEntry entry) { custom_.insert_or_assign(std::move(name), std::move(entry)); }

  /// Null when there is none of this name.
  const MakeStreamRtl* find(std::string_view kind, std::string_view name) const;
  const MakeLinesRtl* find_lines(std::string_view kind, std::string_view name) const;
  const CustomEntry* find_custom(std::string_view name) const;

  /// In alphabetical order; kind "custom" has those of add_custom().
  std::vector<std::string_view> names(std::string_view kind) const;

 private:
  std::map<std::string, std::map<std::string, MakeStreamRtl, std::less<>>, std::less<>> streams_;
  std::map<std::string, std::map<std::string, MakeLinesRtl, std::less<>>, std::less<>> lines_;
  std::map<std::string, CustomEntry, std::less<>> custom_;
};

/// RTL that this command was built with: filled before main() by the files that CMake makes for each block.
OwnRtl& own_rtl();

/// RTL with the ports of one of texpipe's blocks and cycles of its own: the block's stimulus and reference, compared as
/// CustomBlock is.
class OwnStreamBlock final : public CustomBlock {
 public:
  /// @param numbers  names of the outputs that hold numbers
  OwnStreamBlock(const StreamBlock& block, MakeStreamRtl make, std::vector<std::string_view> numbers)
      : block_{block}, make_{std::move(make)}, numbers_{std::move(numbers)} {}

  std::string_view unit() const override { return block_.unit(); }
  std::span<const Port> inputs() const override { return block_.inputs(); }
  std::span<const Port> outputs() const override { return block_.outputs(); }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override { return make_(seed); }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override { return block_.request(seed, index); }
  std::vector<PortValues> results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                  const PortValues* before) const override {
    return {block_.result(seed, index, request, before)};
  }
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override {
    return block_.explain(seed, index, request);
  }
  void declare(CoverBins& bins) const override { block_.declare(bins); }
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override {
    block_.cover(seed, index, request, bins);
  }
  bool is_number(std::size_t output) const override;

 private:
  const StreamBlock& block_;
  MakeStreamRtl make_;
  std::vector<std::string_view> numbers_;
};

}  // namespace texpipe::rtl_cosim
