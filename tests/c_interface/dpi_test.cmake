# Installs the C interface to a new prefix and runs a SystemVerilog testbench with it by Verilator: on the RTL filter, and on one with a bug.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -P dpi_test.cmake
file(REMOVE_RECURSE ${WORK})
set(rtl ${SOURCE}/rtl_cosim/rtl)

function(bench name expected text filter_pixel)
  execute_process(COMMAND verilator --binary --build-jobs 2 -Wall -Wno-fatal --top filter_bench --Mdir ${WORK}/${name} -CFLAGS -I${WORK}/prefix/include
                          -MAKEFLAGS CXX=${COMPILER} -MAKEFLAGS LINK=${COMPILER} ${WORK}/prefix/share/texpipe/dpi/texpipe_pkg.sv ${SOURCE}/rtl_cosim/dpi/filter_bench.sv
                          ${rtl}/texture_filter.sv ${filter_pixel} ${rtl}/texel_compare.sv ${rtl}/elastic_pipeline.sv
                          ${WORK}/prefix/share/texpipe/dpi/texpipe_dpi.c ${library}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${name}: Verilator ended with ${result}:\n${output}")
  endif()
  execute_process(COMMAND ${WORK}/${name}/Vfilter_bench RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${text}" place)
  if(place EQUAL -1 OR NOT result STREQUAL expected)
    message(FATAL_ERROR "${name}: ended with ${result}:\n${output}")
  endif()
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component c_interface --prefix ${WORK}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB library ${WORK}/prefix/lib*/libtexpipe.a ${WORK}/prefix/lib*/*/libtexpipe.a)
bench(right 0 "200 messages, 796 footprints, 0 colours differ" ${rtl}/filter_pixel.sv)
bench(wrong "Subprocess aborted" "the filter differs from texpipe" ${BUILD}/rtl_cosim/swapped_weights/filter_pixel.sv)
