// The sampler from subspans to sums: address generators, texture cache, texel decoders and filter, a footprint per cycle each.
//
// A subspan is four pixels: upper left, upper right, lower left, lower right. It is split into footprints, one level and one tap of its pixels
// each; their lines come from the texture cache, in order, hits passing under misses in the lookups; their texels are decoded and summed over
// the subspan. A field of several numbers has the first in its lowest bits; axes are U, V.
module sampler #(
    parameter int unsigned SIZE_BITS = 15,
    parameter int unsigned ADDRESS_BITS = 48,
    parameter int unsigned TAP_BITS = 30,
    parameter int unsigned CODE_BITS = 25,
    parameter int unsigned LEVELS = 16,     // a power of two
    parameter int unsigned FIFO_SLOTS = 24,
    parameter int unsigned DATA_SLOTS = 8,  // a power of two
    parameter int unsigned PIXEL_SUM_BITS = 59,
    parameter int unsigned BORDER_WEIGHT_BITS = 35
) (
    input  logic clk,
    input  logic rst_n,

    // Subspans.
    input  logic                    in_valid,
    output logic                    in_ready,
    // The surface.
    input  logic [2*SIZE_BITS-1:0]  in_size,            // width, height of the first level in texels
    input  logic [16*LEVELS-1:0]    in_level_columns,   // first column of each level, in elements
    input  logic [32*LEVELS-1:0]    in_level_rows,      // first row of each level, in rows of elements
    input  logic [ADDRESS_BITS-1:0] in_base,
    input  logic [18:0]             in_pitch,           // bytes of a row
    input  logic [1:0]              in_tiling,          // 0 linear, 1 X, 2 Y
    input  logic [6:0]              in_element,         // log2 of its height (2) and width (2) in texels and of its bytes (3)
    input  logic [3:0]              in_coding,          // as texel_channel says
    input  logic [91:0]             in_channels,        // layouts of a plain element's channels
    // The sampler state.
    input  logic [5:0]              in_modes,           // as axis_position has them
    input  logic                    in_compare,
    input  logic [2:0]              in_relation,        // as texel_compare has it
    input  logic                    in_compare_alpha,   // else R is compared
    input  logic [3:0]              in_shown,           // channels that show the result of a compare
    input  logic [4*CODE_BITS-1:0]  in_others,          // codes of the others
    input  logic [4*CODE_BITS-1:0]  in_border_codes,    // of a compared border colour
    // Values of each pixel.
    input  logic [3:0]              in_pixels,          // that read texels, at least one
    input  logic [255:0]            in_coordinates,     // float32
    input  logic [7:0]              in_to_nearest,      // rounding of positions on each axis, else towards minus infinity
    input  logic [31:0]             in_offsets,         // texels on each axis, signed
    input  logic [127:0]            in_slice_rows,      // first row of its array slice
    input  logic [15:0]             in_levels,          // the first one
    input  logic [31:0]             in_second_weights,  // of the next level, in 1/256; 0: it is not read
    input  logic [3:0]              in_linear,          // else the texel that contains the position
    input  logic [19:0]             in_taps,            // 1, or even up to 16
    input  logic [511:0]            in_spacings,        // of taps on each axis, in units of the map: float64
    input  logic [4*CODE_BITS-1:0]  in_limits,          // what its codes are compared with
    input  logic [3:0]              in_unordered,       // its limit is NaN

    // Their sums, in the order of the subspans.
    output logic                            out_valid,
    input  logic                            out_ready,
    output logic [16*PIXEL_SUM_BITS-1:0]    out_sums,            // R, G, B, A of each pixel
    output logic [4*BORDER_WEIGHT_BITS-1:0] out_border_weights,  // of each pixel

    // Lines asked of the next level, and its answers, in any order.
    output logic         ask_valid,
    input  logic         ask_ready,
    output logic [3:0]   ask_id,
    output logic [47:0]  ask_key,       // address / 64
    input  logic         answer_valid,
    output logic         answer_ready,
    input  logic [3:0]   answer_id,
    input  logic [511:0] answer_line,

    // Doings of this cycle: a footprint enters a stage, or waits to leave it.
    output logic       did_split,       // it enters the address generators
    output logic       lines_wait,      // it waits for the texture cache
    output logic       did_ask_lines,   // it enters the texture cache
    output logic       did_look_up,
    output logic [1:0] looked_up,       // 0: hit; 1: merge; 2: miss
    output logic       did_look_up_all, // the last line of a footprint, or one without lines passed
    output logic       lacks_register,  // the lookup waits for a miss register
    output logic       lacks_line,      // the head of the latency FIFO, looked up, waits for a line
    output logic       lacks_room,      // it waits for a slot of the data read
    output logic       did_move,        // it leaves the latency FIFO for the data read
    output logic       did_read,        // its last lines were read out of the banks
    output logic       texels_wait,     // it waits for the decoders
    output logic       did_decode,      // it enters the decoders
    output logic       codes_wait,      // it waits for the filter
    output logic       did_filter,      // it enters the filter
    output logic       sums_wait,       // the sums of a subspan wait to be taken
    output logic       did_sum          // a footprint leaves the filter
);
  localparam int unsigned KEY_BITS = 48;
  localparam int unsigned LINE_BITS = 512;
  localparam int unsigned PIXEL_WEIGHT_BITS = 19;
  localparam int unsigned COMPARE_BITS = 1 + 3 + 1 + 4 + 4 * CODE_BITS + 4 * CODE_BITS + 4 * CODE_BITS + 4;
  localparam int unsigned CODING_BITS = 4 + 92;
  localparam int unsigned FILTER_BITS = COMPARE_BITS + 4 + 4 * PIXEL_WEIGHT_BITS + 1 + 16 + 272;  // of a footprint
  localparam int unsigned TEXEL_BITS = CODING_BITS + 64 + 64 + 96;

  // Subspans to lines.
  logic [COMPARE_BITS-1:0]        compare_state, addressed_compare;
  logic [CODING_BITS-1:0]         addressed_coding;
  logic                           addressed, cache_ready;
  logic [3:0]                     pixels;
  logic [4*PIXEL_WEIGHT_BITS-1:0] pixel_weights;
  logic                           last;
  logic [15:0]                    border;
  logic [271:0]                   weights;
  logic [63:0]                    places, ats;
  logic [4:0]                     count;
  logic [16*KEY_BITS-1:0]         keys;
  logic [95:0]                    offsets;
  assign compare_state = {in_compare, in_relation, in_compare_alpha, in_shown, in_others, in_border_codes, in_limits, in_unordered};
  footprint_addresses #(
      .SIZE_BITS(SIZE_BITS), .ADDRESS_BITS(ADDRESS_BITS), .TAP_BITS(TAP_BITS), .KEY_BITS(KEY_BITS),
      .PIXEL_WEIGHT_BITS(PIXEL_WEIGHT_BITS), .STATE_BITS(COMPARE_BITS + CODING_BITS), .LEVELS(LEVELS)
  ) front (
      .clk, .rst_n, .in_valid, .in_ready, .in_state({compare_state, in_coding, in_channels}), .in_modes, .in_size, .in_level_columns,
      .in_level_rows, .in_base, .in_pitch, .in_tiling, .in_element, .in_pixels, .in_linear, .in_to_nearest, .in_coordinates, .in_offsets,
      .in_slice_rows, .in_levels, .in_second_weights, .in_taps, .in_spacings, .did_split, .out_valid(addressed), .out_ready(cache_ready),
      .out_state({addressed_compare, addressed_coding}), .out_pixels(pixels), .out_pixel_weights(pixel_weights), .out_last(last),
      .out_border(border), .out_weights(weights), .out_places(places), .out_count(count), .out_keys(keys), .out_ats(ats),
      .out_offsets(offsets));
  assign lines_wait = addressed && !cache_ready;
  assign did_ask_lines = addressed && cache_ready;

  // Their bytes; what the later stages need travels beside the latency FIFO.
  logic                    read, decoders_ready;
  logic [16*LINE_BITS-1:0] lines;
  logic [FILTER_BITS-1:0]  read_filter, decoded_filter;
  logic [CODING_BITS-1:0]  read_coding;
  logic [63:0]             read_places, read_ats;
  logic [95:0]             read_offsets;
  logic [KEY_BITS-1:0]     unused_key;
  logic [4:0]              unused_count;
  logic [1:0]              unused_way;
  logic                    unused_evict, unused_place;
  texture_cache #(.KEY_BITS(KEY_BITS), .FIFO_SLOTS(FIFO_SLOTS), .DATA_SLOTS(DATA_SLOTS)) cache (
      .clk, .rst_n, .in_valid(addressed), .in_ready(cache_ready), .in_count(count), .in_keys(keys), .out_valid(read),
      .out_ready(decoders_ready), .out_count(unused_count), .out_lines(lines), .ask_valid, .ask_ready, .ask_id, .ask_key, .answer_valid,
      .answer_ready, .answer_id, .answer_line, .did_look_up, .looked_up_key(unused_key), .looked_up, .looked_up_way(unused_way),
      .did_evict(unused_evict), .did_look_up_all, .lacks_register, .lacks_place(unused_place), .lacks_line, .lacks_room, .did_move,
      .did_read);
  word_queue #(.SLOTS(FIFO_SLOTS + DATA_SLOTS), .BITS(FILTER_BITS + TEXEL_BITS)) beside_cache (
      .clk, .rst_n, .push(did_ask_lines),
      .in({addressed_compare, pixels, pixel_weights, last, border, weights, addressed_coding, places, ats, offsets}), .pop(did_decode),
      .out({read_filter, read_coding, read_places, read_ats, read_offsets}));
  assign texels_wait = read && !decoders_ready;
  assign did_decode = read && decoders_ready;

  // Their texels.
  logic                    decoded, filter_ready;
  logic [64*CODE_BITS-1:0] texels;
  footprint_texels #(.CODE_BITS(CODE_BITS), .LINE_BITS(LINE_BITS), .STATE_BITS(FILTER_BITS)) decoders (
      .clk, .rst_n, .in_valid(read), .in_ready(decoders_ready), .in_state(read_filter), .in_coding(read_coding[95:92]),
      .in_channels(read_coding[91:0]), .in_ats(read_ats), .in_offsets(read_offsets), .in_places(read_places), .in_lines(lines),
      .out_valid(decoded), .out_ready(filter_ready), .out_state(decoded_filter), .out_codes(texels));
  assign codes_wait = decoded && !filter_ready;
  assign did_filter = decoded && filter_ready;

  // Their sums: those of a subspan leave with its last footprint.
  logic                           compare, compare_alpha, is_last, summed, sum_ready, sum_is_last;
  logic [2:0]                     relation;
  logic [3:0]                     shown, unordered, active;
  logic [4*CODE_BITS-1:0]         others, border_codes, limits;
  logic [4*PIXEL_WEIGHT_BITS-1:0] active_weights;
  logic [15:0]                    border_corners, summed_border;
  logic [271:0]                   corner_weights;
  logic [64*CODE_BITS-1:0]        codes;
  assign {compare, relation, compare_alpha, shown, others, border_codes, limits, unordered, active, active_weights, is_last,
          border_corners, corner_weights} = decoded_filter;
  filter_operands #(.CODE_BITS(CODE_BITS)) operands (
      .texels, .border(border_corners), .compare, .compare_alpha, .shown, .others, .border_codes, .codes, .summed_border);
  texture_filter #(.CODE_BITS(CODE_BITS), .PIXEL_WEIGHT_BITS(PIXEL_WEIGHT_BITS)) filter (
      .clk, .rst_n, .in_valid(decoded), .in_ready(filter_ready), .in_codes(codes), .in_weights(corner_weights),
      .in_border(summed_border), .in_pixels(active), .in_pixel_weights(active_weights), .in_compare(compare), .in_relation(relation),
      .in_compare_alpha(compare_alpha), .in_shown(shown), .in_limits(limits), .in_unordered(unordered), .in_last(is_last),
      .out_valid(summed), .out_ready(sum_ready), .out_sums, .out_border_weights, .out_last(sum_is_last));
  assign out_valid = summed && sum_is_last;
  assign sum_ready = out_ready || !sum_is_last;
  assign sums_wait = out_valid && !out_ready;
  assign did_sum = summed && sum_ready;

  logic unused;
  assign unused = &{1'b0, unused_key, unused_count, unused_way, unused_evict, unused_place};
endmodule
