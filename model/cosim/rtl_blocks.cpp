#include "cosim/rtl_blocks.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "rtl_cosim/blocks/own_sampler.h"
#include "rtl_cosim/blocks/own_texture_cache.h"
#include "rtl_cosim/blocks/rtl_coverage_unit.h"
#include "rtl_cosim/blocks/rtl_sampler.h"
#include "rtl_cosim/blocks/rtl_sampler_stages.h"
#include "rtl_cosim/blocks/rtl_texture_cache.h"
#include "rtl_cosim/scoreboard/address_generator_block.h"
#include "rtl_cosim/scoreboard/coverage_unit_block.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"
#include "rtl_cosim/scoreboard/texture_filter_block.h"

namespace texpipe::cosim {

namespace {

/// Seed of the values that registers hold before the reset: the same in every run.
constexpr std::uint64_t kPowerUpSeed = 1;

/// Which RTL a block's own parameter names. Errors: kInvalidConfiguration with the nearest spelling.
template <class Rtl>
Rtl rtl_of(const Implementation& implementation, const std::string& path) {
  const auto& name = implementation.own().get<std::string>("rtl");
  const EnumRows rows = enum_rows(Rtl{});
  if (const EnumRow* row = rows.find(name)) return static_cast<Rtl>(row->value);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = path + ".parameters.rtl",
                         .problem = "no " + std::string{rows.enumeration} + " is named `" + name + "`",
                         .hint = spelling_hint(name, rows.names())}};
}

/// The project's RTL of a block. It has slots, latency and rate of its own.
/// @param put  makes the block: name, simulation, parameters, RTL
template <machine::BlockKind kind, class Rtl, class Put>
void add_rtl(study::Plugin& plugin, std::unique_ptr<rtl_cosim::StreamRtl> (*make)(Rtl, std::uint64_t), Put put) {
  plugin.block<kind>(
      "rtl",
      [make, put](sc_core::sc_module_name name, timing::Simulation& simulation, const auto& parameters) {
        const auto rtl = rtl_of<Rtl>(parameters.implementation, static_cast<const char*>(name));
        return put(name, simulation, parameters, make(rtl, kPowerUpSeed));
      },
      OwnParameters{}.add("rtl", std::string{"repository"},
                          "`repository` is the shipped one, the others have a planted bug"));
}

/// RTL of somebody else's in the place of a block.
template <machine::BlockKind kind, class Put>
void add_own(study::Plugin& plugin, const std::string& name, const rtl_cosim::MakeStreamRtl& make, Put put) {
  plugin.block<kind>(
      name, [make, put](sc_core::sc_module_name module, timing::Simulation& simulation, const auto& parameters) {
        return put(module, simulation, parameters, make(kPowerUpSeed));
      });
}

/// A stage of the sampler needs none of the model's parameters.
template <class Stage>
struct PutStage {
  template <class Parameters>
  std::unique_ptr<timing::FootprintBlock> operator()(sc_core::sc_module_name name, timing::Simulation& simulation,
                                                     const Parameters&,
                                                     std::unique_ptr<rtl_cosim::StreamRtl> rtl) const {
    return std::make_unique<Stage>(name, simulation, std::move(rtl));
  }
};

struct PutCoverageUnit {
  std::unique_ptr<timing::Block> operator()(sc_core::sc_module_name name, timing::Simulation& simulation,
                                            const machine::PixelCoverageParameters& parameters,
                                            std::unique_ptr<rtl_cosim::StreamRtl> rtl) const {
    return std::make_unique<rtl_cosim::RtlCoverageUnit>(name, simulation, parameters, std::move(rtl));
  }
};

using machine::BlockKind;
using PutAddressGenerator = PutStage<rtl_cosim::RtlAddressGenerator>;
using PutDecoder = PutStage<rtl_cosim::RtlTexelDecoder>;
using PutFilter = PutStage<rtl_cosim::RtlTextureFilter>;

}  // namespace

void add_rtl_blocks(study::Plugin& plugin) {
  add_rtl<BlockKind::kAddressGenerator>(plugin, rtl_cosim::make_verilated_address_generator, PutAddressGenerator{});
  add_rtl<BlockKind::kDecoder>(plugin, rtl_cosim::make_verilated_texel_decoder, PutDecoder{});
  add_rtl<BlockKind::kFilter>(plugin, rtl_cosim::make_verilated_texture_filter, PutFilter{});
  add_rtl<BlockKind::kPixelCoverage>(plugin, rtl_cosim::make_verilated_coverage_unit, PutCoverageUnit{});
  plugin.block<BlockKind::kTags>("rtl", rtl_cosim::make_rtl_texture_cache);
  plugin.block<BlockKind::kSampler>("rtl", rtl_cosim::make_rtl_sampler);
}

void add_own_rtl(study::Plugin& plugin, std::string_view kind, const std::string& name,
                 const rtl_cosim::MakeStreamRtl& make) {
  if (kind == "address") add_own<BlockKind::kAddressGenerator>(plugin, name, make, PutAddressGenerator{});
  if (kind == "decoder") add_own<BlockKind::kDecoder>(plugin, name, make, PutDecoder{});
  if (kind == "filter") add_own<BlockKind::kFilter>(plugin, name, make, PutFilter{});
  if (kind == "coverage") add_own<BlockKind::kPixelCoverage>(plugin, name, make, PutCoverageUnit{});
  rtl_cosim::own_rtl().add(kind, name, make);
}

void add_own_lines_rtl(study::Plugin& plugin, std::string_view kind, const std::string& name,
                       const rtl_cosim::MakeLinesRtl& make) {
  if (kind == "cache") {
    plugin.block<BlockKind::kTags>(name, [make](sc_core::sc_module_name module, timing::Simulation& simulation,
                                                const machine::SamplerParameters& parameters, ByteSize next_line) {
      return std::make_unique<rtl_cosim::OwnTextureCache>(module, simulation, parameters, next_line,
                                                          make(kPowerUpSeed));
    });
  } else {
    plugin.block<BlockKind::kSampler>(
        name, [make](const std::string&, timing::Simulation& simulation, const machine::SamplerParameters& parameters,
                     ByteSize next_line, const timing::BlockRegistry&) {
          return rtl_cosim::make_own_sampler(simulation, parameters, next_line, make(kPowerUpSeed));
        });
  }
  rtl_cosim::own_rtl().add_lines(kind, name, make);
}

void add_own_custom_rtl(const std::string& name, rtl_cosim::CustomEntry entry) {
  if (rtl_cosim::own_rtl().find_custom(name) != nullptr)
    throw Error{ExitCode::kInvalidConfiguration, "implementation `" + name + "` of custom RTL is there already"};
  rtl_cosim::own_rtl().add_custom(name, std::move(entry));
}

}  // namespace texpipe::cosim
