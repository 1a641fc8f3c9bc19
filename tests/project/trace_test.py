#!/usr/bin/python3
"""Reads traces of first_look with readers that are not texpipe's, and compares them with the run's statistics.

  trace_test.py perfetto COMMAND   by the schema, with protoc and Google's protobuf module (exit 77 without them:
                                   scripts/install_dependencies.sh --with-trace-readers)
  trace_test.py timeline COMMAND   the same of a compiled kernel's timeline, whose slices stand inside one another
  trace_test.py kanata COMMAND     by the rules of Kanata 0004
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(command, out, *more, study=("configs/studies/first_look.yaml", "-p", "workload.image=64x48")):
    subprocess.run([command, "run", *study, "-q", "--out", out, *more],
                   cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return json.loads((pathlib.Path(out) / "stats.json").read_text())


def total(stats, group_end, name, part="value"):
    return sum(s[part] for g in stats["groups"] if g["path"].endswith(group_end) for s in g["statistics"] if s["name"] == name)


def stages(stats):
    """The sampler's stages that footprints pass, between front end and writeback."""
    return {g["path"].rpartition(".")[2] for g in stats["groups"]
            if ".sampler." in g["path"] and any(s["name"] == "footprints" for s in g["statistics"])} - {"front_end"}


def messages(stats, part):
    return sum(s[part] for g in stats["groups"] for s in g["statistics"] if s["name"] == "message_latency")


def schema(folder):
    try:
        import google.protobuf.unknown_fields  # noqa: F401
    except ImportError:
        try:
            import google.protobuf  # noqa: F401
        except ImportError:
            print("skipped: python3-protobuf is not installed")
            sys.exit(77)
    try:
        subprocess.run(["protoc", f"--proto_path={ROOT}/tests/project", f"--python_out={folder}", "perfetto_subset.proto"], check=True)
    except FileNotFoundError:
        print("skipped: protoc (protobuf-compiler) is not installed")
        sys.exit(77)
    sys.path.insert(0, folder)
    import perfetto_subset_pb2
    return perfetto_subset_pb2


def no_unknown_fields(message):
    assert len(message.UnknownFields()) == 0, message
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for one in value if field.label == field.LABEL_REPEATED else [value]:
                no_unknown_fields(one)


class Perfetto:
    """Tracks by their paths, with slices and counters."""

    def __init__(self, pb2, file, nested=False):
        trace = pb2.Trace()
        trace.ParseFromString(pathlib.Path(file).read_bytes())
        no_unknown_fields(trace)
        self.slices = collections.defaultdict(list)  # by path without the lane
        self.counters = collections.defaultdict(list)
        self.flows = collections.defaultdict(list)
        paths, events = {}, collections.defaultdict(list)
        for packet in trace.packet:
            assert packet.trusted_packet_sequence_id != 0
            if packet.HasField("track_descriptor"):
                track = packet.track_descriptor
                assert track.uuid not in paths
                parent = paths.get(track.parent_uuid, "")
                assert not track.HasField("parent_uuid") or track.parent_uuid in paths
                name = "" if track.HasField("process") else track.name
                paths[track.uuid] = f"{parent}.{name}".strip(".")
            else:
                events[packet.track_event.track_uuid].append((packet.timestamp, packet.track_event))
        for uuid, of_track in events.items():
            of_track.sort(key=lambda event: event[0])  # as viewers do: stable
            open_slices = []
            for time, event in of_track:
                if event.type == pb2.TrackEvent.TYPE_COUNTER:
                    self.counters[paths[uuid]].append((time, event.counter_value))
                elif event.type == pb2.TrackEvent.TYPE_SLICE_BEGIN:
                    assert nested or not open_slices, f"slices overlap on {paths[uuid]}"
                    open_slices.append((time, event))
                else:
                    begin, first = open_slices.pop()
                    notes = {a.name: a.string_value if a.HasField("string_value") else a.uint_value for a in first.debug_annotations}
                    path = paths[uuid].rsplit(".slot ", 1)[0]
                    self.slices[path].append((begin, time, first.name, notes))
                    for flow in first.flow_ids:
                        self.flows[flow].append((begin, path))
            assert not open_slices

    def of(self, end):
        return [s for path, of_path in self.slices.items() if path.endswith(end) for s in of_path]


