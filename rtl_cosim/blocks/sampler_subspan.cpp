#include "rtl_cosim/blocks/sampler_subspan.h"

#include <array>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/shared_function/staged_message.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

using timing::FootprintExtension;

namespace {

/// Errors: kUnsupported for what the RTL does not have.
void check_subspan(const FootprintExtension& subspan) {
  const std::string where = " in the RTL sampler";
  if (!subspan.work->staged) unsupported("a load of single texels" + where);
  const functional::StagedMessage& message = *subspan.work->staged;
  if (message.gathers()) unsupported("gather4" + where);
  if (message.reduces()) unsupported("a minimum or maximum" + where);
  if (const char* what = beyond_sampler(message.binding())) {
    unsupported(std::string{what} + where + ", for a surface of format " +
                std::string{message.binding().surface.decoder->facts().name});
  }
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) {
    if (const char* what = beyond_sampler(message.pixel(subspan.subspan, p))) unsupported(what + where);
  }
}

}  // namespace

PortValues subspan_request(const FootprintExtension& subspan) {
  check_subspan(subspan);
  const functional::StagedMessage& message = *subspan.work->staged;
  functional::SubspanSetup setup;
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) setup.pixel[p] = message.pixel(subspan.subspan, p);
  return sampler_request(message.binding(), setup, message.compare(subspan.subspan));
}

void deliver_sums(const FootprintExtension& footprint, const PortValues& result) {
  std::array<functional::PixelSums, functional::kPixelsPerSubspan> sums;
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) sums[p] = sampler_sums(result, p);
  footprint.work->staged->deliver(footprint.subspan, sums);
}

std::vector<timing::PayloadRef> make_footprints(timing::Simulation& simulation, const FootprintExtension& subspan,
                                                std::uint32_t& made) {
  const bool token = subspan.work->footprints == 0;
  const auto* footprints = token ? nullptr : &subspan.work->outcome.subspans[subspan.subspan].footprints;
  const std::size_t count = token ? 1 : footprints->size();
  std::vector<timing::PayloadRef> payloads;
  for (std::size_t index = 0; index < count; ++index) {
    timing::PayloadRef payload = simulation.footprints.take();
    FootprintExtension& footprint = timing::footprint_of(*payload);
    footprint.work = subspan.work;
    footprint.footprint = token ? nullptr : &(*footprints)[index];
    footprint.subspan = subspan.subspan;
    footprint.index = static_cast<std::uint16_t>(index);
    footprint.last = ++made >= subspan.work->footprints;
    if (footprint.last) made = 0;
    footprint.lines = footprint.blocks = footprint.reads = 0;
    payloads.push_back(std::move(payload));
  }
  return payloads;
}

}  // namespace texpipe::rtl_cosim
