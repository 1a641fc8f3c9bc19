// Address generator: one pixel of one level per cycle, from float32 coordinates to the addresses and weights of its texels.
//
// Corners: 0 upper left, 1 upper right, 2 lower left, 3 lower right. A point filter has corner 0 alone.
// Four registered steps: coordinates times sizes; positions; texels and weights; addresses.
module address_generator #(
    parameter int unsigned SIZE_BITS = 15,
    parameter int unsigned ADDRESS_BITS = 48,
    parameter int unsigned TAP_BITS = 30
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                    in_valid,
    output logic                    in_ready,
    input  logic [63:0]             in_coordinates,   // V, U: float32
    input  logic [5:0]              in_modes,         // V, U: as axis_position has them
    input  logic                    in_linear,        // else the texel that contains the position
    input  logic [1:0]              in_to_nearest,    // V, U: rounding of positions, else towards minus infinity
    input  logic [2*TAP_BITS-1:0]   in_taps,          // V, U: of an anisotropic tap from the pixel's centre, in 1/256 texel, signed
    input  logic [7:0]              in_offsets,       // V, U: texels, signed
    input  logic [2*SIZE_BITS-1:0]  in_size,          // height, width of the level in texels
    input  logic [15:0]             in_level_column,  // of the level in the surface, in elements
    input  logic [31:0]             in_level_row,     // with the array slice's, in rows of elements
    input  logic [ADDRESS_BITS-1:0] in_base,
    input  logic [18:0]             in_pitch,         // bytes of a row
    input  logic [1:0]              in_tiling,        // 0 linear, 1 X, 2 Y
    input  logic [6:0]              in_element,       // log2 of its height (2) and width (2) in texels and of its bytes (3)

    output logic                      out_valid,
    input  logic                      out_ready,
    output logic [3:0]                out_texels,    // bit c: corner c is read
    output logic [3:0]                out_border,    // bit c: corner c is the border colour
    output logic [67:0]               out_weights,   // 17 bits each; the sum is 2^16
    output logic [4*ADDRESS_BITS-1:0] out_addresses, // of the elements
    output logic [15:0]               out_places     // texel inside its element, row by row of four
);
  localparam int unsigned POSITION_BITS = 32;
  localparam int unsigned INDEX_BITS = 25;

  logic [3:0] load;
  elastic_pipeline #(.STEPS(4)) control (.clk, .rst_n, .in_valid, .in_ready, .out_valid, .out_ready, .load);

  // Bits that travel beside the coordinates.
  localparam int unsigned BESIDE_BITS = 6 + 1 + 2 * TAP_BITS + 8 + 2 * SIZE_BITS + 16 + 32 + ADDRESS_BITS + 19 + 2 + 7;
  logic [BESIDE_BITS-1:0] beside_product, beside_position;
  always_ff @(posedge clk) begin
    if (load[0]) begin
      beside_product <= {in_modes, in_linear, in_taps, in_offsets, in_size, in_level_column, in_level_row, in_base, in_pitch, in_tiling,
                         in_element};
    end
    if (load[1]) beside_position <= beside_product;
  end
  logic [5:0]              modes;
  logic                    linear;
  logic [2*TAP_BITS-1:0]   taps;
  logic [7:0]              offsets;
  logic [2*SIZE_BITS-1:0]  size;
  logic [15:0]             level_column;
  logic [31:0]             level_row;
  logic [ADDRESS_BITS-1:0] base;
  logic [18:0]             pitch;
  logic [1:0]              tiling;
  logic [6:0]              element;
  assign {modes, linear, taps, offsets, size, level_column, level_row, base, pitch, tiling, element} = beside_position;

  // Steps 1 and 2 for each axis, and what step 3 makes of a position: two texels and the second one's weight.
  logic [4*SIZE_BITS-1:0] axis_texels;  // [axis][first, second]
  logic [3:0]             axis_border;
  logic [15:0]            axis_weights;
  for (genvar axis = 0; axis < 2; axis++) begin : gen_axis
    logic signed [POSITION_BITS-1:0] position, tap_position, last_position, from_centre;
    logic                            stays_on_map;  // the nearest texel of a half border: the far end of the map is its last texel
    logic signed [INDEX_BITS-1:0]    offset, first;
    axis_position #(.SIZE_BITS(SIZE_BITS), .POSITION_BITS(POSITION_BITS)) to_position (
        .clk, .load_product(load[0]), .load_position(load[1]),
        .coordinate(in_coordinates[32*axis+:32]), .size(in_size[SIZE_BITS*axis+:SIZE_BITS]), .mode(in_modes[3*axis+:3]),
        .to_nearest(in_to_nearest[axis]), .position);
    assign tap_position = position + $signed({{(POSITION_BITS - TAP_BITS) {taps[TAP_BITS*(axis+1)-1]}}, taps[TAP_BITS*axis+:TAP_BITS]});
    assign last_position = $signed({{(POSITION_BITS - SIZE_BITS - 8) {1'b0}}, size[SIZE_BITS*axis+:SIZE_BITS], 8'd0}) - 32'sd1;
    assign stays_on_map = modes[3*axis+:3] == 3'd6 && tap_position > last_position;
    assign from_centre = linear ? tap_position - 32'sd128 : stays_on_map ? last_position : tap_position;
    assign offset = $signed({{(INDEX_BITS - 4) {offsets[4*axis+3]}}, offsets[4*axis+:4]});
    assign first = $signed({from_centre[POSITION_BITS-1], from_centre[POSITION_BITS-1:8]}) + offset;
    assign axis_weights[8*axis+:8] = linear ? from_centre[7:0] : 8'd0;
    for (genvar tap = 0; tap < 2; tap++) begin : gen_tap
      localparam logic signed [INDEX_BITS-1:0] kTap = tap;
      axis_texel #(.SIZE_BITS(SIZE_BITS), .INDEX_BITS(INDEX_BITS)) address (
          .index(first + kTap), .size(size[SIZE_BITS*axis+:SIZE_BITS]), .mode(modes[3*axis+:3]),
          .texel(axis_texels[SIZE_BITS*(2*axis+tap)+:SIZE_BITS]), .border(axis_border[2*axis+tap]));
    end
  end

  // Step 3: texels and weights.
  logic [4*SIZE_BITS-1:0]  texels;
  logic [3:0]              border;
  logic [15:0]             weights;
  logic                    is_linear;
  logic [15:0]             column_origin;
  logic [31:0]             row_origin;
  logic [ADDRESS_BITS-1:0] surface;
  logic [18:0]             row_pitch;
  logic [1:0]              tiles;
  logic [6:0]              shape;
  always_ff @(posedge clk) begin
    if (load[2]) begin
      texels <= axis_texels;
      border <= axis_border;
      weights <= axis_weights;
      is_linear <= linear;
      column_origin <= level_column;
      row_origin <= level_row;
      surface <= base;
      row_pitch <= pitch;
      tiles <= tiling;
      shape <= element;
    end
  end

  // Step 4: addresses of columns and rows of bytes.
  for (genvar corner = 0; corner < 4; corner++) begin : gen_corner
    localparam int unsigned kRight = corner % 2;
    localparam int unsigned kLower = corner / 2;
    logic [SIZE_BITS-1:0]    x, y;
    logic                    is_border, exists;
    logic [21:0]             byte_column;
    logic [31:0]             row, rows_above;  // rows of elements; those of whole tiles
    logic [34:0]             offset_inside;           // bytes after these
    logic [ADDRESS_BITS-1:0] address;
    logic [8:0]              x_weight, y_weight;
    logic [17:0]             weight;
    assign x = texels[SIZE_BITS*kRight+:SIZE_BITS];
    assign y = texels[SIZE_BITS*(2+kLower)+:SIZE_BITS];
    assign is_border = border[kRight] || border[2+kLower];
    assign exists = is_linear || corner == 0;
    assign byte_column = ({6'd0, column_origin} + {{(22 - SIZE_BITS) {1'b0}}, x >> shape[4:3]}) << shape[2:0];
    assign row = row_origin + {{(32 - SIZE_BITS) {1'b0}}, y >> shape[6:5]};
    always_comb begin
      case (tiles)
        2'd1: {rows_above, offset_inside} = {row[31:3], 3'd0, 10'd0, byte_column[21:9], row[2:0], byte_column[8:0]};
        2'd2: {rows_above, offset_inside} = {row[31:5], 5'd0, 8'd0, byte_column[21:7], byte_column[6:4], row[4:0], byte_column[3:0]};
        default: {rows_above, offset_inside} = {row, 13'd0, byte_column};
      endcase
    end
    assign address = {{(ADDRESS_BITS - 32) {1'b0}}, rows_above} * {{(ADDRESS_BITS - 19) {1'b0}}, row_pitch} +
                     {{(ADDRESS_BITS - 35) {1'b0}}, offset_inside};
    assign x_weight = (kRight == 1) ? {1'b0, weights[7:0]} : 9'd256 - {1'b0, weights[7:0]};
    assign y_weight = (kLower == 1) ? {1'b0, weights[15:8]} : 9'd256 - {1'b0, weights[15:8]};
    assign weight = {9'd0, x_weight} * {9'd0, y_weight};
    always_ff @(posedge clk) begin
      if (load[3]) begin
        out_texels[corner] <= exists && !is_border;
        out_border[corner] <= exists && is_border;
        out_weights[17*corner+:17] <= exists ? weight[16:0] : 17'd0;
        out_addresses[ADDRESS_BITS*corner+:ADDRESS_BITS] <= (exists && !is_border) ? surface + address : '0;
        out_places[4*corner+:4] <= (exists && !is_border) ? {y[1:0] & {shape[6], |shape[6:5]}, x[1:0] & {shape[4], |shape[4:3]}} : 4'd0;
      end
    end
    logic unused;
    assign unused = weight[17];
  end
endmodule
