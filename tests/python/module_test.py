#!/usr/bin/env python3
"""The Python module gives what the command gives, in arrays, and fails as it does. Exit code 77 (skipped) where it was not built.

  module_test.py BUILD_FOLDER
"""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
if not list((BUILD / "python/texpipe").glob("_texpipe*.so")):
    print("skipped: built without the Python module (pybind11-dev, python3-dev)")
    sys.exit(77)
sys.path.insert(0, str(BUILD / "python"))
try:
    import numpy
except ImportError:
    print(f"skipped: {sys.executable} has no numpy (python3-numpy)")
    sys.exit(77)
import texpipe  # noqa: E402

STUDY = ROOT / "configs/studies/first_look.yaml"
SMALL = {"workload.image": "32x24"}


def command(*words):
    return subprocess.run([BUILD / "texpipe", *map(str, words)], capture_output=True, text=True, cwd=ROOT)


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)


class Runs(Scratch):
    def test_a_run_has_the_bytes_of_the_command_in_every_timing(self):
        for timing in ("untimed", "loosely_timed", "approximately_timed"):
            run = texpipe.run(STUDY, SMALL, timing=timing, out=self.scratch / timing)
            told = command("run", STUDY, "-p", "workload.image=32x24", "--timing", timing, "--out", self.scratch / "command", "--force")
            self.assertEqual(told.returncode, 0, told.stderr)
            for name in ("stats.json", "config.resolved.yaml", "image.png"):
                self.assertEqual((run.folder / name).read_bytes(), (self.scratch / "command" / name).read_bytes(), f"{timing}: {name}")

    def test_statistics_are_numbers_by_path_with_units(self):
        run = texpipe.run(STUDY, SMALL, timing="loosely_timed")
        stored = json.loads((run.folder / "stats.json").read_text())
        self.assertEqual(run.cycles, stored["cycles"])
        self.assertIsInstance(run.statistics["slice.l3.reads"], int)
        self.assertIsInstance(run.statistics["slice.l3.hit_rate"], float)
        self.assertEqual(run.units["cycles"], "cycles")
        self.assertEqual(run.parameters["workload.image"], "32x24")
        self.assertEqual(run.image.shape, (24, 32, 4))

    def test_statistics_parameters_and_series_have_the_names_of_the_command(self):
        run = texpipe.run(STUDY, {**SMALL, "slice.subslice[1].sampler.l1.ways": 2}, timing="approximately_timed")
        l1 = [f"slice.subslice[{n}].sampler.l1" for n in range(3)]
        for name in ("l1.hits", "slice.subslice.sampler.l1.hits", "slice.subslice[*].sampler.l1.hits"):
            self.assertEqual(run.statistics[name], sum(run.statistics[f"{path}.hits"] for path in l1))
        self.assertEqual(run.statistics["l1.hit_rate"], sum(run.statistics[f"{path}.hit_rate"] for path in l1) / 3)
        self.assertEqual((run.units["l1.hits"], run.parameters["l1.size"]), ("lookups", run.parameters[f"{l1[0]}.size"]))
        numpy.testing.assert_array_equal(run.series["l1.hits"], sum(run.series[f"{path}.hits"] for path in l1))
        self.assertIn("l3.reads", run.statistics)
        self.assertEqual((run.statistics.get("l9.nothing"), run.statistics.get("l9.nothing", 7)), (None, 7))
        self.assertEqual(texpipe.configure(STUDY).parameters["l3.banks"], run.parameters["slice.l3.banks"])
        for table, name, words in ((run.statistics, "l1.hist", "no such statistic; did you mean l1.hits?"),
                                   (run.statistics, "hits", "more than one statistic ends in this; it may be "),
                                   (run.parameters, "l1.szie", "no such parameter; did you mean l1.size?"),
                                   (run.parameters, "l1.ways", "give an index")):
            with self.assertRaises(KeyError) as refused:
                table[name]
            self.assertIsInstance(refused.exception, texpipe.UnknownName)
            self.assertEqual(refused.exception.exit_code, 3)
            self.assertIn(f"{name}: ", str(refused.exception))
            self.assertIn(words, str(refused.exception))

    def test_an_untimed_run_has_no_cycles(self):
        self.assertIsNone(texpipe.run(STUDY, SMALL, timing="untimed").cycles)

    def test_a_time_series_is_arrays_that_sum_to_the_statistics(self):
        run = texpipe.run(STUDY, SMALL, timing="approximately_timed")
        self.assertEqual(run.series["ends"][-1], run.cycles)
        self.assertEqual(run.series["slice.l3.reads"].sum(), run.statistics["slice.l3.reads"])

    def test_a_folder_that_was_read_can_be_written_again(self):
        run = texpipe.run(STUDY, SMALL, timing="untimed", out=self.scratch / "run")
        self.assertEqual(run.image.shape, (24, 32, 4))
        texpipe.run(STUDY, SMALL, timing="untimed", out=self.scratch / "run", force=True)
        with self.assertRaises(texpipe.Error) as refused:
            texpipe.run(STUDY, SMALL, timing="untimed", out=self.scratch / "run")
        self.assertEqual(refused.exception.exit_code, 2)

    def test_a_run_without_a_folder_leaves_nothing(self):
        run = texpipe.run(STUDY, SMALL, timing="untimed")
        folder = run.folder
        self.assertTrue(folder.exists())
        del run
        self.assertFalse(folder.parent.exists())

    def test_a_mistake_has_the_words_and_the_exit_code_of_the_command(self):
        for words in ({"slice.l3.bank": "4"}, {"l1.size": "3"}, {"workload.image": "32x24", "slice.l3.banks": 0}):
            with self.assertRaises(texpipe.Error) as refused:
                texpipe.configure(STUDY, words)
            told = command("config", "validate", STUDY, *[w for path, value in words.items() for w in ("-p", f"{path}={value}")])
            self.assertEqual(refused.exception.exit_code, told.returncode)
            self.assertIn(str(refused.exception).strip(), told.stderr.replace("texpipe: ", ""))
            self.assertTrue(refused.exception.diagnostics[0]["problem"])
        with self.assertRaises(texpipe.Error) as missing:
            texpipe.configure(self.scratch / "none.yaml")
        self.assertEqual(missing.exception.exit_code, 4)

    def test_a_watchdog_ends_a_run_with_its_message(self):
        with self.assertRaises(texpipe.Error) as ended:
            texpipe.run(STUDY, {**SMALL, "watchdog": 1})
        self.assertEqual(ended.exception.exit_code, 6)

    def test_an_interrupt_ends_a_run_and_python_goes_on(self):
        threading.Timer(0.7, lambda: signal.raise_signal(signal.SIGINT)).start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            texpipe.run(STUDY, {"workload.image": "4096x4096"}, out=self.scratch / "long")
            time.sleep(60)
        self.assertLess(time.monotonic() - begun, 30)
        self.assertFalse((self.scratch / "long").exists())
        with self.assertRaises(KeyboardInterrupt):  # Python's own handler is back
            signal.raise_signal(signal.SIGINT)
        self.assertEqual(texpipe.run(STUDY, SMALL, timing="untimed").timing, "untimed")

    def test_a_warning_of_a_run_is_a_warning_of_python(self):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            texpipe.run(STUDY, {**SMALL, "watchdog": 5000}, timing="untimed")
        self.assertTrue(any("watchdog" in str(warning.message) for warning in seen), seen)