def perfetto(command, folder):
    pb2 = schema(folder)
    plain = run(command, f"{folder}/plain")
    stats = run(command, f"{folder}/run", "--trace", f"{folder}/a.pftrace")
    assert stats == plain
    trace = Perfetto(pb2, f"{folder}/a.pftrace")
    for stage in stages(stats):
        passed = trace.of(f"sampler.{stage}") if stage != "l1" else [s for s in trace.of("sampler.l1") if s[2].startswith("level")]
        assert len(passed) == total(stats, f"sampler.{stage}", "footprints"), stage
    sent = [s for path, of_path in trace.slices.items() if ".eu[" in path for s in of_path]
    assert len(sent) == messages(stats, "count")
    assert sum(end - begin for begin, end, *_ in sent) == messages(stats, "sum")
    assert len(trace.of("sampler.front_end")) == len(trace.of("sampler.writeback")) == total(stats, "sampler.writeback", "messages")
    assert sum(e - b for b, e, *_ in trace.of("sampler.front_end")) == total(stats, "sampler.front_end", "message_cycles")
    sampled = [f for f in trace.flows.values() if len(f) > 1]
    assert len(sampled) == total(stats, "sampler.writeback", "messages")
    for flow in sampled:
        assert len(flow) == 3 + len(stages(stats)), flow  # EU, front end, stages, writeback
    for path, values in trace.counters.items():
        assert values == sorted(values, key=lambda v: v[0]) and min(v for _, v in values) >= 0, path
    assert any(path.endswith("l1.fills.mshrs taken") for path in trace.counters)
    fills = [s for s in trace.of("sampler.l1.fills") if s[2].startswith("line")]
    assert len(fills) == total(stats, "sampler.l1", "misses"), (len(fills), list(trace.slices))
    end = stats["cycles"]
    assert max(e for of_path in trace.slices.values() for _, e, *_ in of_path) <= end

    run(command, f"{folder}/again", "--trace", f"{folder}/b.pftrace")
    assert pathlib.Path(f"{folder}/a.pftrace").read_bytes() == pathlib.Path(f"{folder}/b.pftrace").read_bytes()
    first, last = end // 3, end // 2
    run(command, f"{folder}/window", "--trace", f"{folder}/window.pftrace", "--trace-window", f"{first}..{last}")
    window = Perfetto(pb2, f"{folder}/window.pftrace")
    within = {(path, s[0], s[1]) for path, of_path in trace.slices.items() for s in of_path if s[0] < last and s[1] >= first}
    assert {(path, s[0], s[1]) for path, of_path in window.slices.items() for s in of_path} == within and within
    run(command, f"{folder}/pixel", "--trace", f"{folder}/pixel.pftrace", "--trace-pixel", "20,40")
    pixel = Perfetto(pb2, f"{folder}/pixel.pftrace")
    assert len({s[3]["message"] for of_path in pixel.slices.values() for s in of_path}) == 1 and len(pixel.of("sampler.filter")) >= 4
    name = pixel.of("sampler.writeback")[0][3]["message"]
    run(command, f"{folder}/message", "--trace", f"{folder}/message.pftrace", "--trace-message", name)
    assert pathlib.Path(f"{folder}/message.pftrace").read_bytes() == pathlib.Path(f"{folder}/pixel.pftrace").read_bytes()
    run(command, f"{folder}/loose", "--timing", "loosely_timed", "--trace", f"{folder}/loose.pftrace")
    run(command, f"{folder}/events", "--timing", "approximately_timed", "--trace", f"{folder}/events.pftrace")
    assert pathlib.Path(f"{folder}/loose.pftrace").read_bytes() == pathlib.Path(f"{folder}/events.pftrace").read_bytes()


