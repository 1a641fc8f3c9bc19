#include "isa/gen9/interface_descriptor.h"

namespace texpipe::gen9 {

namespace {

using S = InterfaceDescriptor;

constexpr std::array<EnumRow, 2> kFloatModes{{
    {0, "IEEE-754", "IEEE arithmetic"},
    {1, "Alternate", "no infinities and NaNs in results"},
}};

constexpr std::array<EnumRow, 4> kRoundingModes{{
    {0, "RTNE", "to nearest, ties to even"},
    {1, "RU", "upward"},
    {2, "RD", "downward"},
    {3, "RTZ", "toward zero"},
}};

// Source: specification/state 1.
constexpr std::array kFields{
    field<S, &S::kernel_pointer>(0, 47, 6, "Kernel Start Pointer", "bytes from instruction base", {.shift = 6}),
    field<S, &S::float_mode>(2, 16, 16, "Floating Point Mode", "arithmetic at thread start"),
    field<S, &S::high_priority>(2, 17, 17, "Thread Priority", "1: high"),
    field<S, &S::single_program_flow>(2, 18, 18, "Single Program Flow", "all channels branch together"),
    field<S, &S::denormals_by_kernel>(2, 19, 19, "Denorm Mode", "1: set by the kernel"),
    field<S, &S::sampler_state_pointer>(3, 31, 5, "Sampler State Pointer", "bytes from dynamic state base",
                                        {.shift = 5}),
    field<S, &S::sampler_count>(3, 4, 2, "Sampler Count", "samplers to prefetch, in fours"),
    field<S, &S::binding_table_pointer>(4, 15, 5, "Binding Table Pointer", "bytes from surface state base",
                                        {.shift = 5}),
    field<S, &S::binding_table_count>(4, 4, 0, "Binding Table Entry Count", "entries to prefetch"),
    field<S, &S::constant_read_length>(5, 31, 16, "Constant URB Entry Read Length", "registers per thread"),
    field<S, &S::constant_read_offset>(5, 15, 0, "Constant URB Entry Read Offset", "registers"),
    field<S, &S::rounding_mode>(6, 23, 22, "Rounding Mode", "rounding at thread start"),
    field<S, &S::barrier_enable>(6, 21, 21, "Barrier Enable", "the group uses a barrier"),
    field<S, &S::slm_size>(6, 20, 16, "Shared Local Memory Size", "0: none, n: 2^(n-1) KiB"),
    field<S, &S::threads_in_group>(6, 9, 0, "Number of Threads in GPGPU Thread Group", "threads"),
    field<S, &S::cross_thread_read_length>(7, 7, 0, "Cross-Thread Constant Data Read Length", "registers"),
};

constexpr BitLayout<S, S::kDwords> kLayout{"INTERFACE_DESCRIPTOR_DATA", kFields};

}  // namespace

EnumRows enum_rows(FloatMode) {
  return {"Floating Point Mode", kFloatModes};
}
EnumRows enum_rows(RoundingMode) {
  return {"Rounding Mode", kRoundingModes};
}

InterfaceDescriptor InterfaceDescriptor::decode(std::span<const std::uint32_t, kDwords> words) {
  return kLayout.decode_keeping_reserved(words);
}

InterfaceDescriptor::Words InterfaceDescriptor::encode() const {
  return kLayout.encode_with_reserved(*this);
}

std::vector<FieldValue> InterfaceDescriptor::fields() const {
  return kLayout.values(*this);
}

void InterfaceDescriptor::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

const BitLayout<InterfaceDescriptor, InterfaceDescriptor::kDwords>& InterfaceDescriptor::layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
