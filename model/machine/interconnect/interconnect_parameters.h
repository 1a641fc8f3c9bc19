// Parameters of the interconnect between a subslice's EUs and its shared functions.
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

/// Rule by which an interconnect chooses one of several samplers for a message.
enum class SamplerChoice : std::uint8_t { kEu, kThread, kSurface, kTurn };

inline constexpr std::array<EnumRow, 4> kSamplerChoices{{
    {0, "eu", "number of the EU modulo the samplers"},
    {1, "thread", "number of the EU and of the thread's slot together, modulo the samplers"},
    {2, "surface", "index in the binding table modulo the samplers: a texture is in the caches of one of them"},
    {3, "turn", "the messages of each EU in turn, the first as eu has it"},
}};
inline EnumRows enum_rows(SamplerChoice) {
  return {"choice of a sampler", kSamplerChoices};
}

struct InterconnectParameters {
  Implementation implementation;
  Cycles request_latency{2};
  Fraction request_bytes_per_cycle{64};
  std::uint32_t request_slots{2};
  Cycles response_latency{2};
  Fraction response_bytes_per_cycle{64};
  std::uint32_t response_slots{2};
  SamplerChoice sampler_choice = SamplerChoice::kEu;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("request_latency", request_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from EU to shared function, without those of the transfer",
       .source = kAssumed});
    v("request_bytes_per_cycle", request_bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{4096}}},
       .help = "bytes of messages per cycle that one EU sends, and that one shared function receives",
       .source = kAssumed});
    v("request_slots", request_slots,
      {.range = {{1u, 1024u}}, .help = "messages that can wait at each input, and at each output", .source = kAssumed});
    v("response_latency", response_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from shared function to EU, without those of the transfer",
       .source = kAssumed});
    v("response_bytes_per_cycle", response_bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{4096}}},
       .help = "bytes of responses per cycle that one shared function sends, and that one EU receives",
       .source = kAssumed});
    v("response_slots", response_slots,
      {.range = {{1u, 1024u}},
       .help = "responses that can wait at each input, and at each output",
       .source = kAssumed});
    v("sampler_choice", sampler_choice,
      {.help = "sampler of a message where there are several: by eu, thread, surface (index in the binding table), or "
               "turn (messages of an EU one after the other)",
       .source = kAssumed});
  }
};

}  // namespace texpipe::machine
