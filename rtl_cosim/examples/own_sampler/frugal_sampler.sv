// A sampler that does one thing after the other: one address generator, one line in the place of a cache, one texel decoder, and
// texpipe's filter. Its ports are those of KIND sampler; its cycles are its own.
//
// A subspan stays at the input until its last footprint is in the filter. Of each footprint the pixels come one by one, of each pixel the
// corners; a corner in another line than the one before asks for its line and waits.
module frugal_sampler (
    input  logic clk,
    input  logic rst_n,

    input  logic         in_valid,
    output logic         in_ready,
    input  logic [29:0]  in_size,
    input  logic [255:0] in_level_columns,
    input  logic [511:0] in_level_rows,
    input  logic [47:0]  in_base,
    input  logic [18:0]  in_pitch,
    input  logic [1:0]   in_tiling,
    input  logic [6:0]   in_element,
    input  logic [3:0]   in_coding,
    input  logic [91:0]  in_channels,
    input  logic [5:0]   in_modes,
    input  logic         in_compare,
    input  logic [2:0]   in_relation,
    input  logic         in_compare_alpha,
    input  logic [3:0]   in_shown,
    input  logic [99:0]  in_others,
    input  logic [99:0]  in_border_codes,
    input  logic [3:0]   in_pixels,
    input  logic [255:0] in_coordinates,
    input  logic [7:0]   in_to_nearest,
    input  logic [31:0]  in_offsets,
    input  logic [127:0] in_slice_rows,
    input  logic [15:0]  in_levels,
    input  logic [31:0]  in_second_weights,
    input  logic [3:0]   in_linear,
    input  logic [19:0]  in_taps,
    input  logic [511:0] in_spacings,
    input  logic [99:0]  in_limits,
    input  logic [3:0]   in_unordered,

    output logic         out_valid,
    input  logic         out_ready,
    output logic [943:0] out_sums,
    output logic [139:0] out_border_weights,

    output logic         ask_valid,
    input  logic         ask_ready,
    output logic [3:0]   ask_id,
    output logic [47:0]  ask_key,
    input  logic         answer_valid,
    output logic         answer_ready,
    input  logic [3:0]   answer_id,
    input  logic [511:0] answer_line
);
  typedef enum logic [2:0] {
    kAddress,  // the pixel goes into the address generator
    kCorner,   // its addresses are there: the corner's element goes into the decoder, or its line is asked for
    kLine,     // the line is on its way
    kDecode,   // the texel is on its way
    kFilter    // the footprint goes into the filter
  } step_e;
  step_e      step;
  logic [1:0] pixel, corner;

  // Footprints.
  logic        split, filtered, linear, last;
  logic [3:0]  members, level, tap;
  logic [4:0]  taps;
  logic [75:0] pixel_weights;
  subspan_splitter splitter (
      .clk, .rst_n, .in_valid, .in_ready, .in_pixels, .in_linear, .in_levels, .in_second_weights, .in_taps, .out_valid(split),
      .out_ready(filtered), .out_pixels(members), .out_linear(linear), .out_level(level), .out_taps(taps), .out_tap(tap),
      .out_pixel_weights(pixel_weights), .out_last(last));

  // Addresses of a pixel.
  logic [14:0]        whole_width, whole_height, width, height;
  logic signed [29:0] u_tap, v_tap;
  logic               address_offered, address_taken, addressed, pixel_done;
  logic [3:0]         texels, border;
  logic [67:0]        weights;
  logic [191:0]       addresses;
  logic [15:0]        places;
  assign whole_width = in_size[14:0] >> level;
  assign whole_height = in_size[29:15] >> level;
  assign width = (whole_width == 15'd0) ? 15'd1 : whole_width;
  assign height = (whole_height == 15'd0) ? 15'd1 : whole_height;
  tap_offset on_u (.spacing(in_spacings[128*pixel+:64]), .size(width), .taps, .tap, .offset(u_tap));
  tap_offset on_v (.spacing(in_spacings[{pixel, 1'b1}*64+:64]), .size(height), .taps, .tap, .offset(v_tap));
  assign address_offered = split && step == kAddress && members[pixel];
  address_generator generator (
      .clk, .rst_n, .in_valid(address_offered), .in_ready(address_taken), .in_coordinates(in_coordinates[64*pixel+:64]), .in_modes,
      .in_linear(linear), .in_to_nearest(in_to_nearest[2*pixel+:2]), .in_taps({v_tap, u_tap}), .in_offsets(in_offsets[8*pixel+:8]),
      .in_size({height, width}), .in_level_column(in_level_columns[16*level+:16]),
      .in_level_row(in_level_rows[32*level+:32] + in_slice_rows[32*pixel+:32]), .in_base, .in_pitch, .in_tiling, .in_element,
      .out_valid(addressed), .out_ready(pixel_done), .out_texels(texels), .out_border(border), .out_weights(weights),
      .out_addresses(addresses), .out_places(places));

  // The line that was read last, and the corner's element in it.
  logic         line_there, line_fits, read, corner_done;
  logic [41:0]  line_key;
  logic [47:0]  address;
  logic [511:0] line, from_element;
  assign address = addresses[48*corner+:48];
  assign line_fits = line_there && line_key == address[47:6];
  assign read = step == kCorner && addressed && texels[corner];
  assign ask_valid = read && !line_fits;
  assign ask_id = 4'd0;
  assign ask_key = {6'd0, address[47:6]};
  assign answer_ready = step == kLine;
  assign from_element = line >> {address[5:0], 3'd0};

  // Its texel.
  logic        decoder_ready, decoded;
  logic [99:0] codes;
  texel_decoder decoder (
      .clk, .rst_n, .in_valid(read && line_fits), .in_ready(decoder_ready), .in_coding, .in_texel(places[4*corner+:4]), .in_channels,
      .in_element(from_element[127:0]), .out_valid(decoded), .out_ready(step == kDecode), .out_codes(codes));
  assign corner_done = (step == kCorner && addressed && !texels[corner]) || (step == kDecode && decoded);
  assign pixel_done = corner_done && corner == 2'd3;

  // Sums of a subspan, which leave with its last footprint.
  logic [1599:0] footprint_codes, operands;
  logic [271:0]  footprint_weights;
  logic [15:0]   footprint_border, summed_border;
  logic          filter_ready, summed, is_last;
  filter_operands operands_of_compare (
      .texels(footprint_codes), .border(footprint_border), .compare(in_compare), .compare_alpha(in_compare_alpha), .shown(in_shown),
      .others(in_others), .border_codes(in_border_codes), .codes(operands), .summed_border);
  texture_filter filter (
      .clk, .rst_n, .in_valid(step == kFilter), .in_ready(filter_ready), .in_codes(operands), .in_weights(footprint_weights),
      .in_border(summed_border), .in_pixels(members), .in_pixel_weights(pixel_weights), .in_compare, .in_relation, .in_compare_alpha,
      .in_shown, .in_limits, .in_unordered, .in_last(last), .out_valid(summed), .out_ready(out_ready || !is_last), .out_sums,
      .out_border_weights, .out_last(is_last));
  assign filtered = step == kFilter && filter_ready;
  assign out_valid = summed && is_last;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      step <= kAddress;
      pixel <= 2'd0;
      corner <= 2'd0;
      line_there <= 1'b0;
    end else begin
      if (corner_done) corner <= corner + 2'd1;
      if (pixel_done || (split && step == kAddress && !members[pixel])) begin
        pixel <= pixel + 2'd1;
        step <= (pixel == 2'd3) ? kFilter : kAddress;
      end else begin
        case (step)
          kAddress: if (address_offered && address_taken) step <= kCorner;
          kCorner:
          if (ask_valid && ask_ready) step <= kLine;
          else if (read && line_fits && decoder_ready) step <= kDecode;
          kLine: if (answer_valid) step <= kCorner;
          kDecode: if (decoded) step <= kCorner;
          default: if (filter_ready) step <= kAddress;
        endcase
      end
      if (answer_valid && answer_ready) line_there <= 1'b1;
    end
    if (answer_valid && answer_ready) begin
      line_key <= address[47:6];
      line <= answer_line;
    end
    if (step == kDecode && decoded) footprint_codes[{pixel, corner}*100+:100] <= codes;
    if (pixel_done) begin
      footprint_weights[68*pixel+:68] <= weights;
      footprint_border[4*pixel+:4] <= border;
    end
  end

  logic unused;
  assign unused = &{1'b0, answer_id, from_element[511:128]};
endmodule
