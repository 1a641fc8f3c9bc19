// Places in the header of a data port message, and the unit that block messages count in.
#pragma once

namespace texpipe::functional {

inline constexpr unsigned kOwordBytes = 16;
inline constexpr unsigned kOffsetDword = 2;      // of block messages
inline constexpr unsigned kSampleMaskDword = 7;  // of typed surface messages

}  // namespace texpipe::functional
