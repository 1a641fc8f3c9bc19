// Data of a texture cache: banks that read a line a cycle each, and the places of lines that came early. A line that came for a footprint
// is put into its bank when that footprint is read, so that what is read before it finds what stood there before.
//
// A footprint is read after the one before it; it takes as many cycles as the bank with most of its lines.
module cache_data #(
    parameter int unsigned SETS = 64,
    parameter int unsigned WAYS = 4,
    parameter int unsigned BANKS = 4,     // a power of two, 2 to SETS / 2: the lowest bits of a line's key choose
    parameter int unsigned LINES = 16,    // of a footprint, at most
    parameter int unsigned LINE_BITS = 512,
    parameter int unsigned KEY_BITS = 48,
    parameter int unsigned PLACES = 512,
    parameter int unsigned RESULTS = 8,   // a power of two
    parameter int unsigned WAY_BITS = $clog2(WAYS),
    parameter int unsigned PLACE_BITS = $clog2(PLACES),
    parameter int unsigned COUNT_BITS = $clog2(LINES + 1),
    parameter int unsigned RESULT_BITS = $clog2(RESULTS),
    parameter int unsigned RECORD_BITS = 1 + PLACE_BITS + WAY_BITS
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                         valid,      // a footprint is there, till it completes
    input  logic [COUNT_BITS-1:0]        count,      // of its lines
    input  logic [LINES*KEY_BITS-1:0]    keys,
    input  logic [LINES*RECORD_BITS-1:0] records,    // of each: it comes from a place, which, the way
    input  logic [RESULT_BITS-1:0]       result,     // where its lines go
    output logic                         completes,  // this is its last cycle
    output logic [BANKS-1:0]             frees,      // places that are read in this cycle
    output logic [BANKS*PLACE_BITS-1:0]  freed_places,

    input  logic                  arrives,
    input  logic [PLACE_BITS-1:0] arrived_place,
    input  logic [LINE_BITS-1:0]  arrived_line,

    input  logic [RESULT_BITS-1:0]     shown_result,
    output logic [LINES*LINE_BITS-1:0] shown_lines
);
  localparam int unsigned BANK_BITS = $clog2(BANKS);
  localparam int unsigned SET_BITS = $clog2(SETS);
  localparam int unsigned LINE_AT_BITS = $clog2(LINES);
  localparam int unsigned INDEX_BITS = SET_BITS - BANK_BITS + WAY_BITS;

  // Lines that are read in this cycle: in each bank the first that was not.
  logic                          going;
  logic [LINES-1:0]              remaining, wanted, chosen;
  logic [BANKS-1:0]              reads;
  logic [BANKS*LINE_AT_BITS-1:0] read_ats;
  always_comb begin
    wanted = remaining;
    reads = '0;
    read_ats = '0;
    chosen = '0;
    for (int at = 0; at < LINES; at++) begin
      if (!going) wanted[at] = valid && at[COUNT_BITS-1:0] < count;
    end
    for (int at = LINES - 1; at >= 0; at--) begin
      for (int bank = 0; bank < BANKS; bank++) begin
        if (wanted[at] && keys[at*KEY_BITS+:BANK_BITS] == bank[BANK_BITS-1:0]) begin
          reads[bank] = 1'b1;
          read_ats[bank*LINE_AT_BITS+:LINE_AT_BITS] = at[LINE_AT_BITS-1:0];
        end
      end
    end
    for (int bank = 0; bank < BANKS; bank++) begin
      if (reads[bank]) chosen[read_ats[bank*LINE_AT_BITS+:LINE_AT_BITS]] = 1'b1;
    end
  end
  assign completes = valid && wanted == chosen;
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      going <= 1'b0;
    end else begin
      going <= valid && !completes;
      remaining <= wanted & ~chosen;
    end
  end

  logic [LINE_BITS-1:0]       places  [0:PLACES-1];
  logic [LINES*LINE_BITS-1:0] results [0:RESULTS-1];
  logic [RESULT_BITS-1:0]     read_result;
  assign shown_lines = results[shown_result];
  always_ff @(posedge clk) begin
    read_result <= result;
    if (arrives) places[arrived_place] <= arrived_line;
  end

  // Words that were chosen are read one cycle later.
  for (genvar bank = 0; bank < BANKS; bank++) begin : gen_banks
    logic [LINE_BITS-1:0]    lines [0:2**INDEX_BITS-1];
    logic [LINE_AT_BITS-1:0] at, read_at;
    logic [RECORD_BITS-1:0]  record;
    logic                    reading, from_place;
    logic [PLACE_BITS-1:0]   place;
    logic [INDEX_BITS-1:0]   index;
    logic [LINE_BITS-1:0]    line;
    assign at = read_ats[bank*LINE_AT_BITS+:LINE_AT_BITS];
    assign record = records[at*RECORD_BITS+:RECORD_BITS];
    assign frees[bank] = reads[bank] && record[RECORD_BITS-1];
    assign freed_places[bank*PLACE_BITS+:PLACE_BITS] = record[WAY_BITS+:PLACE_BITS];
    assign line = from_place ? places[place] : lines[index];
    always_ff @(posedge clk) begin
      reading <= rst_n && reads[bank];
      read_at <= at;
      from_place <= record[RECORD_BITS-1];
      place <= record[WAY_BITS+:PLACE_BITS];
      index <= {keys[at*KEY_BITS+BANK_BITS+:SET_BITS-BANK_BITS], record[WAY_BITS-1:0]};
      if (reading) begin
        results[read_result][read_at*LINE_BITS+:LINE_BITS] <= line;
        if (from_place) lines[index] <= line;
      end
    end
  end
endmodule
