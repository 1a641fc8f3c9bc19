# Installs the command and builds the examples outside the tree, in one project: what the tests of memories and RTL of somebody else's run.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -DEXAMPLES=own_memory,own_filter,... -P outside_tree_build.cmake
# Afterwards WORK/prefix has the command, WORK/build/EXAMPLE/EXAMPLE.so is the example's plug-in, and WORK/build/own_command a program that links
# the whole model.
file(REMOVE_RECURSE ${WORK})
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()
step(${CMAKE_COMMAND} --build ${BUILD} --target texpipe_model)
step(${CMAKE_COMMAND} --install ${BUILD} --component model --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --component plugin --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --component command --prefix ${WORK}/prefix)
string(REPLACE "," ";" EXAMPLES ${EXAMPLES})
set(lines "cmake_minimum_required(VERSION 3.25)\nproject(examples LANGUAGES C CXX)\nfind_package(texpipe REQUIRED COMPONENTS model)
add_executable(own_command own_command.cpp)\ntarget_link_libraries(own_command PRIVATE texpipe::texpipe_model)\n")
file(WRITE ${WORK}/own_command.cpp "#include \"cli/linked_blocks.h\"
texpipe::timing::BlockRegistry texpipe::cli::linked_blocks() { return texpipe::timing::model_blocks(); }\n")
foreach(example IN LISTS EXAMPLES)
  string(APPEND lines "add_subdirectory(${SOURCE}/rtl_cosim/examples/${example} ${example})\n")
endforeach()
file(WRITE ${WORK}/CMakeLists.txt "${lines}")
step(${CMAKE_COMMAND} -G Ninja -S ${WORK} -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER})
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/build/own_command version)
