// Texture cache after Igehy, Eldridge and Proudfoot (1998): tags run ahead of data by a latency FIFO.
//
// A footprint takes a slot of the FIFO, its lines are looked up one a cycle, and it stays until all of them are there; then it takes a slot
// of the data read, which reads the lines out of the banks. Footprints behind one that waits for a line go on with their lookups (hit under
// miss); results leave in order. A miss takes a miss register and asks the next level when its tag has been read; a lookup of a line on its
// way merges. Lines that come before their footprint is at the head of the FIFO wait in fill places. A footprint without lines passes like
// one with a line.
//
// A slot that is left in a cycle, and the register of a line that arrives in it, can be taken in the same cycle. Reset empties the cache.
module texture_cache #(
    parameter int unsigned SETS = 64,          // a power of two, above BANKS
    parameter int unsigned WAYS = 4,           // a power of two, at least 2
    parameter int unsigned LINE_BITS = 512,
    parameter int unsigned KEY_BITS = 48,      // of a line's name
    parameter int unsigned LINES = 16,         // of a footprint, at most
    parameter int unsigned REGISTERS = 16,     // a power of two, at least 2
    parameter int unsigned FIFO_SLOTS = 24,
    parameter int unsigned DATA_SLOTS = 8,     // a power of two
    parameter int unsigned BANKS = 4,          // a power of two, at least 2
    parameter int unsigned TAG_LATENCY = 4,    // last lookup to the head of the FIFO and to the next level, at least 2 cycles
    parameter int unsigned DATA_LATENCY = 4,   // last read to result, at least 2 cycles
    parameter int unsigned FILL_PLACES = 512,  // a power of two; (FIFO_SLOTS + DATA_SLOTS) * LINES never hold a lookup back
    parameter int unsigned COUNT_BITS = $clog2(LINES + 1),
    parameter int unsigned ID_BITS = $clog2(REGISTERS),
    parameter int unsigned WAY_BITS = $clog2(WAYS)
) (
    input  logic clk,
    input  logic rst_n,

    // Footprints.
    input  logic                      in_valid,
    output logic                      in_ready,
    input  logic [COUNT_BITS-1:0]     in_count,  // of its lines, each once
    input  logic [LINES*KEY_BITS-1:0] in_keys,   // the first line's in the lowest bits; of each the lowest bits choose set and bank

    // Their lines, in the order of the footprints; beyond the count undefined.
    output logic                       out_valid,
    input  logic                       out_ready,
    output logic [COUNT_BITS-1:0]      out_count,
    output logic [LINES*LINE_BITS-1:0] out_lines,

    // Lines asked of the next level, and its answers, in any order.
    output logic                 ask_valid,
    input  logic                 ask_ready,
    output logic [ID_BITS-1:0]   ask_id,
    output logic [KEY_BITS-1:0]  ask_key,
    input  logic                 answer_valid,
    output logic                 answer_ready,  // always: its place is kept
    input  logic [ID_BITS-1:0]   answer_id,
    input  logic [LINE_BITS-1:0] answer_line,

    // Doings of this cycle.
    output logic                did_look_up,
    output logic [KEY_BITS-1:0] looked_up_key,
    output logic [1:0]          looked_up,      // 0: hit; 1: merge; 2: miss
    output logic [WAY_BITS-1:0] looked_up_way,
    output logic                did_evict,      // another line left that way
    output logic                did_look_up_all, // the last line of a footprint, or one without lines passed
    output logic                lacks_register, // the lookup waits for a miss register
    output logic                lacks_place,    // for a fill place
    output logic                lacks_line,     // the head of the FIFO, looked up, waits for a line
    output logic                lacks_room,     // it waits for a slot of the data read
    output logic                did_move,       // a footprint left the FIFO for the data read
    output logic                did_read        // one was read out of the banks
);
  localparam int unsigned PLACE_BITS = $clog2(FILL_PLACES);
  localparam int unsigned RECORD_BITS = 1 + PLACE_BITS + WAY_BITS;
  localparam int unsigned ENTRY_BITS = $clog2(FIFO_SLOTS + DATA_SLOTS);
  localparam int unsigned ENTRIES = 2 ** ENTRY_BITS;
  localparam int unsigned RESULT_BITS = $clog2(DATA_SLOTS);
  localparam int unsigned AT_BITS = $clog2(LINES);
  localparam logic [ENTRY_BITS:0] MOST_IN_FIFO = FIFO_SLOTS[ENTRY_BITS:0];
  localparam logic [ENTRY_BITS:0] MOST_IN_DATA = DATA_SLOTS[ENTRY_BITS:0];

  // Footprints in one ring, by number: those before `shown` have their result, before `reading` were read out of the banks, before `head`
  // left the FIFO, before `tags_read` have their tags, before `looking` were looked up, before `tail` came.
  logic [ENTRY_BITS:0] leaving, shown, reading, head, tags_read, looking, tail;
  logic [COUNT_BITS-1:0]     counts [0:ENTRIES-1];
  logic [LINES*KEY_BITS-1:0] keys   [0:ENTRIES-1];
  // Record of each line: it comes from a fill place, which, the way of its set.
  logic [LINES*RECORD_BITS-1:0] records [0:ENTRIES-1];
  logic [ENTRIES*REGISTERS-1:0] waits;  // of each: the registers of lines that it waits for

  // Leaving, downstream first.
  logic leaves, data_has_room, lines_are_there, moves, accepts;
  logic [REGISTERS-1:0] arriving;
  logic [ENTRY_BITS:0]  in_data, in_fifo;
  assign out_valid = leaving != shown;
  assign leaves = out_valid && out_ready;
  assign in_data = head - leaving;
  assign data_has_room = in_data < MOST_IN_DATA || leaves;
  assign answer_ready = 1'b1;
  assign arriving = answer_valid ? {{(REGISTERS - 1) {1'b0}}, 1'b1} << answer_id : '0;
  assign lines_are_there = (waits[head[ENTRY_BITS-1:0]*REGISTERS+:REGISTERS] & ~arriving) == '0;
  assign moves = head != tags_read && lines_are_there && data_has_room;
  assign in_fifo = tail - head;
  assign in_ready = in_fifo < MOST_IN_FIFO || moves;
  assign accepts = in_valid && in_ready;

  // The lookup of this cycle: of the oldest footprint that is not looked up; it may have come in this cycle.
  logic                      held_back, has_lookup, has_footprint, all_looked_up;
  logic [COUNT_BITS-1:0]     lookup_count;
  logic [LINES*KEY_BITS-1:0] lookup_keys;
  logic [AT_BITS-1:0]        lookup_at;
  logic [COUNT_BITS-1:0]     lookup_next;
  logic [KEY_BITS-1:0]       key;
  assign has_footprint = looking != tail || accepts;
  assign lookup_count = (looking != tail) ? counts[looking[ENTRY_BITS-1:0]] : in_count;
  assign lookup_keys = (looking != tail) ? keys[looking[ENTRY_BITS-1:0]] : in_keys;
  assign key = lookup_keys[lookup_at*KEY_BITS+:KEY_BITS];
  assign has_lookup = has_footprint && lookup_count != '0;
  assign lookup_next = {{(COUNT_BITS - AT_BITS) {1'b0}}, lookup_at} + 1'b1;
  assign all_looked_up = has_footprint && (!has_lookup || (!held_back && lookup_next == lookup_count));

  logic                is_held, evicts;
  logic [WAY_BITS-1:0] way;
  cache_tags #(.SETS(SETS), .WAYS(WAYS), .KEY_BITS(KEY_BITS)) tags (
      .clk, .rst_n, .key, .held(is_held), .way, .evicts, .put(did_look_up));

  logic                  on_its_way, has_register, is_miss;
  logic [ID_BITS-1:0]    found_id, free_id;
  logic [PLACE_BITS-1:0] found_place, free_place, arrived_place;
  miss_registers #(.REGISTERS(REGISTERS), .KEY_BITS(KEY_BITS), .PLACE_BITS(PLACE_BITS)) registers (
      .clk, .rst_n, .key, .found(on_its_way), .found_id, .found_place, .has_free(has_register), .free_id,
      .take(did_look_up && is_miss), .take_place(free_place), .asked_id(ask_id), .asked_key(ask_key),
      .arrives(answer_valid), .arrived_id(answer_id), .arrived_place);

  // A line that was evicted while on its way is put back: one more footprint takes it from its fill place.
  logic                        has_place;
  logic [BANKS-1:0]            frees;
  logic [BANKS*PLACE_BITS-1:0] freed_places;
  fill_places #(.PLACES(FILL_PLACES), .READS(BANKS), .READERS(FIFO_SLOTS + DATA_SLOTS)) places (
      .clk, .rst_n, .has_free(has_place), .free_place, .take(did_look_up && is_miss),
      .takes_more(did_look_up && on_its_way && !is_held), .more_place(found_place), .reads(frees), .read_places(freed_places));

  assign is_miss = !is_held && !on_its_way;
  assign lacks_register = has_lookup && is_miss && !has_register;
  assign lacks_place = has_lookup && is_miss && !has_place;
  assign held_back = lacks_register || lacks_place;
  assign did_look_up = has_lookup && !held_back;
  assign looked_up_key = key;
  assign looked_up = is_miss ? 2'd2 : {1'b0, on_its_way};
  assign looked_up_way = way;
  assign did_evict = did_look_up && evicts;

  logic [REGISTERS-1:0]   waits_for;
  logic [RECORD_BITS-1:0] record;
  assign waits_for = !did_look_up ? '0
      : is_miss ? {{(REGISTERS - 1) {1'b0}}, 1'b1} << free_id
      : on_its_way ? ({{(REGISTERS - 1) {1'b0}}, 1'b1} << found_id) & ~arriving : '0;
  assign record = {!is_held, on_its_way ? found_place : free_place, way};

  always_ff @(posedge clk) begin
    if (accepts) begin
      counts[tail[ENTRY_BITS-1:0]] <= in_count;
      keys[tail[ENTRY_BITS-1:0]] <= in_keys;
    end
    if (did_look_up) records[looking[ENTRY_BITS-1:0]][lookup_at*RECORD_BITS+:RECORD_BITS] <= record;
  end
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      waits <= '0;
    end else begin
      for (int entry = 0; entry < ENTRIES; entry++) begin
        waits[entry*REGISTERS+:REGISTERS] <= (waits[entry*REGISTERS+:REGISTERS] & ~arriving) |
            ((entry[ENTRY_BITS-1:0] == looking[ENTRY_BITS-1:0]) ? waits_for : '0);
      end
    end
  end

  // Tags have been read: footprints may move on, misses ask the next level.
  logic               looked_up_before, asks;
  logic [ID_BITS-1:0] asking_id;
  later_word #(.CYCLES(TAG_LATENCY - 1), .BITS(2 + ID_BITS)) tag_latency (
      .clk, .rst_n, .in({all_looked_up, did_look_up && is_miss, free_id}), .out({looked_up_before, asks, asking_id}));
  ask_queue #(.REGISTERS(REGISTERS)) questions (
      .clk, .rst_n, .push(asks), .push_id(asking_id), .valid(ask_valid), .ready(ask_ready), .id(ask_id));

  // The data read: of the oldest footprint that is not read; it may have left the FIFO in this cycle.
  logic reads_one, read_before;
  assign reads_one = reading != head || moves;
  cache_data #(.SETS(SETS), .WAYS(WAYS), .BANKS(BANKS), .LINES(LINES), .LINE_BITS(LINE_BITS), .KEY_BITS(KEY_BITS), .PLACES(FILL_PLACES),
               .RESULTS(DATA_SLOTS)) data (
      .clk, .rst_n, .valid(reads_one), .count(counts[reading[ENTRY_BITS-1:0]]), .keys(keys[reading[ENTRY_BITS-1:0]]),
      .records(records[reading[ENTRY_BITS-1:0]]), .result(reading[RESULT_BITS-1:0]), .completes(did_read), .frees, .freed_places,
      .arrives(answer_valid), .arrived_place, .arrived_line(answer_line), .shown_result(leaving[RESULT_BITS-1:0]),
      .shown_lines(out_lines));
  later_word #(.CYCLES(DATA_LATENCY - 1), .BITS(1)) data_latency (.clk, .rst_n, .in(did_read), .out(read_before));
  assign out_count = counts[leaving[ENTRY_BITS-1:0]];
  assign did_move = moves;
  assign lacks_line = head != looking && !lines_are_there;
  assign lacks_room = head != tags_read && lines_are_there && !data_has_room;
  assign did_look_up_all = all_looked_up;

  localparam logic [ENTRY_BITS:0] ONE = {{ENTRY_BITS{1'b0}}, 1'b1};
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      lookup_at <= '0;
      leaving <= '0;
      shown <= '0;
      reading <= '0;
      head <= '0;
      tags_read <= '0;
      looking <= '0;
      tail <= '0;
    end else begin
      lookup_at <= all_looked_up ? '0 : did_look_up ? lookup_next[AT_BITS-1:0] : lookup_at;
      if (accepts) tail <= tail + ONE;
      if (all_looked_up) looking <= looking + ONE;
      if (looked_up_before) tags_read <= tags_read + ONE;
      if (moves) head <= head + ONE;
      if (did_read) reading <= reading + ONE;
      if (read_before) shown <= shown + ONE;
      if (leaves) leaving <= leaving + ONE;
    end
  end

`ifndef SYNTHESIS
  logic waited, asked;
  logic [LINES*LINE_BITS-1:0] lines_before;
  logic [KEY_BITS-1:0] key_before;
  always_ff @(posedge clk) begin
    waited <= rst_n && out_valid && !out_ready;
    lines_before <= out_lines;
    asked <= rst_n && ask_valid && !ask_ready;
    key_before <= ask_key;
    if (rst_n && waited) begin
      assert (out_valid && out_lines == lines_before)
      else $error("texture_cache: a waiting result changed");
    end
    if (rst_n && asked) begin
      assert (ask_valid && ask_key == key_before)
      else $error("texture_cache: a waiting question changed");
    end
    if (rst_n && in_valid) begin
      assert (in_count <= LINES[COUNT_BITS-1:0])
      else $error("texture_cache: %0d lines", in_count);
    end
  end
`endif
endmodule
