// Included by the compiler before each file that is built together with Verilator's runtime: a failing assertion,
// $stop, $fatal and $finish end the comparison or the run with an error of ours, where Verilator would end the program.
#pragma once

#ifdef __cplusplus
namespace texpipe::rtl_cosim {

/// Verilator's printf: keeps the text of an error for the RtlStopped that follows; $display goes to the error output,
/// since results may go to the other.
int print_of_rtl(const char* format, ...);

}  // namespace texpipe::rtl_cosim

#define VL_PRINTF texpipe::rtl_cosim::print_of_rtl
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#endif
