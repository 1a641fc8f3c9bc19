// A texture cache of one's own RTL in the place of the model's tags, latency FIFO and data read.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "rtl_cosim/blocks/line_stage.h"

namespace texpipe::rtl_cosim {

/// Texture cache in RTL of somebody else's; lines that it puts out are compared with the bytes that came.
class OwnTextureCache final : public LineStage {
 public:
  /// Errors: kUnsupported for lines of other sizes, and for a data read that is not the model's.
  OwnTextureCache(sc_core::sc_module_name name, timing::Simulation& simulation,
                  const machine::SamplerParameters& parameters, ByteSize next_line, std::unique_ptr<LinesRtl> rtl);

  void offer_sockets(timing::Sockets& sockets, const std::string& path) override;
  bool reads_data() const override { return true; }

 private:
  bool is_empty(const timing::FootprintExtension&) const override { return false; }
  PortValues request(const timing::FootprintExtension& footprint) override;
  void append_all(timing::Payload& footprint) override;
  void deliver(const timing::FootprintExtension& footprint, const PortValues& result) override;
  Line line_of(std::uint64_t key) const override;
  void brought(std::uint64_t key, const CacheLineWords& words) override;

  struct Known {
    Line line;
    CacheLineWords last{};    // the bytes that came
    CacheLineWords before{};  // and those that had come before
  };
  std::map<std::uint64_t, Known> known_;  // lines of footprints by key
  machine::Counter& texels_;
};

}  // namespace texpipe::rtl_cosim
