# Installs components of a tree in which nothing is built: each says what builds it, and installs nothing.
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -P install_components_test.cmake
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/build -DCMAKE_CXX_COMPILER=${COMPILER} -DTEXPIPE_RTL=OFF
                OUTPUT_QUIET ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
function(refused component builds)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK}/build --component ${component} --prefix ${WORK}/${component}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "component ${component} is not built; this builds it:\n\n    cmake --build ${WORK}/build --target ${builds}\n" place)
  if(result EQUAL 0 OR place EQUAL -1)
    message(FATAL_ERROR "installing ${component} ended with ${result}:\n${output}")
  endif()
  if(EXISTS ${WORK}/${component})
    message(FATAL_ERROR "installing ${component} was refused and left ${WORK}/${component}")
  endif()
endfunction()
refused(c_interface "texpipe_c texpipe_c_shared")
refused(model "texpipe_model")
