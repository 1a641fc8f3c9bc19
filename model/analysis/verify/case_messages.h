// The sampler messages that ask for every row of a golden case.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/verify/golden_case.h"
#include "functional/message/message.h"
#include "isa/gen9/sampler_message.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

/// Coordinates of a case: rows of float32 by column.
struct CaseRows {
  std::vector<std::string> columns;
  std::size_t rows = 0;
  std::vector<float> values;  // row by row

  /// Value of a column; 0 when the case does not have it.
  float value(std::size_t row, std::string_view column) const;
};

/// Reads a case's coordinates. Errors: Error (kMalformedInput) when the array is not float32 or has another number of
/// columns.
CaseRows read_rows(const GoldenCase& golden);

/// Execution sizes of the messages.
enum class MessageSize : std::uint8_t { kSimd8, kSimd16 };

/// Messages for all rows in order; the last one has channels off when the rows run out. Directions into cubes are
/// divided by their largest component, and for gradients taken to their face, as a driver does
/// (specification/messages 3.2; R28: unless the context's switch has messages take directions); the array index goes
/// where the surface type has it (R16). SIMD16 falls back to SIMD8 where the message does not fit or exist.
/// @param context  must outlive the messages
std::vector<functional::Message> case_messages(const GoldenCase& golden, const CaseRows& rows, MessageSize size,
                                               std::uint8_t surface, std::uint8_t sampler,
                                               const functional::MessageContext& context);

/// Channels of a message: 8 or 16.
unsigned channels_of(const functional::Message& message);

/// The result of a row as four 32-bit words R, G, B, A, out of the response of its message.
std::array<std::uint32_t, 4> row_result(const functional::Message& message, const functional::MessageResponse& response,
                                        unsigned channel);

}  // namespace texpipe::study
