// The parameters of the RTL texture cache, by itself and in the sampler, are those that the model is told: whoever
// changes texture_cache.sv or sampler.sv changes verilated_texture_cache.h and configs/machines/rtl_sampler.yaml with
// it.
#include "Vsampler.h"
#include "Vsampler___024root.h"
#include "Vtexture_cache.h"
#include "Vtexture_cache___024root.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"

namespace texpipe::rtl_cosim::verilated_texture_cache {

using Cache = Vtexture_cache___024root;
using Sampler = Vsampler___024root;

static_assert(Cache::texture_cache__DOT__SETS == kSets);
static_assert(Cache::texture_cache__DOT__WAYS == kWays);
static_assert(Cache::texture_cache__DOT__LINE_BITS == 8 * kLineBytes);
static_assert(Cache::texture_cache__DOT__KEY_BITS == kKeyBits);
static_assert(Cache::texture_cache__DOT__LINES == kLines);
static_assert(Cache::texture_cache__DOT__REGISTERS == kRegisters);
static_assert(Cache::texture_cache__DOT__FIFO_SLOTS == kFifoSlots);
static_assert(Cache::texture_cache__DOT__DATA_SLOTS == kDataSlots);
static_assert(Cache::texture_cache__DOT__BANKS == kBanks);
static_assert(Cache::texture_cache__DOT__TAG_LATENCY == kTagLatency);
static_assert(Cache::texture_cache__DOT__DATA_LATENCY == kDataLatency);

static_assert(Sampler::sampler__DOT__cache__DOT__SETS == kSets);
static_assert(Sampler::sampler__DOT__cache__DOT__WAYS == kWays);
static_assert(Sampler::sampler__DOT__cache__DOT__LINE_BITS == 8 * kLineBytes);
static_assert(Sampler::sampler__DOT__cache__DOT__KEY_BITS == kKeyBits);
static_assert(Sampler::sampler__DOT__cache__DOT__LINES == kLines);
static_assert(Sampler::sampler__DOT__cache__DOT__REGISTERS == kRegisters);
static_assert(Sampler::sampler__DOT__cache__DOT__FIFO_SLOTS == kFifoSlots);
static_assert(Sampler::sampler__DOT__cache__DOT__DATA_SLOTS == kDataSlots);
static_assert(Sampler::sampler__DOT__cache__DOT__BANKS == kBanks);
static_assert(Sampler::sampler__DOT__cache__DOT__TAG_LATENCY == kTagLatency);
static_assert(Sampler::sampler__DOT__cache__DOT__DATA_LATENCY == kDataLatency);

}  // namespace texpipe::rtl_cosim::verilated_texture_cache