class Sweeps(Scratch):
    def test_a_sweep_is_a_table_of_arrays_equal_to_the_command(self):
        sweep = texpipe.sweep(STUDY, {"l1.size": ["4KiB", "16KiB"], **SMALL}, timing="loosely_timed", out=self.scratch / "sweep", jobs=2)
        self.assertEqual(sweep.axes, ["l1.size"])
        self.assertEqual(list(sweep.table["l1.size"]), ["4KiB", "16KiB"])
        self.assertEqual(sweep.table["cycles"].dtype, numpy.float64)
        self.assertEqual(sweep.run(1).cycles, sweep.table["cycles"][0])
        told = command("sweep", STUDY, "-p", "l1.size=4KiB,16KiB", "-p", "workload.image=32x24", "--timing", "loosely_timed", "--out",
                       self.scratch / "command")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(*[[row.split(",")[3:] for row in (self.scratch / name / "results.csv").read_text().splitlines()]
                           for name in ("sweep", "command")])
        self.assertEqual(texpipe.read_sweep(sweep.folder).points, sweep.points)
        self.assertTrue(sweep.sensitivity)

    def test_points_that_fail_raise_with_the_points_that_did_not(self):
        with self.assertRaises(texpipe.SweepError) as failed:
            texpipe.sweep(STUDY, {"watchdog": [1, 1000000], **SMALL}, timing="loosely_timed", out=self.scratch / "sweep")
        self.assertEqual(failed.exception.exit_code, 7)
        self.assertEqual([point["status"] for point in failed.exception.sweep.points], ["failed", "done"])
        self.assertTrue(numpy.isnan(failed.exception.sweep.table["cycles"][0]))


