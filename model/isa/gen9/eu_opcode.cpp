#include "isa/gen9/eu_opcode.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 68> kEuOpcodeRows{{
    {0x40, "add", "sum"},
    {0x4E, "addc", "sum; the carries go to the accumulator"},
    {0x05, "and", "bits set in both"},
    {0x0C, "asr", "shift right, keeping the sign"},
    {0x42, "avg", "mean of two integers, rounded up"},
    {0x18, "bfe", "extracts a bit field"},
    {0x19, "bfi1", "makes the mask of a bit field"},
    {0x1A, "bfi2", "inserts bits by a mask"},
    {0x17, "bfrev", "reverses the order of bits"},
    {0x23, "brc", "branch where channels may meet again, with two targets"},
    {0x21, "brd", "branch for channels that diverge"},
    {0x28, "break", "leaves the loop"},
    {0x2C, "call", "calls a subroutine"},
    {0x2B, "calla", "calls a subroutine at an absolute address"},
    {0x4D, "cbit", "counts ones"},
    {0x10, "cmp", "compares into a flag"},
    {0x11, "cmpn", "compares into a flag; a NaN in the second source counts as true"},
    {0x29, "cont", "goes on with the next turn of the loop"},
    {0x12, "csel", "chooses by comparing the third source with 0"},
    {0x57, "dp2", "dot product of 2 components"},
    {0x56, "dp3", "dot product of 3 components"},
    {0x54, "dp4", "dot product of 4 components"},
    {0x55, "dph", "dot product of 3 components plus the fourth of the second source"},
    {0x24, "else", "the other half of a conditional block"},
    {0x25, "endif", "ends a conditional block"},
    {0x4B, "fbh", "number of the first bit from the top that differs from the sign"},
    {0x4C, "fbl", "number of the lowest one"},
    {0x43, "frc", "fraction"},
    {0x2E, "goto", "jump for channels that diverge"},
    {0x2A, "halt", "stops channels until a common point"},
    {0x22, "if", "begins a conditional block"},
    {0x00, "illegal", "raises an exception"},
    {0x20, "jmpi", "jumps all channels"},
    {0x2F, "join", "where channels of goto meet again"},
    {0x59, "line", "a x + b"},
    {0x5C, "lrp", "blend of two sources by a third"},
    {0x4A, "lzd", "counts leading zeros"},
    {0x48, "mac", "product plus accumulator"},
    {0x49, "mach", "high half of a product"},
    {0x5B, "mad", "product plus third source"},
    {0x5D, "madm", "product plus third source with extra precision"},
    {0x38, "math", "function of the extended math unit"},
    {0x01, "mov", "copies and converts"},
    {0x03, "movi", "copies by address registers"},
    {0x41, "mul", "product"},
    {0x7E, "nop", "nothing"},
    {0x04, "not", "every bit inverted"},
    {0x06, "or", "bits set in either"},
    {0x5A, "pln", "plane equation at the barycentrics"},
    {0x2D, "ret", "returns from a subroutine"},
    {0x45, "rndd", "rounds down"},
    {0x46, "rnde", "rounds to nearest, ties to even"},
    {0x44, "rndu", "rounds up"},
    {0x47, "rndz", "rounds toward zero"},
    {0x50, "sad2", "sum of 2 absolute differences"},
    {0x51, "sada2", "adds 2 absolute differences to the accumulator"},
    {0x02, "sel", "chooses by a flag or a comparison"},
    {0x31, "send", "sends a message"},
    {0x32, "sendc", "sends a message when older threads at the same pixels are done"},
    {0x33, "sends", "sends a message in two parts"},
    {0x34, "sendsc", "as sends, when older threads at the same pixels are done"},
    {0x09, "shl", "shift left"},
    {0x08, "shr", "shift right, filling with zeros"},
    {0x0A, "smov", "copies scattered bytes"},
    {0x4F, "subb", "difference; the borrows go to the accumulator"},
    {0x30, "wait", "waits for a notification"},
    {0x27, "while", "ends a loop"},
    {0x07, "xor", "bits set in one"},
}};

}  // namespace

EnumRows enum_rows(EuOpcode) {
  return {"EU_OPCODE", kEuOpcodeRows};
}

}  // namespace texpipe::gen9
