// One channel of a texel out of the bytes of its element: a code that is known at once, or two end points with their weights.
//
// Codings: 0 plain, 1 BC1 without transparency, 2 BC1, 3 BC2, 4 BC3, 5 BC4, 6 signed BC4, 7 BC5, 8 signed BC5.
// Layout of a channel of a plain element, from the highest bit: stored (1), sign extended (1), the second code of -1 reads as the first
// (1), 16 bits and not 8 (1), first byte (3), the code of a channel that is not stored (16).
module texel_channel #(
    parameter int unsigned CHANNEL = 0,    // 0 to 3: R, G, B, A
    parameter int unsigned CODE_BITS = 25  // with sign
) (
    input  logic [3:0]   coding,
    input  logic [3:0]   texel,   // of a block, row by row
    input  logic [22:0]  layout,
    input  logic [127:0] element, // its first byte in bits 7:0

    output logic                 known,
    output logic [CODE_BITS-1:0] code,
    output logic signed [8:0]    first,
    output logic signed [8:0]    second,
    output logic [5:0]           first_weight,
    output logic [5:0]           second_weight
);
  localparam logic [3:0] kBc1 = 4'd2;
  localparam logic [3:0] kBc1Opaque = 4'd1;
  localparam logic [3:0] kBc2 = 4'd3;
  localparam logic [3:0] kBc3 = 4'd4;
  localparam logic [3:0] kBc4Signed = 4'd6;
  localparam logic [3:0] kBc5 = 4'd7;
  localparam logic [3:0] kBc5Signed = 4'd8;

  // A channel of a plain element.
  logic                 stored, sign_extend, clamp_lowest, wide;
  logic [2:0]           first_byte;
  logic [15:0]          constant_code;
  logic [15:0]          bits;
  logic                 lowest;
  logic                 negative;
  logic [CODE_BITS-1:0] plain_code;
  assign {stored, sign_extend, clamp_lowest, wide, first_byte, constant_code} = layout;
  assign bits = {element[{1'b0, first_byte, 3'b000} + 7'd8 +: 8] & {8{wide}}, element[{1'b0, first_byte, 3'b000} +: 8]};
  assign lowest = clamp_lowest && (wide ? bits == 16'h8000 : bits == 16'h0080);
  assign negative = sign_extend && (wide ? bits[15] : bits[7]);
  always_comb begin
    if (!stored) plain_code = {{(CODE_BITS - 16) {1'b0}}, constant_code};
    else if (wide) plain_code = {{(CODE_BITS - 16) {negative}}, bits[15:1], bits[0] | lowest};
    else plain_code = {{(CODE_BITS - 8) {negative}}, bits[7:1], bits[0] | lowest};
  end

  // A colour of two 5:6:5 end points, over 6 * 255: two colours lie between them, or one and the last is black.
  logic        is_color;
  logic        color_high;  // its block lies in the upper half of the element
  logic [63:0] color_block;
  logic [1:0]  color_selector;
  logic        four;
  logic [7:0]  color_first, color_second;
  logic [5:0]  color_first_weight, color_second_weight;
  assign is_color = coding >= kBc1Opaque && coding <= kBc3;
  assign color_high = coding == kBc2 || coding == kBc3;
  assign color_block = color_high ? element[127:64] : element[63:0];
  assign color_selector = color_block[{1'b1, texel, 1'b0} +: 2];
  assign four = color_high || color_block[15:0] > color_block[31:16];
  if (CHANNEL == 0) begin : gen_red
    assign color_first = {color_block[15:11], color_block[15:13]};
    assign color_second = {color_block[31:27], color_block[31:29]};
  end else if (CHANNEL == 1) begin : gen_green
    assign color_first = {color_block[10:5], color_block[10:9]};
    assign color_second = {color_block[26:21], color_block[26:25]};
  end else begin : gen_blue
    assign color_first = {color_block[4:0], color_block[4:2]};
    assign color_second = {color_block[20:16], color_block[20:18]};
  end
  always_comb begin
    case (color_selector)
      2'd0: {color_first_weight, color_second_weight} = {6'd6, 6'd0};
      2'd1: {color_first_weight, color_second_weight} = {6'd0, 6'd6};
      2'd2: {color_first_weight, color_second_weight} = four ? {6'd4, 6'd2} : {6'd3, 6'd3};
      default: {color_first_weight, color_second_weight} = four ? {6'd2, 6'd4} : {6'd0, 6'd0};
    endcase
  end

  // One of eight values over 35 times the end points: sevenths when the first is the larger, else fifths, the lowest value and 1.
  logic              is_signed;
  logic              value_high;  // its block lies in the upper half of the element
  logic [63:0]       value_block;
  logic [2:0]        value_selector;
  logic signed [8:0] value_first, value_second;
  assign is_signed = coding == kBc4Signed || coding == kBc5Signed;
  assign value_high = CHANNEL == 1;
  assign value_block = value_high ? element[127:64] : element[63:0];
  assign value_selector = value_block[6'd16 + 6'd3 * {2'b00, texel} +: 3];
  assign value_first = is_signed ? {value_block[7], value_block[7:1], value_block[0] | (value_block[7:0] == 8'h80)}
                                 : {1'b0, value_block[7:0]};
  assign value_second = is_signed ? {value_block[15], value_block[15:9], value_block[8] | (value_block[15:8] == 8'h80)}
                                  : {1'b0, value_block[15:8]};

  logic is_value;
  assign is_value = (CHANNEL == 0 && coding > kBc3) || (CHANNEL == 1 && (coding == kBc5 || coding == kBc5Signed)) ||
                    (CHANNEL == 3 && coding == kBc3);

  always_comb begin
    known = 1'b0;
    code = '0;
    first = {1'b0, color_first};
    second = {1'b0, color_second};
    first_weight = color_first_weight;
    second_weight = color_second_weight;
    if (is_value) begin
      first = value_first;
      second = value_second;
      first_weight = 6'd35;
      second_weight = 6'd0;
      if (value_selector == 3'd1) begin
        first_weight = 6'd0;
        second_weight = 6'd35;
      end else if (value_selector != 3'd0 && value_first > value_second) begin
        first_weight = 6'd5 * (6'd8 - {3'b000, value_selector});
        second_weight = 6'd5 * ({3'b000, value_selector} - 6'd1);
      end else if (value_selector != 3'd0 && value_selector < 3'd6) begin
        first_weight = 6'd7 * (6'd6 - {3'b000, value_selector});
        second_weight = 6'd7 * ({3'b000, value_selector} - 6'd1);
      end else if (value_selector == 3'd6) begin
        first = is_signed ? -9'sd127 : 9'sd0;
      end else if (value_selector == 3'd7) begin
        first = is_signed ? 9'sd127 : 9'sd255;
      end
    end else if (!is_color || CHANNEL == 3) begin
      known = 1'b1;
      if (coding == kBc2) code[3:0] = element[{1'b0, texel, 2'b00} +: 4];
      else if (coding == kBc1) code[0] = four || color_selector != 2'd3;  // else transparent black
      else if (coding == 4'd0) code = plain_code;
      else code[0] = CHANNEL == 3;
    end
  end
endmodule
