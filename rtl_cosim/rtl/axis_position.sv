// A float32 texture coordinate of one axis to its position in 1/256 texel (rules C1 to C5): the float32 product with the size,
// rounded to nearest even, of which the position follows. Two registered steps: reduced coordinate times size; position.
//
// Codes of `mode`: 0 WRAP, 1 MIRROR, 2 CLAMP, 3 CUBE, 4 CLAMP_BORDER, 5 MIRROR_ONCE, 6 HALF_BORDER.
module axis_position #(
    parameter int unsigned SIZE_BITS = 15,      // 1 to 16384 texels
    parameter int unsigned POSITION_BITS = 32,  // with sign, 8 of fraction
    parameter int unsigned PRODUCT_BITS = 24 + SIZE_BITS
) (
    input  logic clk,
    input  logic load_product,
    input  logic load_position,

    input  logic [31:0]          coordinate,
    input  logic [SIZE_BITS-1:0] size,
    input  logic [2:0]           mode,
    input  logic                 to_nearest,  // else towards minus infinity

    output logic signed [POSITION_BITS-1:0] position  // of the coordinate two loads ago
);
  localparam logic [POSITION_BITS-1:0] kFarthest = {2'b01, {(POSITION_BITS - 2) {1'b0}}};  // 2^22 texels

  // A periodic coordinate is brought into [0, 2), which both periods divide.
  logic        negative, is_special, is_nan, periodic;
  logic [7:0]  exponent;
  logic [23:0] mantissa;
  logic        reduced;      // it was 2 or more, or negative
  logic [4:0]  whole_shift;
  logic [23:0] modulus;      // in units of 2^-23
  logic        vanishes;
  assign negative = coordinate[31];
  assign exponent = coordinate[30:23];
  assign mantissa = {exponent != 8'd0, coordinate[22:0]};
  assign is_special = exponent == 8'd255;
  assign is_nan = is_special && coordinate[22:0] != 23'd0;
  assign periodic = mode <= 3'd1;
  assign reduced = periodic && exponent >= 8'd128;
  assign whole_shift = exponent[4:0] + 5'd1;  // exponent - 127 of 128 to 151
  assign modulus = (exponent > 8'd151) ? 24'd0 : mantissa << whole_shift;
  assign vanishes = is_nan || (is_special && periodic);

  logic        [23:0]             factor;
  logic signed [8:0]              scale;     // the factor's unit is 2^(scale - 23)
  logic                           minus;
  always_comb begin
    factor = vanishes ? 24'd0 : mantissa;
    scale = $signed({1'b0, exponent == 8'd0 ? 8'd1 : exponent}) - 9'sd127;
    minus = negative;
    if (reduced) begin
      factor = negative ? 24'd0 - modulus : modulus;
      scale = 9'sd0;
      minus = 1'b0;
    end
  end

  logic        [PRODUCT_BITS-1:0] exact;
  logic        [23:0]             nearest, product;  // significand of the float32 product
  logic        [4:0]              nearest_scale;
  logic signed [8:0]              product_scale;
  assign exact = {{SIZE_BITS{1'b0}}, factor} * {24'd0, size};
  nearest_significand #(.SIGNIFICAND_BITS(24), .EXTRA(SIZE_BITS)) to_product (
      .product(exact), .significand(nearest), .scale(nearest_scale));

  logic                           product_minus, product_nearest, clamps_to_map;
  logic        [SIZE_BITS-1:0]    product_size;
  always_ff @(posedge clk) begin
    if (load_product) begin
      product <= nearest;
      product_scale <= scale + $signed({4'd0, nearest_scale});
      product_minus <= minus;
      product_nearest <= to_nearest;
      clamps_to_map <= mode == 3'd6;
      product_size <= size;
    end
  end

  // The product counts 2^(scale - 15) of 1/256 texel.
  logic signed [8:0]              right, left;
  logic        [63:0]             places;  // 40 of them behind the point
  logic        [54:0]             wide;
  logic                           half, rest, far, up;
  logic        [30:0]             whole, magnitude;
  logic signed [POSITION_BITS-1:0] rounded, map_end;
  assign right = 9'sd15 - product_scale;
  assign left = product_scale - 9'sd15;
  always_comb begin
    places = '0;
    wide = '0;
    half = 1'b0;
    rest = product != '0;
    if (right > 9'sd40) begin
      whole = 31'd0;
      far = 1'b0;
    end else if (right > 9'sd0) begin
      places = {product, 40'd0} >> right[5:0];
      whole = {7'd0, places[63:40]};
      far = 1'b0;
      half = places[39];
      rest = places[38:0] != '0;
    end else begin
      wide = {31'd0, product} << left[4:0];
      whole = wide[30:0];
      far = (left > 9'sd30 && product != '0) || wide[54:30] != '0;
      rest = 1'b0;
    end
    // Towards minus infinity, after a half was added when it goes to the nearest.
    if (product_nearest) up = product_minus ? half && rest : half;
    else up = product_minus && (half || rest);
    magnitude = whole + {30'd0, up};
    if (far) rounded = product_minus ? -$signed(kFarthest) : $signed(kFarthest);
    else rounded = product_minus ? -$signed({1'b0, magnitude}) : $signed({1'b0, magnitude});
    map_end = $signed({{(POSITION_BITS - SIZE_BITS - 8) {1'b0}}, product_size, 8'd0});
  end

  always_ff @(posedge clk) begin
    if (load_position) begin
      if (clamps_to_map && rounded < 0) position <= '0;
      else if (clamps_to_map && rounded > map_end) position <= map_end;
      else position <= rounded;
    end
  end
endmodule
