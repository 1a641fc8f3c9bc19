// Contract of the verb `capture`, the recorder and the layer: variables of the program's environment, files of the
// folder of a capture, and the device that is not there.
#pragma once

#include <cstdint>

namespace texpipe::capture {

/// Folder of the capture, which the verb makes and removes. Without it recorder and layer do nothing.
inline constexpr const char* kFolderVariable = "TEXPIPE_CAPTURE_FOLDER";
/// Most bytes of the recording before it is packed.
inline constexpr const char* kLimitVariable = "TEXPIPE_CAPTURE_LIMIT";
/// Number of presented frames after which the program ends; unset: it ends by itself.
inline constexpr const char* kFramesVariable = "TEXPIPE_CAPTURE_FRAMES";
/// Extent of every window, as 640x480; unset: that of the window.
inline constexpr const char* kSizeVariable = "TEXPIPE_CAPTURE_SIZE";
/// Set: presented images are not copied to where a picture can be read.
inline constexpr const char* kNoPicturesVariable = "TEXPIPE_CAPTURE_NO_PICTURES";
/// Set: the program sees the system's clock, and not one that moves by its frames.
inline constexpr const char* kSystemClockVariable = "TEXPIPE_CAPTURE_SYSTEM_CLOCK";
/// Frames that a second of the program's clock has; unset: 60.
inline constexpr const char* kRateVariable = "TEXPIPE_CAPTURE_RATE";
/// Set: there is no device, and another driver draws; the recording has pictures, as it drew them, and nothing else.
inline constexpr const char* kReferenceVariable = "TEXPIPE_CAPTURE_REFERENCE";

/// Set: the recorder has each submission executed before it returns (`ExecutedPart`, `WrittenRange`).
inline constexpr const char* kExecuteVariable = "TEXPIPE_CAPTURE_EXECUTE";

/// Files of the folder.
inline constexpr const char* kRecordingFile = "recording";
inline constexpr const char* kReportFile = "report";  // a line for each thing to tell the user
inline constexpr const char* kExecutorSocket = "executor";
inline constexpr const char* kNodeFolder = "dri";    // stands for /dev/dri
inline constexpr const char* kSystemFolder = "sys";  // stands for kSystemPath
inline constexpr const char* kNodeName = "renderD128";

/// The device as the kernel would name it.
inline constexpr const char* kNodeFolderPath = "/dev/dri";
inline constexpr const char* kNodePath = "/dev/dri/renderD128";
inline constexpr const char* kSystemPath = "/sys/dev/char/226:128";
inline constexpr unsigned kNodeMajor = 226;
inline constexpr unsigned kNodeMinor = 128;

/// Kaby Lake GT2: one slice, three subslices, 24 EUs.
inline constexpr std::uint32_t kPciId = 0x5916;
inline constexpr std::uint32_t kPciRevision = 2;

/// Sent to the executor's socket: the recording ends here for now, with a submission.
struct ExecutedPart {
  std::uint64_t recording_bytes = 0;
};
/// Its answer: any number of these, each with its bytes behind it, for memory that the GPU may have written; then one
/// of `address` kAllExecuted, or kNotExecuted where neither this submission nor a later one is executed.
struct WrittenRange {
  std::uint64_t address = 0;  // of the GPU
  std::uint64_t bytes = 0;    // a multiple of 4
};
inline constexpr std::uint64_t kAllExecuted = ~std::uint64_t{0};
inline constexpr std::uint64_t kNotExecuted = kAllExecuted - 1;

/// Line of the report of a program that has opened the device.
inline constexpr const char* kOpenedLine = "opened";

/// Function of the recorder that layers and programs look up (dlsym) to name memory that they have mapped:
/// void(const void* pointer, std::uint64_t bytes, const char* text).
inline constexpr const char* kNoteFunction = "texpipe_capture_note";
/// Function of the recorder that the layer calls for each presented frame: void().
inline constexpr const char* kPresentedFunction = "texpipe_capture_presented";

}  // namespace texpipe::capture