class Searches(Scratch):
    FILE = ROOT / "configs/sweeps/sampler_search.yaml"

    def test_a_search_finds_the_front_that_the_command_finds(self):
        found = texpipe.search(self.FILE, {"workload.image": "32x24"}, out=self.scratch / "search")
        told = command("search", self.FILE, "-p", "workload.image=32x24", "--out", self.scratch / "command", "--json")
        front = json.loads(told.stdout)["front"]
        self.assertEqual([p["objectives"] for p in found.pareto], [p["objectives"] for p in front])

    def test_another_optimiser_asks_by_values_and_by_places(self):
        with texpipe.Search(self.FILE, {"workload.image": "32x24"}, out=self.scratch / "asked") as search:
            self.assertEqual([axis["name"] for axis in search.axes], ["l1.size", "l1.ways", "latency_fifo.slots"])
            one, two = search.ask([{"l1.size": "8KiB", "l1.ways": 2, "latency_fifo.slots": 64}, [0, 0, 0]])
            self.assertEqual((one["settings"]["l1.size"], two["settings"]["l1.size"]), ("8KiB", "1KiB"))
            self.assertGreater(one["objectives"]["cycles"], 0)
            with self.assertRaises(texpipe.Error) as refused:
                search.ask([[0, 0, 1]])
            self.assertEqual(refused.exception.exit_code, 4)
            again, = search.ask([[0, 0, 0]])
            self.assertEqual(again["point"], two["point"])
        self.assertEqual(len(search.sweep.points), 2)


