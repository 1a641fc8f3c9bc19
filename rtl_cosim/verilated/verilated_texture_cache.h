// The RTL texture cache (rtl_cosim/rtl/texture_cache.sv), without Verilator's headers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "rtl_cosim/verilated/traced.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class TextureCacheVariant : std::uint8_t {
  kRepository,
  kFifoReplacement,  // planted: a hit does not count as use for the replacement
};

/// Parameters with which it is verilated: those of texture_cache.sv, whose values these are
/// (texture_cache_parameters.cpp does not compile when they differ).
namespace verilated_texture_cache {
inline constexpr unsigned kSets = 64;
inline constexpr unsigned kWays = 4;
inline constexpr unsigned kLineBytes = 64;
inline constexpr unsigned kKeyBits = 48;
inline constexpr unsigned kLines = 16;  // of a footprint, at most
inline constexpr unsigned kRegisters = 16;
inline constexpr unsigned kFifoSlots = 24;
inline constexpr unsigned kDataSlots = 8;
inline constexpr unsigned kBanks = 4;
inline constexpr unsigned kTagLatency = 4;
inline constexpr unsigned kDataLatency = 4;
}  // namespace verilated_texture_cache

/// Bytes of a line as words, the first byte in the lowest bits.
using CacheLineWords = std::array<std::uint32_t, verilated_texture_cache::kLineBytes / 4>;

/// "byte 17: 0xab for 0xcd", of the first byte in which two lines differ. They must.
std::string first_wrong_byte(const CacheLineWords& found, const CacheLineWords& expected);

/// One clocked instance, after its reset. Use per cycle: drive(), look at the outputs, then clock(). Outputs settle in
/// drive().
class VerilatedTextureCache : public Traced {
 public:
  struct Inputs {
    const std::span<const std::uint64_t>* keys = nullptr;  // of a footprint's lines; null: none is offered
    bool result_ready = false;
    bool ask_ready = false;
    const CacheLineWords* answer = nullptr;  // null: none
    unsigned answer_id = 0;
  };
  struct Ask {
    unsigned id;
    std::uint64_t key;
  };
  struct Lookup {
    std::uint64_t key;
    unsigned outcome;  // 0: hit, 1: merge, 2: miss
    unsigned way;
    bool evicts;
  };

  /// Synchronous: the cache is empty after the next clock().
  virtual void reset(bool asserted) = 0;
  virtual void drive(const Inputs& inputs) = 0;
  /// Rising edge and falling edge.
  virtual void clock() = 0;

  virtual bool request_ready() const = 0;
  virtual bool result_valid() const = 0;
  /// Lines of the result.
  virtual unsigned result_lines() const = 0;
  virtual CacheLineWords result_line(unsigned line) const = 0;
  virtual bool ask_valid() const = 0;
  virtual Ask ask() const = 0;

  // Doings of this cycle.
  virtual bool looks_up() const = 0;
  virtual Lookup lookup() const = 0;
  virtual bool looks_up_last() const = 0;  // of a footprint, or one without lines passes
  virtual bool lacks_register() const = 0;
  virtual bool lacks_place() const = 0;
  virtual bool lacks_line() const = 0;  // the head of the FIFO, which is looked up
  virtual bool lacks_room() const = 0;  // in the data read, the same
  virtual bool moves() const = 0;       // a footprint from the FIFO to the data read
  virtual bool reads() const = 0;       // the last of a footprint's lines
};

/// @param seed  of what registers hold before the reset
std::unique_ptr<VerilatedTextureCache> make_verilated_texture_cache(TextureCacheVariant rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
