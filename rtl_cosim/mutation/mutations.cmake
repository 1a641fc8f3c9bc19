# Bugs that tests plant into RTL to see that co-simulation catches them: name, text of the RTL, text that replaces it.
function(texpipe_mutate source name text replacement)
  file(READ ${source} rtl)
  string(FIND "${rtl}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "mutation ${name}: '${text}' is not in ${source}")
  endif()
  string(REPLACE "${text}" "${replacement}" rtl "${rtl}")
  get_filename_component(module ${source} NAME_WE)
  string(REPLACE "module ${module} " "module ${module}_${name} " rtl "${rtl}")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${module}_${name}.sv CONTENT "${rtl}" @ONLY)  # rewrites only what changed
endfunction()