class Sampling(unittest.TestCase):
    def setUp(self):
        self.context = texpipe.Context()
        texels = numpy.zeros((2, 2, 4), numpy.uint8)
        texels[..., 3] = 255
        texels[0, 1] = texels[1, 0] = 255
        self.board = self.context.surface("R8G8B8A8_UNORM", texels, 2, 2)
        rounding = {"u_address_mag_filter_rounding_enable": True, "v_address_mag_filter_rounding_enable": True}
        self.linear = self.context.sampler(min_mode_filter="LINEAR", mag_mode_filter="LINEAR", tcx_address_control_mode="CLAMP",
                                           tcy_address_control_mode="CLAMP", **rounding)

    def test_a_batch_has_a_result_for_each_pixel(self):
        u = numpy.array([[0.25, 0.5, 0.75, 0.5]] * 3)
        result = self.context.sample("sample_lz", self.board, self.linear, u=u, v=0.25)
        self.assertEqual(result.shape, (3, 4, 4))
        numpy.testing.assert_array_equal(result[:, :, 0], [[0, 0.5, 1, 0.5]] * 3)
        numpy.testing.assert_array_equal(result[..., 3], 1)

    def test_integers_are_integers(self):
        surface = self.context.surface("R32_SINT", numpy.array([[-7, 8], [9, 10]], numpy.int32), 2, 2)
        result = self.context.sample("ld", surface, 0, u=numpy.array([0, 1, 0, 1]), v=numpy.array([0, 0, 1, 1]), dtype=numpy.int32)
        self.assertEqual(result[:, 0].tolist(), [-7, 8, 9, 10])
        with self.assertRaisesRegex(TypeError, "u of ld is an integer"):
            self.context.sample("ld", surface, 0, u=numpy.zeros(4))

    def test_pictures_become_subspans_and_back(self):
        image = numpy.arange(48).reshape(4, 12)
        subspans = texpipe.to_subspans(image)
        self.assertEqual(subspans[0].tolist(), [0, 1, 12, 13])
        numpy.testing.assert_array_equal(texpipe.from_subspans(subspans, 4, 12), image)
        colours = numpy.arange(96).reshape(4, 6, 4)
        numpy.testing.assert_array_equal(texpipe.from_subspans(texpipe.to_subspans(colours), 4, 6), colours)
        with self.assertRaises(ValueError):
            texpipe.to_subspans(numpy.zeros((3, 4)))

    def test_mistakes_are_named(self):
        for code, word, call in (
                (4, "sample_lz", lambda: self.context.sample("sample_lzz", self.board, self.linear, u=numpy.zeros(4))),
                (2, "", lambda: self.context.sample("sample_lz", 9, self.linear, u=numpy.zeros(4))),
                (4, "R8G8B8A8_UNORM", lambda: self.context.surface("R8G8B8A8_UNORN", b"", 2, 2)),
                (4, "expected 16", lambda: self.context.surface("R8G8B8A8_UNORM", b"1234", 2, 2)),
                (4, "min_mode_filter", lambda: self.context.sampler(min_mode_filtr="LINEAR"))):
            with self.assertRaises(texpipe.Error) as refused:
                call()
            self.assertEqual(refused.exception.exit_code, code, refused.exception)
            self.assertIn(word, str(refused.exception))
        with self.assertRaises(ValueError):
            self.context.sample("sample_lz", self.board, self.linear, u=numpy.zeros(3))
        with self.assertRaisesRegex(TypeError, "it has u, v"):
            self.context.sample("sample_lz", self.board, self.linear, x=numpy.zeros(4))


class Textures(Scratch):
    def test_a_plane_is_what_the_command_decodes(self):
        file = ROOT / "configs/textures/brick_512_bc1_mips.dds"
        texture = texpipe.read_texture(str(file))
        self.assertEqual((texture.format, texture.width, texture.levels), ("BC1_UNORM", 512, 10))
        command("texture", "decode", file, "--level", "2", "-o", self.scratch / "plane.npy")
        numpy.testing.assert_array_equal(texture.plane(level=2), numpy.load(self.scratch / "plane.npy"))
        with self.assertRaises(texpipe.Error) as refused:
            texture.plane(level=10)
        self.assertEqual(refused.exception.exit_code, 2)

    def test_a_file_says_its_swizzle_and_what_was_in_doubt(self):
        files = ROOT / "tests/data/textures"
        self.assertEqual(texpipe.read_texture(str(files / "padded_pitch8.dds")).channels, "RGBA")
        self.assertIn("rows are padded", texpipe.read_texture(str(files / "padded_pitch8.dds")).remarks[0])
        grey = texpipe.read_texture(str(files / "swizzle_rrr1.ktx2"))
        self.assertEqual((grey.channels, grey.remarks), ("RRR1", []))
        numpy.testing.assert_array_equal(grey.plane()[0, 0], numpy.float32([10 / 255, 10 / 255, 10 / 255, 1]))
        context = texpipe.Context()
        u, v = (texpipe.to_subspans(numpy.float32(axis)) for axis in ([[0.25, 0.75], [0.25, 0.75]], [[0.25, 0.25], [0.75, 0.75]]))
        sampled = context.sample("sample_lz", context.load(grey), context.sampler(), u=u, v=v)
        numpy.testing.assert_array_equal(texpipe.from_subspans(sampled, 2, 2), grey.plane())

    def test_packed_texels_decode_by_their_format(self):
        numpy.testing.assert_array_equal(texpipe.decode_texels("R16_FLOAT", struct.pack("<2e", 0.5, -2), 2, 1)[0, :, 0], [0.5, -2])
        self.assertEqual(texpipe.decode_texels("R8_UINT", bytes([200]), 1, 1).dtype, numpy.uint32)
        with self.assertRaises(texpipe.Error):
            texpipe.decode_texels("R8_UINT", bytes(3), 1, 1)

    def test_a_texture_can_be_sampled(self):
        texture = texpipe.read_texture(str(ROOT / "configs/textures/astronaut_256_rgba8_mips.dds"))
        context = texpipe.Context()
        surface = context.load(texture)
        y, x = numpy.meshgrid(numpy.arange(64), numpy.arange(64), indexing="ij")
        u, v = (texpipe.to_subspans((axis + 0.5) / 64) for axis in (x, y))
        sampled = context.sample("sample_l", surface, context.sampler(mip_mode_filter="NEAREST", max_lod=10), u=u, v=v, lod=2)
        numpy.testing.assert_array_equal(texpipe.from_subspans(sampled, 64, 64), texture.plane(level=2))


