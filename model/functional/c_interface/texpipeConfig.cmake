# find_package(texpipe) gives texpipe.h with its library, for C and C++: texpipe::texpipe_c, an archive, and texpipe::texpipe, shared.
# find_package(texpipe COMPONENTS model) gives texpipe::texpipe_model: the whole model in C++, for blocks of your own, and
# texpipe_add_rtl_block() for blocks as RTL.
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/texpipeTargets.cmake")
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
endif()

if("model" IN_LIST texpipe_FIND_COMPONENTS)
  include(CMakeFindDependencyMacro)
  find_dependency(PkgConfig)
  find_dependency(yaml-cpp)
  find_dependency(nlohmann_json)
  find_dependency(PNG)
  find_dependency(ZLIB)
  find_dependency(fmt)
  find_dependency(Threads)
  pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
  set(OPENSSL_USE_STATIC_LIBS TRUE)
  find_dependency(OpenSSL COMPONENTS Crypto)
  pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
  pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
  include("${CMAKE_CURRENT_LIST_DIR}/texpipeModelTargets.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/texpipeRtl.cmake")
endif()
