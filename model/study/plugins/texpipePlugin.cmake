# Writes the source of a plug-in's stamp; more lines may follow those that every stamp has.
function(texpipe_write_stamp file)
  set(more "")
  foreach(line IN LISTS ARGN)
    string(APPEND more " \"${line}\\n\"")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "#include \"study/plugins/plugin_stamp.h\"
extern \"C\" __attribute__((used, section(TEXPIPE_PLUGIN_SECTION))) const char texpipe_plugin_stamp[] = TEXPIPE_PLUGIN_STAMP@more@;
")
endfunction()

# texpipe_add_plugin(NAME SOURCES FILE...) builds NAME.so, a plug-in that `texpipe --plugin NAME.so` loads. One of the sources defines
#   extern "C" void texpipe_plugin(texpipe::study::Plugin& plugin)
function(texpipe_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 with "" "" "SOURCES")
  if(with_UNPARSED_ARGUMENTS)
    list(GET with_UNPARSED_ARGUMENTS 0 argument)
    message(FATAL_ERROR "texpipe_add_plugin(${name}): ${argument} is no argument; expected NAME SOURCES FILE...")
  endif()
  if(NOT with_SOURCES)
    message(FATAL_ERROR "texpipe_add_plugin(${name}): SOURCES is missing; expected NAME SOURCES FILE...")
  endif()
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${name}_stamp.cpp)
  texpipe_write_stamp(${stamp})
  add_library(${name} MODULE ${with_SOURCES} ${stamp})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so")
  target_link_libraries(${name} PRIVATE texpipe::plugin)
endfunction()