class Messages(unittest.TestCase):
    def test_words_become_fields_and_back(self):
        decoded = texpipe.decode_message(0x2, 0x02420001)
        self.assertTrue(decoded["description"].startswith("sampler sample"), decoded["description"])
        values = {key: field["value"] for key, field in decoded["fields"].items()}
        self.assertEqual(texpipe.encode_message("SFID_SAMPLER", **values), (0x2, 0x02420001))

    def test_a_field_that_does_not_exist_is_named_with_the_nearest(self):
        with self.assertRaises(texpipe.Error) as refused:
            texpipe.encode_message("SFID_SAMPLER", simd_mod="SIMD8")
        self.assertEqual(refused.exception.exit_code, 4)
        self.assertIn("simd_mode", str(refused.exception))


    def test_the_four_words_of_a_send_are_its_message(self):
        decoded = texpipe.decode_message(0x02600031, 0x210002a8, 0x06000040, 0x02420001)
        self.assertTrue(decoded["description"].startswith("sampler sample SIMD8"), decoded["description"])
        with self.assertRaises(texpipe.Error):
            texpipe.encode_message("SFID_SAMPLER", simd_mode="SIMD8")  # Message Length is 0


class States(Scratch):
    def test_words_become_fields_and_back(self):
        state = texpipe.encode_state("surface", surface_type="SURFTYPE_2D", surface_format="R8G8B8A8_UNORM", width=64, height=32, surface_pitch=256,
                                     tile_mode="YMAJOR", surface_base_address=0x100000)
        told = command("state", "encode", "surface", "surface_type=SURFTYPE_2D", "surface_format=R8G8B8A8_UNORM", "width=64", "height=32",
                       "surface_pitch=256", "tile_mode=YMAJOR", "surface_base_address=0x100000").stdout
        self.assertEqual([int(word, 16) for word in told.split()], state)
        decoded = texpipe.decode_state("surface", state)
        self.assertEqual(decoded["fields"]["width"]["value"], "64")
        self.assertEqual(texpipe.decode_state("surface", told), decoded)
        values = {key: field["value"] for key, field in decoded["fields"].items()}
        self.assertEqual(texpipe.encode_state("surface", begin=state, **values), state)
        with self.assertRaises(texpipe.Error) as refused:
            texpipe.encode_state("surface", widht=64)
        self.assertIn("width", str(refused.exception))

    def test_addresses_of_texels_are_those_of_the_command(self):
        state = texpipe.encode_state("surface", surface_type="SURFTYPE_2D", surface_format="R8G8B8A8_UNORM", width=64, height=32, surface_pitch=256,
                                     tile_mode="YMAJOR", surface_base_address=0x100000)
        self.assertEqual(texpipe.texel_address(state, 4), 0x100200)
        addresses = texpipe.texel_address(state, numpy.arange(64), numpy.arange(32)[:, None])
        self.assertEqual(addresses.shape, (32, 64))
        self.assertEqual(len(numpy.unique(addresses)), 64 * 32)
        told = json.loads(command("state", "address", "--json", "--x", "0,33", "--y", "7", *(f"{word:x}" for word in state)).stdout)
        self.assertEqual([int(texel["address"], 16) for texel in told["texels"]], addresses[7, [0, 33]].tolist())
        with self.assertRaises(texpipe.Error):
            texpipe.texel_address(state, 64)

    def test_bytes_of_memory_are_words_and_parts_of_numbers_are_none(self):
        self.assertEqual(texpipe.decode_state("sampler", bytes.fromhex("00400280 00000000 00000000 92000000")),
                         texpipe.decode_state("sampler", "80024000 0 0 92"))
        with self.assertRaisesRegex(ValueError, "6 bytes are no whole words"):
            texpipe.decode_state("sampler", bytes(6))
        with self.assertRaisesRegex(ValueError, "1.5 is no DWord"):
            texpipe.decode_state("sampler", [1.5, 0, 0, 0])
        state = texpipe.encode_state("surface", surface_type="SURFTYPE_2D", surface_format="R8_UNORM", width=64, surface_pitch=64)
        for texel in (1.5, "a", float("nan")):
            with self.assertRaisesRegex(ValueError, "whole numbers"):
                texpipe.texel_address(state, texel)

    def test_a_dump_is_its_text_or_its_file(self):
        file = ROOT / "tests/data/hang/error_state.txt"
        for dump in (file, str(file)):
            self.assertEqual([(address, words.tolist()) for address, words in texpipe.read_dump(dump)],
                             [(address, words.tolist()) for address, words in texpipe.read_dump(file.read_text())])
        memory = self.scratch / "memory.bin"
        memory.write_bytes(bytes.fromhex("05400423 10000000"))
        self.assertEqual([words.tolist() for _, words in texpipe.read_dump(memory)], [[0x23044005, 0x10]])

    def test_a_message_of_a_dump_gives_what_the_command_gives(self):
        dump = ROOT / "tests/data/hang/error_state.txt"
        told = json.loads(command("message", "execute", "--json", "0x2", "0x04420001", "--dump", dump, "--payload", "0x50040", "--surface-base",
                                  "0x10000", "--dynamic-base", "0x20000").stdout)
        answer = texpipe.execute_message(dump.read_text(), 0x2, 0x04420001, payload=0x50040, surface_base=0x10000, dynamic_base=0x20000)
        self.assertEqual(answer["channels"], told["channels"])
        blocks = texpipe.read_dump(dump.read_text())
        self.assertIn(0x10000, [address for address, _ in blocks])


