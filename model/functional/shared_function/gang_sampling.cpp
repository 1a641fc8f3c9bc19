// Samples that several threads send with one instruction.
#include <algorithm>
#include <array>
#include <span>

#include "functional/sampling/sampled_lines.h"
#include "functional/sampling/sampler_cache.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/shared_function/sampler_receiver.h"
#include "functional/shared_function/sampler_response.h"

namespace texpipe::functional {
namespace {

using ParameterPlaces = std::array<unsigned, gen9::kSamplerParameters>;

/// Registers of a gang's payloads in which the parameters of a decoded request begin, each in two of them.
/// @return false: those of some parameter do not follow each other
bool find_parameters(const GangMessage& gang, const SamplerRequest& request, ParameterPlaces& registers) {
  constexpr unsigned kRegisters = 2;
  const unsigned first = request.header ? 1 : 0;
  for (unsigned i = 0; i < request.given_parameters; ++i) {
    registers[i] = gang.place(first + kRegisters * i);
    if (gang.place(first + kRegisters * i + 1) != registers[i] + 1) return false;
  }
  return true;
}

/// Whether a sender's header does what that of the decoded request does.
bool has_header_of(const GangMessage& gang, const GangMessage::Sender& sender) {
  const Grf &own = sender.registers[gang.payload[0].first], &decoded = gang.message.payload[0];
  return own[2] == decoded[2] && own[3] == decoded[3];
}

/// Notes what lanes touch that were sampled with their places. @return false: their places are not known
bool touch_lines(const BoundSampler& bound, const SamplerRequest& request, TouchedLines& touched) {
  const SurfaceBinding& surface = bound.binding->surface;
  if (bound.compiled->has_places()) {
    touch_places(surface, *bound.addresses, bound.compiled->places(), touched);
  } else if (request.operation->action == gen9::SamplerAction::kLoad) {
    touch_loads(surface, *bound.addresses, request, touched);
  } else {
    return false;
  }
  return true;
}

/// Samples messages of a gang whose responses are nothing but results of all lanes. Both ways return bits of those
/// that it has sampled.
class GangSampling {
 public:
  GangSampling(const GangMessage& gang, const ParameterPlaces& places) : gang_{gang}, places_{places} {}

  std::uint32_t one_by_one(const BoundSampler& bound, SamplerRequest& request, PlaceKeeping keeping) const {
    const bool overlaps = gang_.overlaps();
    alignas(64) std::array<Grf, 8> apart;
    UnreadRows unread;
    std::uint32_t sampled = 0;
    for (unsigned n = 0; n < gang_.senders.size(); ++n) {
      const GangMessage::Sender& sender = gang_.senders[n];
      if (!is_plain(sender, request)) continue;
      for (unsigned i = 0; i < request.given_parameters; ++i)
        request.parameters[parameter(request, i)] = sender.registers[places_[i]].data();
      Grf* const response = sender.registers + gang_.response.first;
      ResultRows rows;
      set_plain_rows(request, overlaps ? apart.data() : response, unread, rows);
      if (bound.compiled->sample_next(request, rows, keeping) != 0) continue;
      if (sender.touched != nullptr && !touch_lines(bound, request, *sender.touched)) continue;
      if (overlaps) std::copy_n(apart.begin(), request.response_length, response);
      sampled |= 1u << n;
    }
    return sampled;
  }

  std::uint32_t together(CompiledSampler& compiled, SamplerRequest& request) const {
    std::array<std::array<const std::uint32_t*, 2>, lanes::kMostTogether> coordinates;
    std::array<ResultRows, lanes::kMostTogether> rows;
    std::array<unsigned, 2> registers{};
    for (unsigned axis = 0; axis < 2; ++axis) {
      const auto given = std::span{places_}.first(request.given_parameters);
      for (unsigned i = 0; i < given.size(); ++i) {
        if (parameter(request, i) == static_cast<unsigned>(kCoordinates[axis])) registers[axis] = given[i];
      }
    }
    UnreadRows unread;
    std::uint32_t sampled = 0;
    std::size_t count = 0;
    for (unsigned n = 0; n < gang_.senders.size(); ++n) {
      const GangMessage::Sender& sender = gang_.senders[n];
      if (!is_plain(sender, request)) continue;
      for (unsigned axis = 0; axis < 2; ++axis) coordinates[count][axis] = sender.registers[registers[axis]].data();
      set_plain_rows(request, sender.registers + gang_.response.first, unread, rows[count++]);
      sampled |= 1u << n;
      if (count < rows.size()) continue;
      compiled.sample_together(request, std::span{coordinates}.first(count), std::span{rows}.first(count));
      count = 0;
    }
    if (count > 0) compiled.sample_together(request, std::span{coordinates}.first(count), std::span{rows}.first(count));
    return sampled;
  }

 private:
  static unsigned parameter(const SamplerRequest& request, unsigned i) {
    return static_cast<unsigned>(request.operation->parameters[i]);
  }
  bool is_plain(const GangMessage::Sender& sender, const SamplerRequest& request) const {
    constexpr std::uint32_t kAllLanes = 0xFFFF;
    return (sender.execution_mask & kAllLanes) == kAllLanes && (!request.header || has_header_of(gang_, sender));
  }

  const GangMessage& gang_;
  const ParameterPlaces& places_;
};

}  // namespace

std::uint32_t sample_gang(const GpuMemory& memory, const GangMessage& gang) {
  constexpr std::uint32_t kAllLanes = 0xFFFF;
  SamplerCache& cache = sampler_cache_of_thread();
  SamplerRequest& request = cache.request();
  decode_sampler_request(gang.message, request);
  request.execution_mask = request.pixels = kAllLanes;
  ParameterPlaces places;
  if (!is_plain_response(request) || gang.response.count < request.response_length ||
      request.operation->action == gen9::SamplerAction::kCacheFlush || !find_parameters(gang, request, places))
    return 0;
  const BoundSampler bound = cache.find(memory, gang.message, request);
  const bool touches = gang.senders[0].touched != nullptr;
  const PlaceKeeping keeping = touches ? PlaceKeeping::kOfTexels : PlaceKeeping::kNone;
  if (bound.compiled == nullptr || (touches && bound.addresses == nullptr) ||
      bound.compiled->begin(memory, request, keeping) != CompiledSampler::Lanes::kSampled)
    return 0;
  const GangSampling sampling{gang, places};
  return !touches && bound.compiled->takes_together(request) ? sampling.together(*bound.compiled, request)
                                                             : sampling.one_by_one(bound, request, keeping);
}

}  // namespace texpipe::functional
