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
       .help = "DWords that are read or written in a cycle, each of a bank of its own",
       .source = {"Intel, Compute Architecture of Gen9, 5.5.2: 64 bytes per cycle"}});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "first bank to the answer, about that of a hit in L3",
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
      {.range = {{1u, 1024u}}, .help = "messages that it holds until they are done", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "message taken to its first line sent to L3, or to the banks",
       .source = kAssumed});
    v("line_interval", line_interval,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "from line to line: 64 bytes per cycle",
       .source = {"SKL PRM vol. 4, Configurations"}});
    v("outstanding_lines", outstanding_lines,
      {.range = {{1u, 4096u}}, .help = "lines sent to L3 and not answered", .source = kAssumed});
    v("read_gather", read_gather,
      {.range = {{ByteSize{64}, ByteSize{1024}}},
       .help = "of a read: what neighbouring channels read of so many bytes is gathered into lines, each channel's "
               "taken as 4, 8, 16 ... bytes; 1KiB: the whole message",
       .source = kAssumed});
    v("reads_per_cycle", reads_per_cycle,
      {.range = {{kSlowestRate, Fraction{1}}},
       .help = "messages that read lines; one of several lines takes no longer for it",
       .source = kAssumed});
    v("read_latency", read_latency,
      {.range = {{Cycles{0}, Cycles{1000}}},
       .help = "last line that a message reads to its answer",
       .source = kAssumed});
    v.group("local_memory", local_memory, "shared local memory of work groups");
  }
};

}  // namespace texpipe::machine
