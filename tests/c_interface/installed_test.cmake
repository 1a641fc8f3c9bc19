# Installs the C interface to a new prefix, builds a C project against it with find_package, and runs the program.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -P installed_test.cmake
file(REMOVE_RECURSE ${WORK})
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()
step(${CMAKE_COMMAND} --install ${BUILD} --component c_interface --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE}/installed -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_C_COMPILER=${COMPILER})
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/build/user)
