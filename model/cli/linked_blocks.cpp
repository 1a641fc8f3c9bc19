#include "cli/linked_blocks.h"

#ifdef TEXPIPE_WITH_RTL
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
#include "rtl_cosim/scoreboard/own_rtl.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"
#include "rtl_cosim/scoreboard/texture_filter_block.h"
#endif

namespace texpipe::cli {

#ifdef TEXPIPE_WITH_RTL
namespace {

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

/// Seed of the values that registers hold before the reset: the same in every run.
constexpr std::uint64_t kPowerUpSeed = 1;

/// The repository's RTL of a block, and what the command was built with beside it. RTL has slots, latency and rate of
/// its own.
/// @param contract  kind of RTL, as `cosim:` names it
/// @param put       makes the block: name, simulation, parameters, RTL
template <machine::BlockKind kind, class Rtl, class Put>
void add_rtl(timing::BlockRegistry& registry, std::string_view contract,
             std::unique_ptr<rtl_cosim::StreamRtl> (*make)(Rtl, std::uint64_t), Put put) {
  registry.add<kind>(
      "rtl",
      [make, put](sc_core::sc_module_name name, timing::Simulation& simulation, const auto& parameters) {
        const auto rtl = rtl_of<Rtl>(parameters.implementation, static_cast<const char*>(name));
        return put(name, simulation, parameters, make(rtl, kPowerUpSeed));
      },
      OwnParameters{}.add("rtl", std::string{"repository"},
                          "`repository` is the shipped one, the others have a planted bug"));
  for (const std::string_view own : rtl_cosim::own_rtl().names(contract)) {
    const rtl_cosim::MakeStreamRtl make_own = *rtl_cosim::own_rtl().find(contract, own);
    registry.add<kind>(std::string{own}, [make_own, put](sc_core::sc_module_name name, timing::Simulation& simulation,
                                                         const auto& parameters) {
      return put(name, simulation, parameters, make_own(kPowerUpSeed));
    });
  }
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

}  // namespace
#endif

timing::BlockRegistry linked_blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
#ifdef TEXPIPE_WITH_RTL
  add_rtl<machine::BlockKind::kAddressGenerator>(registry, "address", rtl_cosim::make_verilated_address_generator,
                                                 PutStage<rtl_cosim::RtlAddressGenerator>{});
  add_rtl<machine::BlockKind::kDecoder>(registry, "decoder", rtl_cosim::make_verilated_texel_decoder,
                                        PutStage<rtl_cosim::RtlTexelDecoder>{});
  add_rtl<machine::BlockKind::kFilter>(registry, "filter", rtl_cosim::make_verilated_texture_filter,
                                       PutStage<rtl_cosim::RtlTextureFilter>{});
  add_rtl<machine::BlockKind::kPixelCoverage>(
      registry, "coverage", rtl_cosim::make_verilated_coverage_unit,
      [](sc_core::sc_module_name name, timing::Simulation& simulation, const auto& parameters,
         std::unique_ptr<rtl_cosim::StreamRtl> rtl) -> std::unique_ptr<timing::Block> {
        return std::make_unique<rtl_cosim::RtlCoverageUnit>(name, simulation, parameters, std::move(rtl));
      });
  registry.add<machine::BlockKind::kTags>("rtl", rtl_cosim::make_rtl_texture_cache);
  registry.add<machine::BlockKind::kSampler>("rtl", rtl_cosim::make_rtl_sampler);
  for (const std::string_view own : rtl_cosim::own_rtl().names("cache")) {
    registry.add<machine::BlockKind::kTags>(std::string{own},
                                            [make = *rtl_cosim::own_rtl().find_lines("cache", own)](
                                                sc_core::sc_module_name name, timing::Simulation& simulation,
                                                const machine::SamplerParameters& parameters, ByteSize next_line) {
                                              return std::make_unique<rtl_cosim::OwnTextureCache>(
                                                  name, simulation, parameters, next_line, make(kPowerUpSeed));
                                            });
  }
  for (const std::string_view own : rtl_cosim::own_rtl().names("sampler")) {
    registry.add<machine::BlockKind::kSampler>(
        std::string{own},
        [make = *rtl_cosim::own_rtl().find_lines("sampler", own)](const std::string&, timing::Simulation& simulation,
                                                                  const machine::SamplerParameters& parameters,
                                                                  ByteSize next_line, const timing::BlockRegistry&) {
          return rtl_cosim::make_own_sampler(simulation, parameters, next_line, make(kPowerUpSeed));
        });
  }
#endif
  return registry;
}

}  // namespace texpipe::cli
