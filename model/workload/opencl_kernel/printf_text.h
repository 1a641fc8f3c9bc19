// Output that kernels print: the buffer that compiled code of `printf` writes to, and its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "functional/memory/gpu_memory.h"

namespace texpipe::study {

/// The buffer of a launch, empty: its first DWord says how many bytes are taken, itself included; work-items add to it
/// what they need and write there. As large as drivers make it; what no longer fits, compiled code does not write.
ByteAddress place_printf_buffer(functional::GpuMemory& memory);

/// The text of all calls, in the order in which work-items took their places in the buffer. Each call is the number of
/// its format, then type and value of every argument. A conversion without value, or with one of another kind than it
/// asks for, prints what there is as its own type would be printed; a call whose format the kernel does not have ends
/// the text with a line that says so, as does a text beyond 64 MiB. A conversion prints at most 4095 characters.
/// @param strings  formats and arguments of %s, by number, as the binary has them (escapes spelled out)
std::string printf_text(std::span<const std::byte> buffer, const std::map<std::uint32_t, std::string>& strings);

/// Text of a launch's buffer.
std::string printf_text(const functional::GpuMemory& memory, ByteAddress buffer,
                        const std::map<std::uint32_t, std::string>& strings);

}  // namespace texpipe::study