class Answers(Scratch):
    def test_parameters_may_be_nested_dictionaries_and_lists(self):
        flat = texpipe.configure(STUDY, {"slice.l3.banks": 8, "workload.image": "32x24"})
        nested = texpipe.configure(STUDY, {"slice": {"l3": {"banks": 8}}, "workload": {"image": "32x24"}})
        self.assertEqual(flat.yaml, nested.yaml)
        parts = texpipe.configure(STUDY, {"slice": {"subslice": [{"sampler": {"l1": {"ways": 8}}}]}})
        self.assertEqual(parts.parameters["slice.subslice[0].sampler.l1.ways"], "8")

    def test_answers_are_those_of_the_command(self):
        before = texpipe.run(STUDY, SMALL, timing="loosely_timed", out=self.scratch / "before")
        after = texpipe.run(STUDY, {**SMALL, "l1.size": "4KiB"}, timing="loosely_timed", out=self.scratch / "after")
        self.assertEqual(str(before.compare(after)), command("compare", before.folder, after.folder).stdout)
        self.assertEqual(before.compare(after), json.loads(command("compare", "--json", before.folder, after.folder).stdout))
        self.assertEqual(texpipe.compare(before.folder, after.folder).page.lower()[:15], "<!doctype html>")
        self.assertEqual(str(before.energy()), command("energy", before.folder).stdout)
        self.assertEqual(before.energy(), json.loads(command("energy", "--json", before.folder).stdout))
        command("report", before.folder, "-o", self.scratch / "command.html")
        self.assertEqual(before.report(), (self.scratch / "command.html").read_text())
        self.assertEqual(before.report(self.scratch / "own.html").read_text(), before.report())
        explanation = before.explain(only=["*filter*"], runs=4)
        self.assertEqual(before.explain(only="*filter*", runs=4), explanation)
        told = command("explain", before.folder, "--only", "*filter*", "--runs", 4).stdout
        self.assertEqual(str(explanation), told)

    def test_runs_and_sweeps_show_themselves_in_notebooks(self):
        run = texpipe.run(STUDY, SMALL, timing="loosely_timed")
        self.assertIn(f"<td>{run.cycles:,}</td>", run._repr_html_())
        self.assertIn("data:image/png;base64,", run._repr_html_())
        sweep = texpipe.sweep(STUDY, {**SMALL, "l1.size": ["4KiB", "8KiB"]}, timing="loosely_timed", out=self.scratch / "sweep")
        self.assertEqual(sweep._repr_html_().count("<tr>"), 3)
        self.assertIn("<pre>", run.compare(run)._repr_html_())


