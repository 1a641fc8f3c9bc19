// One block that stands for all stages of a sampler, from the address generator to the filter.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "timing/sampler/sampler_stages.h"

namespace texpipe::rtl_cosim {

/// @tparam Sampler  a FootprintBlock with the sockets `in`, `out` and `fills.port.socket`
template <class Sampler>
class JoinedStages final : public timing::SamplerStages {
 public:
  template <class... Arguments>
  explicit JoinedStages(Arguments&&... arguments) : sampler_{std::forward<Arguments>(arguments)...} {}

  void offer_sockets(timing::Sockets& sockets, const std::string& path) override {
    sockets.offer(path + ".address_generator", 0, sampler_.in);
    sockets.offer(path + ".filter", 0, sampler_.out);
    sockets.offer(path + ".l1", 0, sampler_.fills.port.socket);
  }
  std::vector<timing::FootprintBlock*> stages() const override { return {&sampler_}; }

 private:
  mutable Sampler sampler_;
};

}  // namespace texpipe::rtl_cosim
