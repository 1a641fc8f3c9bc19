# A bug that tests plant into a file of the RTL to see that co-simulation catches it: name, text of the RTL, text that replaces it. The
# file goes by its own name into a folder of the bug's, for texpipe_verilate(... FROM).
function(texpipe_plant source name text replacement)
  file(READ ${source} rtl)
  string(FIND "${rtl}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "mutation ${name}: '${text}' is not in ${source}")
  endif()
  string(REPLACE "${text}" "${replacement}" rtl "${rtl}")
  get_filename_component(file ${source} NAME)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}/${file} CONTENT "${rtl}" @ONLY)
endfunction()
