// An element out of the lines of its footprint.
module element_reader #(
    parameter int unsigned LINES = 16,
    parameter int unsigned LINE_BITS = 512,
    parameter int unsigned AT_BITS = $clog2(LINES),
    parameter int unsigned OFFSET_BITS = $clog2(LINE_BITS / 8)
) (
    input  logic [LINES*LINE_BITS-1:0] lines,
    input  logic [AT_BITS-1:0]         at,      // which line
    input  logic [OFFSET_BITS-1:0]     offset,  // bytes in it
    output logic [127:0]               element  // its first byte in bits 7:0
);
  logic [LINE_BITS-1:0] line, from_offset;
  assign line = lines[at*LINE_BITS+:LINE_BITS];
  assign from_offset = line >> {offset, 3'd0};
  assign element = from_offset[127:0];

  logic unused;
  assign unused = &{1'b0, from_offset[LINE_BITS-1:128]};
endmodule
