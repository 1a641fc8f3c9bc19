// Counters that MI_REPORT_PERF_COUNT reports, and the report's layout.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "functional/execution/thread_source.h"

namespace texpipe::functional {

inline constexpr unsigned kAggregatingCounters = 36;  // A0 to A35
inline constexpr unsigned kReportWords = 64;

/// Counters since the frame began. What nobody counts is 0.
struct PerformanceCounters {
  std::uint32_t timestamp = 0;  // ticks of 12 MHz
  std::uint32_t clocks = 0;     // of the GPU
  std::array<std::uint64_t, kAggregatingCounters> aggregating{};
};

/// Numbers of the counters of threads, by shader (Mesa's table of KBL GT2's metrics).
inline constexpr unsigned kVertexThreads = 1, kHullThreads = 2, kDomainThreads = 3, kComputeThreads = 4,
                          kGeometryThreads = 5, kPixelThreads = 6;

/// Adds the threads of a source's current phase to the counters of their shaders.
void count_threads(const ThreadSource& threads, PerformanceCounters& counters);

/// Adds what a machine counts to what is known without time.
using CountMore = std::function<void(PerformanceCounters&)>;

/// A report of 256 bytes as Linux's format A32u40_A4u32_B8_C8 has it: number, timestamp, context and clocks; the lower
/// 32 bits of A0 to A31; A32 to A35; bits 39:32 of A0 to A31, a byte each; B0 to B7 and C0 to C7, which are 0.
/// (resolution R64)
std::array<std::uint32_t, kReportWords> counter_report(const PerformanceCounters& counters, std::uint32_t number,
                                                       std::uint32_t context);

}  // namespace texpipe::functional