def timeline(command, folder):
    pb2 = schema(folder)
    for study in ("lens_distort", "tile_blur_slm"):
        stats = run(command, f"{folder}/{study}", study=[f"configs/studies/kernels/{study}.yaml"])
        trace = Perfetto(pb2, f"{folder}/{study}/timeline.pftrace", nested=True)
        threads, waits, parts = [], [], 0
        for path, slices in trace.slices.items():
            of_slot = sorted(s for s in slices if s[2].startswith("group "))
            in_slot = sorted(s for s in slices if s[2].startswith("waits for "))
            threads += of_slot
            waits += in_slot
            parts += sum(e - b for b, e, name, _ in slices if not name.startswith(("group ", "waits for ")))
            assert all(a[1] <= b[0] for a, b in zip(of_slot, of_slot[1:])), path
            assert all(a[1] <= b[0] for a, b in zip(in_slot, in_slot[1:])), path
            assert all(any(b <= begin and end <= e for b, e, *_ in of_slot) for begin, end, *_ in in_slot), path
        assert len(threads) == total(stats, "dispatch", "threads") == len({s[2] for s in threads})
        assert parts == sum(end - begin for begin, end, *_ in waits) > 0
        rows = [line.split(",") for line in (pathlib.Path(folder) / study / "thread_waits.csv").read_text().splitlines()[1:]]
        assert sum(int(row[2]) for row in rows) == parts
        assert max(s[1] for s in threads) <= stats["cycles"]


def kanata(command, folder):
    stats = run(command, f"{folder}/run", "--trace", f"{folder}/a.kanata")
    lines = pathlib.Path(f"{folder}/a.kanata").read_text().splitlines()
    assert lines[0] == "Kanata\t0004"
    assert lines[1].startswith("C=\t")
    cycle, instructions, retired, open_stage, spent = 0, {}, 0, {}, collections.Counter()
    for line in lines[1:]:
        kind, *fields = line.split("\t")
        if kind == "C=":
            cycle = int(fields[0])
        elif kind == "C":
            assert int(fields[0]) > 0
            cycle += int(fields[0])
        elif kind == "I":
            identity, simulated, _thread = map(int, fields)
            assert identity == len(instructions) == simulated
            instructions[identity] = None
        elif kind == "L":
            assert fields[1] in ("0", "1") and fields[2] and int(fields[0]) in instructions
        elif kind == "S":
            assert int(fields[0]) not in open_stage and instructions[int(fields[0])] is None
            open_stage[int(fields[0])] = (fields[2], cycle)
        elif kind == "E":
            stage, begin = open_stage.pop(int(fields[0]))
            assert stage == fields[2]
            spent[stage] += cycle - begin
            spent[stage, "count"] += 1
        else:
            assert kind == "R" and fields[2] == "0" and int(fields[0]) not in open_stage
            assert instructions[int(fields[0])] is None and int(fields[1]) == retired
            instructions[int(fields[0])] = retired
            retired += 1
    assert retired == len(instructions) and not open_stage
    for stage in stages(stats):
        assert spent[stage, "count"] == total(stats, f"sampler.{stage}", "footprints") == retired, stage
        # Every footprint holds a slot: the cycles in the stage are what its occupancy sums to.
        assert spent[stage] == total(stats, f"sampler.{stage}", "occupancy", "sum"), stage
    run(command, f"{folder}/again", "--trace", f"{folder}/b.kanata")
    assert pathlib.Path(f"{folder}/a.kanata").read_bytes() == pathlib.Path(f"{folder}/b.kanata").read_bytes()


def main():
    what, command = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        {"perfetto": perfetto, "timeline": timeline, "kanata": kanata}[what](command, folder)
    print(f"the {what} trace says what the statistics say")


main()
