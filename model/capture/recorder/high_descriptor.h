// Descriptors of the recorder in the program's process.
#pragma once

namespace texpipe::capture {

/// A descriptor of the same file with a high number, where there is one: programs close, count and reuse low ones.
/// @param low  the file, which is closed where it gets another number; -1 stays
int high_descriptor(int low);

}  // namespace texpipe::capture
