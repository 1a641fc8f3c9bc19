// Parameters of a subslice's data port.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

/// Local memory of a subslice; its size is a part of L3's array (slm).
struct LocalMemoryParameters {
  std::uint32_t banks{16};
  Cycles latency{30};

  template <class Visitor>
  void describe(Visitor& v) {
    v("banks", banks,
      {.range = {{1u, 256u}},
       .help = "banks, each of which reads or writes one DWord per cycle",
       .source = {"Intel, Compute Architecture of Gen9, 5.5.2: 64 bytes per cycle"}});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from the first access of a bank to the answer; assumed to be about those of a hit in L3",
       .source = kAssumed});
  }
};

struct DataPortParameters {
  Implementation implementation;
  std::uint32_t message_slots{16};
  Cycles latency{8};
  Cycles line_interval{1};
  std::uint32_t outstanding_lines{32};
  ByteSize read_gather{1024};
  Fraction reads_per_cycle{1};
  Cycles read_latency{0};
  LocalMemoryParameters local_memory;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("message_slots", message_slots,
      {.range = {{1u, 1024u}}, .help = "messages that the data port can hold until they are done", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from taking a message until its first line is sent to L3, or its first access to the banks",
       .source = kAssumed});
    v("line_interval", line_interval,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from sending a line to sending the next; 1: 64 bytes per cycle",
       .source = {"SKL PRM vol. 4, Configurations"}});
    v("outstanding_lines", outstanding_lines,
      {.range = {{1u, 4096u}}, .help = "lines that can be sent to L3 without an answer yet", .source = kAssumed});
    v("read_gather", read_gather,
      {.range = {{ByteSize{64}, ByteSize{1024}}},
       .help =
           "reads of neighbouring channels are gathered into lines, as many at a time as fit into these bytes, each "
           "rounded up to 4, 8, 16 ... bytes; 1KiB: all of a message",
       .source = kAssumed});
    v("reads_per_cycle", reads_per_cycle,
      {.range = {{kSlowestRate, Fraction{1}}},
       .help = "messages per cycle that read lines, however many lines each has",
       .source = kAssumed});
    v("read_latency", read_latency,
      {.range = {{Cycles{0}, Cycles{1000}}},
       .help = "cycles from the last line that a message reads to its answer",
       .source = kAssumed});
    v.group("local_memory", local_memory, "shared local memory of work groups");
  }
};

}  // namespace texpipe::machine