class Page(Scratch):
    def test_its_python_runs(self):
        blocks = (ROOT / "docs/how-to/other-programs.md").read_text().split("```python\n")[1:]
        self.assertTrue(blocks)
        (self.scratch / "configs").symlink_to(ROOT / "configs")
        for block in blocks:
            done = subprocess.run([sys.executable, "-c", block.split("```")[0]], cwd=self.scratch, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
            self.assertEqual(done.returncode, 0, done.stderr)


class Pip(Scratch):
    def test_it_installs_the_module_as_it_is(self):
        if any(subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode != 0 for name in ("pip", "wheel")):
            self.skipTest("python3-pip or python3-wheel is not installed")
        environment = {**os.environ, "TEXPIPE_BUILD": str(BUILD)}
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target",
                               self.scratch / "site", "."], cwd=ROOT, capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        show = ("import importlib.metadata, texpipe; print(texpipe.__file__, texpipe.__version__ == importlib.metadata.version('texpipe'), "
                "texpipe.decode_message(2, 0x02420001)['description'])")
        done = subprocess.run([sys.executable, "-c", show], cwd=self.scratch, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(self.scratch / "site")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith(f"{self.scratch}/site/texpipe/__init__.py True sampler"), done.stdout)

class Traces(Scratch):
    def test_a_recording_has_the_messages_and_footprints_of_its_run(self):
        told = command("run", STUDY, "-p", "workload.image=32x24", "--record", self.scratch / "floor.rec", "--out", self.scratch / "run")
        self.assertEqual(told.returncode, 0, told.stderr)
        recording = texpipe.read_recording(self.scratch / "floor.rec")
        run = texpipe.read(self.scratch / "run")
        self.assertEqual((recording.study, recording.kind), ("first_look", "texture_walk"))
        self.assertEqual(len(recording.footprints["level"]), run.statistics["filter.footprints"])
        sampled = recording.messages["shared_function"] == 2
        self.assertEqual(recording.messages["footprints"][sampled].sum(), len(recording.footprints["level"]))
        self.assertEqual(recording.footprints["words"].sum(), len(recording.addresses))
        self.assertEqual(recording.messages["registers"].sum(), len(recording.payload))
        self.assertEqual(recording.footprints["message"].max(), numpy.flatnonzero(recording.messages["footprints"])[-1])

    def test_a_recording_in_phases_or_of_a_scene_has_its_messages_too(self):
        for name, study, phases, scene in (("launches", "kernels/emboss_twice.yaml", 2, False), ("pixels", "pixel_interpolator.yaml", 0, True)):
            told = command("run", ROOT / "configs/studies" / study, "--record", self.scratch / f"{name}.rec", "--out", self.scratch / name)
            self.assertEqual(told.returncode, 0, told.stderr)
            recording = texpipe.read_recording(self.scratch / f"{name}.rec")
            self.assertEqual((len(recording.phases), recording.has_scene), (phases, scene))
            self.assertGreater(len(recording.messages["thread"]), 0)
            self.assertEqual(sorted(set(recording.messages["phase"].tolist())), list(range(max(phases, 1))))
            self.assertEqual(recording.messages["footprints"].sum(), len(recording.footprints["level"]))

    def test_launches_in_a_row_have_statistics_each(self):
        run = texpipe.run(ROOT / "configs/studies/kernels/emboss_twice.yaml")
        self.assertEqual([launch.name for launch in run.launches], ["kernel emboss", "kernel emboss"])
        self.assertEqual(run.launches[1]["begin"] + run.launches[1]["cycles"], run.cycles)
        self.assertEqual(sum(launch["l1.lookups"] for launch in run.launches), run.statistics["l1.lookups"])
        self.assertEqual(texpipe.run(STUDY, SMALL).launches, [])
        with self.assertRaises(KeyError):
            run.launches[0]["l1.lookupz"]

    def test_energy_tables_are_found_by_name(self):
        run = texpipe.run(STUDY, SMALL)
        self.assertEqual(run.energy("generic_14nm"), run.energy())

    def test_accesses_of_arrays_run(self):
        u, v = numpy.meshgrid(numpy.arange(0, 1, 1 / 16, dtype=numpy.float32), numpy.arange(0, 1, 1 / 16, dtype=numpy.float32))
        u, v = u.ravel(), v.ravel()
        places = numpy.arange(u.size)
        study = self.scratch / "study.yaml"
        pictures = []
        for name in ("quads.csv", "quads.jsonl.zst"):
            texpipe.write_accesses(self.scratch / name, thread=places // 16, u=u, v=v[:, None] + numpy.zeros(4, numpy.float32), dudx=1 / 512,
                                   x=places % 16 * 2, y=places // 16 * 2)
            study.write_text("study: traced\nmachine: kaby_lake_gt2\ntiming: loosely_timed\n"
                             f"workload: {{kind: accesses, file: {name}, textures: coffee, image: 32x32}}\n")
            pictures.append(texpipe.run(study).image)
        numpy.testing.assert_array_equal(*pictures)
        self.assertGreater(pictures[0].std(), 10)
        for columns, problem in (({"u": u, "v": v[1:]}, "different lengths"), ({"uu": u}, "no column 'uu'"),
                                 ({"mask": numpy.zeros((4, 4))}, "has the shape"), ({"u": numpy.zeros((4, 3))}, "has the shape")):
            with self.assertRaisesRegex(ValueError, problem):
                texpipe.write_accesses(self.scratch / "bad.csv", **columns)
        with self.assertRaisesRegex(ValueError, "expected a name"):
            texpipe.write_accesses(self.scratch / "bad.txt", u=u)
        with self.assertRaisesRegex(ValueError, "no column 'u'"):
            texpipe.write_accesses(self.scratch / "bad.csv", v=u)
        for both in (u, u[:, None] + numpy.zeros(4)):
            with self.assertRaisesRegex(ValueError, "'u' and 'u0' both give a pixel's value"):
                texpipe.write_accesses(self.scratch / "bad.csv", u=both, u0=u)


if __name__ == "__main__":
    unittest.main()
