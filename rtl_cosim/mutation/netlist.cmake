# Writes a block as one flat module with faults that Yosys chose, of which the DPI function texpipe_rtl_mutant() names the one that acts (from
# 1 on; 0: none). FOLDER gets BLOCK.sv, BLOCK.mutants with a line of Yosys' for each fault, and
# BLOCK.il, the module without faults. Modules of BLOCK_unflattened stay as they are, beside the netlist: word-wide memories that Yosys would
# take bit by bit, and blocks that have faults by themselves.
function(texpipe_write_mutants yosys block count folder)
  foreach(module ${block} ${${block}_modules})
    if(NOT module IN_LIST ${block}_unflattened)
      list(APPEND sources ${CMAKE_CURRENT_SOURCE_DIR}/rtl/${module}.sv)
    endif()
  endforeach()
  list(JOIN sources " " sources)
  foreach(module ${${block}_unflattened})
    string(APPEND kept "read_verilog -sv -lib ${CMAKE_CURRENT_SOURCE_DIR}/rtl/${module}.sv\n")
  endforeach()
  set(read "${kept}read_verilog -sv -DSYNTHESIS ${sources}\nhierarchy -top ${block}\nproc\nflatten\nopt\nwreduce\nopt")
  file(WRITE ${folder}/${block}.ys
       "${read}\nwrite_rtlil ${folder}/${block}.il\nmutate -list ${count} -seed 1 -ctrl mutant 16 1 -o ${folder}/${block}.mutants\n"
       "script ${folder}/${block}.mutants\nopt_clean\ndelete -input ${block}/mutant\n"
       "rename -top ${block}\nwrite_verilog -noattr ${folder}/${block}.sv\n")
  execute_process(COMMAND ${yosys} -q ${folder}/${block}.ys RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "Yosys does not read ${block}:\n${text}")
  endif()
  file(READ ${folder}/${block}.sv netlist)
  # Semicolons of Verilog separate elements of CMake's lists, so the text is never one.
  string(REPLACE "  wire [15:0] mutant;" "  import \"DPI-C\" function int texpipe_rtl_mutant();\n  reg [15:0] mutant;\n  initial mutant = 16'(texpipe_rtl_mutant());"
         chosen "${netlist}")
  if("${chosen}" STREQUAL "${netlist}")
    message(FATAL_ERROR "the mutants of ${block} have no number")
  endif()
  file(WRITE ${folder}/${block}.sv "${chosen}")
endfunction()
