# find_package(texpipe) gives the target texpipe::texpipe_c: texpipe.h and its library, for C and C++.
include("${CMAKE_CURRENT_LIST_DIR}/texpipeTargets.cmake")

# A project without C++ links with its C compiler and names the C++ runtime itself.
get_property(texpipe_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT CXX IN_LIST texpipe_languages)
  get_target_property(texpipe_configurations texpipe::texpipe_c IMPORTED_CONFIGURATIONS)
  foreach(texpipe_configuration IN LISTS texpipe_configurations)
    set_target_properties(texpipe::texpipe_c PROPERTIES IMPORTED_LINK_INTERFACE_LANGUAGES_${texpipe_configuration} C)
  endforeach()
  set_property(TARGET texpipe::texpipe_c APPEND PROPERTY INTERFACE_LINK_LIBRARIES stdc++ m)
endif()
