// Field numbers of Perfetto's trace protobuf that traces of texpipe have (protos/perfetto/trace of that project).
#pragma once

#include <protozero/types.hpp>

namespace texpipe::study::perfetto {

using protozero::pbf_tag_type;

enum class Trace : pbf_tag_type { kPacket = 1 };
enum class Packet : pbf_tag_type {
  kTimestamp = 8,
  kSequence = 10,  // trusted_packet_sequence_id
  kEvent = 11,
  kSequenceFlags = 13,
  kTrack = 60,  // track_descriptor
};
enum class TrackDescriptor : pbf_tag_type {
  kUuid = 1,
  kName = 2,
  kProcess = 3,
  kParent = 5,
  kCounter = 8,
};
enum class Process : pbf_tag_type { kPid = 1, kName = 6 };
enum class Counter : pbf_tag_type { kUnitName = 6 };
enum class Event : pbf_tag_type {
  kAnnotation = 4,
  kType = 9,
  kTrack = 11,
  kName = 23,
  kCounterValue = 30,
  kFlow = 47,  // fixed64
};
enum class Annotation : pbf_tag_type { kUnsigned = 3, kText = 6, kName = 10 };

enum class EventType : int { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounter = 4 };

inline constexpr std::uint32_t kSequence = 1;
inline constexpr std::uint32_t kStateCleared = 1;  // SEQ_INCREMENTAL_STATE_CLEARED

}  // namespace texpipe::study::perfetto
