#!/usr/bin/env python3
"""Plug-ins, for somebody who has the installed package alone: built, loaded, explained, and refused in words before their code runs.

  plugin_test.py BUILD_FOLDER WORK_FOLDER COMPILER
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from plugin_sources import PLUGINS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD, WORK, COMPILER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
del sys.argv[1:4]
TEXPIPE = WORK / "prefix/bin/texpipe"
STUDY = ROOT / "tests/data/golden_statistics/small.yaml"
EXAMPLES = ROOT / "rtl_cosim/examples"
POLICY = WORK / "build/replacement_policy.so"
SMALL_L1 = ["-p", "slice.subslice[*].sampler.l1.size=1KiB"]


def run(*words, **how):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, **how)


def must(*words, **how):
    done = run(*words, **how)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def texpipe(*words, **how):
    return run(TEXPIPE, *words, **how)


def setUpModule():
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "sources").mkdir(parents=True)
    for component in ("command", "plugin"):
        must("cmake", "--install", BUILD, "--component", component, "--prefix", WORK / "prefix")
    for example in ("replacement_policy", "own_workload"):
        shutil.copytree(EXAMPLES / example, WORK / "sources" / example)
    lines = ["cmake_minimum_required(VERSION 3.25)", "project(plugins LANGUAGES CXX)", "find_package(texpipe REQUIRED COMPONENTS plugin)",
             "set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})", "add_subdirectory(replacement_policy)",
             "add_subdirectory(own_workload)",
             "add_library(stranger MODULE no_entry.cpp)", 'set_target_properties(stranger PROPERTIES PREFIX "")']
    for name, source in PLUGINS.items():
        (WORK / "sources" / f"{name}.cpp").write_text(source)
        lines.append(f"texpipe_add_plugin({name} SOURCES {name}.cpp)")
    (WORK / "sources/CMakeLists.txt").write_text("\n".join(lines) + "\n")
    must("cmake", "-G", "Ninja", "-S", WORK / "sources", "-B", WORK / "build", f"-DCMAKE_PREFIX_PATH={WORK / 'prefix'}",
         f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_BUILD_TYPE=Release")
    must("cmake", "--build", WORK / "build", "-j", "2")


class Runs(unittest.TestCase):
    def run_folder(self, name, *words, plugin=POLICY):
        folder = WORK / "runs" / name
        options = ["--plugin", plugin] if plugin else []
        must(TEXPIPE, *options, "run", STUDY, "--out", folder, "--force", *words)
        return folder

    def statistics(self, folder):
        statistics = json.loads((folder / "stats.json").read_text())
        del statistics["timing"]
        return statistics

    def group(self, folder, path):
        (group,) = (group for group in self.statistics(folder)["groups"] if group["path"] == path)
        return {statistic["name"]: statistic for statistic in group["statistics"]}

    def test_a_policy_of_a_plug_in_takes_the_same_cycles_in_both_timings(self):
        words = [*SMALL_L1, "-p", "slice.subslice[*].sampler.l1.replacement=late_promotion"]
        loosely = self.run_folder("loosely", *words, "--timing", "loosely_timed")
        approximately = self.run_folder("approximately", *words, "--timing", "approximately_timed")
        lru = self.run_folder("lru", *SMALL_L1, "--timing", "loosely_timed")
        self.assertTrue(self.statistics(loosely) == self.statistics(approximately))
        self.assertFalse(self.statistics(loosely) == self.statistics(lru))
        self.assertEqual((loosely / "image.png").read_bytes(), (lru / "image.png").read_bytes())

    def test_every_level_takes_its_word(self):
        levels = {"slice.subslice[*].sampler.l1": "size=1KiB", "slice.subslice[*].sampler.l2": "size=1KiB", "slice.shared_l2": "size=2KiB",
                  "slice.l3": "size=4KiB", "llc": "size=8KiB"}
        for level, size in levels.items():
            words = ["-p", f"{level}.{size}", "-p", f"{level}.ways=4", "-p", "slice.l3.banks=1", "-p", "llc.banks=1"]
            if "l2" in level:
                words += ["-p", f"{level}.enabled=true", "-p", f"{level}.banks=1"]
            if level == "llc":
                words += ["-p", "llc.enabled=true", "-p", "slice.l3.size=4KiB"]
            if not level.endswith("sampler.l1"):
                words += SMALL_L1
            if "sampler" not in level:
                words += ["-p", "slice.subslice[*].sampler.l2.enabled=false"]
            lru = self.run_folder("level_lru", *words, "--timing", "loosely_timed")
            own = self.run_folder("level_own", *words, "-p", f"{level}.replacement=late_promotion", "--timing", "loosely_timed")
            self.assertFalse(self.statistics(lru) == self.statistics(own), level)

    def test_a_cache_of_a_plug_in_takes_every_level(self):
        own = WORK / "build/own_cache.so"
        for level in ("slice.subslice[*].sampler.l2", "slice.shared_l2", "slice.l3", "llc"):
            words = ["--timing", "approximately_timed", "-p", f"{level}.enabled=true"]
            if level == "slice.shared_l2":
                words += ["-p", "slice.subslice[*].sampler.l2.enabled=false"]
            model = self.run_folder("cache_model", *words, plugin=own)
            words += ["-p", f"{level}.implementation=slower"]
            cycles = [self.statistics(self.run_folder(f"cache_{more}", *words, "-p", f"{level}.parameters.more={more}", plugin=own))["cycles"]
                      for more in (0, 40)]
            self.assertEqual(cycles[0], self.statistics(model)["cycles"], level)
            self.assertGreater(cycles[1], cycles[0], level)

    def test_a_hash_of_a_plug_in_chooses_sets_banks_slices_and_channels(self):
        hashes = WORK / "build/upper.so"
        places = {"slice.l3.set_hash": [], "slice.l3.bank_hash": ["slice.l3.mshrs=1"], "slice.l3.slice_hash": ["slice.l3.slices=2", "slice.l3.mshrs=1"],
                  "memory.bank_hash": ["memory.banks=4"], "memory.channel_hash": ["memory.channels=4", "memory.banks=1"],
                  "slice.subslice[*].sampler.l1.bank_hash": ["slice.subslice[*].sampler.l1.bank_choice=lines",
                                                             "slice.subslice[*].sampler.l1.ports=1"]}
        for place, others in places.items():
            words = [*SMALL_L1]
            for other in [*others, "slice.subslice[*].sampler.l2.enabled=false", "slice.l3.size=8KiB", "slice.l3.ways=4", "slice.l3.banks=2"]:
                words += ["-p", other]
            modulo = self.run_folder("hash_modulo", *words, "-p", f"{place}=modulo", "--timing", "loosely_timed", plugin=hashes)
            loosely = self.run_folder("hash_own", *words, "-p", f"{place}=upper", "--timing", "loosely_timed", plugin=hashes)
            exactly = self.run_folder("hash_exact", *words, "-p", f"{place}=upper", "--timing", "approximately_timed", plugin=hashes)
            self.assertFalse(self.statistics(modulo) == self.statistics(loosely), place)
            self.assertTrue(self.statistics(loosely) == self.statistics(exactly), place)
            self.assertIn(f"{place.split('.')[-1]}: upper", (loosely / "config.resolved.yaml").read_text())
        misspelled = texpipe("--plugin", hashes, "run", STUDY, "-p", "memory.bank_hash=uper", "--out", WORK / "runs/misspelled", "--force")
        self.assertEqual(misspelled.returncode, 3)
        self.assertIn("modulo, xor, upper", misspelled.stderr)

    def test_the_run_folder_names_the_plug_in_and_runs_again(self):
        folder = self.run_folder("named", *SMALL_L1, "-p", "slice.subslice[*].sampler.l1.replacement=late_promotion")
        manifest = json.loads((folder / "manifest.json").read_text())
        self.assertEqual(manifest["plugins"], [{"path": str(POLICY), "sha256": hashlib.sha256(POLICY.read_bytes()).hexdigest()}])
        self.assertIn(f"plugins: {POLICY}\n", (folder / "config.resolved.yaml").read_text())
        must(TEXPIPE, "run", folder / "config.resolved.yaml", "--out", WORK / "runs/again", "--force")
        self.assertTrue(self.statistics(folder) == self.statistics(WORK / "runs/again"))

    def test_a_study_names_its_plug_ins_beside_itself(self):
        beside = WORK / "study"
        beside.mkdir(exist_ok=True)
        shutil.copy(POLICY, beside / "own.so")
        text = STUDY.read_text().replace("../../../", str(ROOT) + "/")
        (beside / "study.yaml").write_text(re.sub(r"machine: (?!/)(\S+\.yaml)", rf"machine: {STUDY.parent}/\1", text) + "plugins: [own.so]\n")
        words = ["-p", "slice.l3.replacement=lru,late_promotion,plru", "--timing", "loosely_timed", "--out", WORK / "runs/sweep", "--force"]
        must(TEXPIPE, "sweep", beside / "study.yaml", *words, "--jobs", "2")
        self.assertIn("late_promotion", (WORK / "runs/sweep/results.csv").read_text())
        # A plug-in that was built anew makes other points.
        with open(beside / "own.so", "ab") as file:
            file.write(b"\0")
        resumed = texpipe("sweep", beside / "study.yaml", *words[:-1], "--resume")
        self.assertEqual(resumed.returncode, 3)
        self.assertIn("own.so: is not what it was when the sweep began", resumed.stderr)

    def test_words_are_explained_and_misspellings_told(self):
        told = must(TEXPIPE, "config", "explain", "slice.l3.replacement", "--plugin", POLICY)
        self.assertIn("late_promotion", told)
        self.assertIn("a line that was not used since it came, else LRU's", told)
        self.assertIn("late_promotion", must(TEXPIPE, "--plugin", POLICY, "config", "schema", "machine"))
        wrong = texpipe("--plugin", POLICY, "run", STUDY, "-p", "slice.l3.replacement=late_promotoin")
        self.assertEqual(wrong.returncode, 3)
        self.assertIn("did you mean late_promotion?", wrong.stderr)
        without = texpipe("run", STUDY, "-p", "slice.l3.replacement=late_promotion")
        self.assertEqual(without.returncode, 3)

    def test_a_set_hash_of_a_plug_in_chooses_other_sets(self):
        environment = {**os.environ, "MARK": str(WORK / "runs/mark")}
        for timing in ("loosely_timed", "approximately_timed"):
            must(TEXPIPE, "--plugin", WORK / "build/marking.so", "run", STUDY, *SMALL_L1, "-p", "slice.subslice[*].sampler.l1.set_hash=upper",
                 "--timing", timing, "--out", WORK / "runs" / ("hash_" + timing), "--force", env=environment)
        lru = self.run_folder("no_hash", *SMALL_L1, "--timing", "loosely_timed", plugin=None)
        hashed = self.statistics(WORK / "runs/hash_loosely_timed")
        self.assertTrue(hashed == self.statistics(WORK / "runs/hash_approximately_timed"))
        self.assertFalse(hashed == self.statistics(lru))


    def test_a_workload_of_a_plug_in_gives_the_same_picture_in_every_timing(self):
        study = WORK / "checkers.yaml"
        study.write_text("study: checkers\nmachine: {machine: small, slice: {subslices: 1, subslice: {eus: 3}}}\nplugins: [build/own_workload.so]\n"
                         "workload: {kind: checkers, parameters: {squares: 8}}\n")
        folders = {timing: WORK / "runs" / ("checkers_" + timing) for timing in ("untimed", "loosely_timed", "approximately_timed")}
        for timing, folder in folders.items():
            must(TEXPIPE, "run", study, "--timing", timing, "--out", folder, "--force")
        pictures = {(folder / "image.png").read_bytes() for folder in folders.values()}
        self.assertEqual(len(pictures), 1)
        self.assertTrue(self.statistics(folders["loosely_timed"]) == self.statistics(folders["approximately_timed"]))
        wrong = texpipe("run", study, "-p", "workload.parameters.squares=0")
        self.assertEqual(wrong.returncode, 3)
        self.assertIn("workload.parameters.squares", wrong.stderr)
        self.assertIn("1 to 64", wrong.stderr)
        misspelled = texpipe("run", study, "-p", "workload.kind=chekers")
        self.assertEqual(misspelled.returncode, 3)
        self.assertIn("did you mean checkers?", misspelled.stderr)
        study.write_text(study.read_text().replace("own_workload.so", "own_kind.so").replace("kind: checkers, parameters: {squares: 8}", "kind: broken"))
        broken = texpipe("run", study, "--timing", "untimed", "--out", WORK / "runs/broken", "--force")
        self.assertEqual(broken.returncode, 3)
        self.assertIn("`broken` fails: no data", broken.stderr)

    def test_statistics_of_a_plug_in_stand_beside_those_of_blocks(self):
        folder = self.run_folder("statistics", "--timing", "loosely_timed", plugin=WORK / "build/own_workload.so")
        own = self.group(folder, "own")
        self.assertEqual((own["filled_bytes"]["unit"], own["filled_bytes"]["description"]), ("bytes", "bytes that came into texture caches"))
        l1 = self.group(folder, "slice.subslice[0].sampler.l1")
        self.assertEqual(own["filled_bytes"]["value"], l1["fill_bytes"]["value"])
        self.assertAlmostEqual(own["bytes_per_texel"]["value"], l1["fill_bytes"]["value"] / l1["texels"]["value"], places=9)
        self.assertTrue("\nown,bytes_per_texel,,1," in (folder / "stats.csv").read_text())
        done = texpipe("--plugin", WORK / "build/own_kind.so", "run", STUDY, "--timing", "loosely_timed", "--out", WORK / "runs/nothing", "--force")
        self.assertEqual(done.returncode, 3)
        self.assertIn("slice.l3.nothing: names no counter of this machine", done.stderr)

    def test_a_prefetcher_of_a_plug_in_takes_the_same_cycles_in_both_timings(self):
        words = ["-p", "slice.l3.prefetch=previous_line", "-p", "slice.l3.banks=1"]
        plugin = WORK / "build/previous_line.so"
        loosely = self.run_folder("prefetch_loosely", *words, "--timing", "loosely_timed", plugin=plugin)
        self.assertTrue(self.statistics(loosely) == self.statistics(
            self.run_folder("prefetch_approximately", *words, "--timing", "approximately_timed", plugin=plugin)))
        self.assertGreater(self.group(loosely, "slice.l3")["prefetches"]["value"], 0)

    def test_recordings_searches_and_explanations_take_plug_ins(self):
        words = [*SMALL_L1, "-p", "slice.subslice[*].sampler.l1.replacement=late_promotion", "--timing", "loosely_timed"]
        recorded = self.run_folder("recorded", *words, "--record", WORK / "runs/small.recording")
        study = WORK / "replay.yaml"
        study.write_text("study: replay\nmachine: {machine: small, slice: {subslices: 1, subslice: {eus: 3}}}\nplugins: [build/replacement_policy.so]\n"
                         "workload: {kind: messages, file: runs/small.recording}\n")
        must(TEXPIPE, "run", study, *words, "--out", WORK / "runs/replayed", "--force")
        self.assertEqual(self.statistics(recorded)["cycles"], self.statistics(WORK / "runs/replayed")["cycles"])
        search = WORK / "search.yaml"
        search.write_text(f"sweep: policies\nstudy: {STUDY}\nset: {{timing: loosely_timed, l1.size: 1KiB}}\n"
                          "search:\n  population: 4\n  generations: 1\n  seed: 1\n  axes:\n    l1.replacement: [lru, late_promotion]\n    l1.ways: [2, 4]\n"
                          "objectives: {cycles: cycles, ways: l1.ways}\n")
        must(TEXPIPE, "--plugin", POLICY, "search", search, "--out", WORK / "runs/search", "--force", "--jobs", "2")
        self.assertIn("late_promotion", (WORK / "runs/search/results.csv").read_text())
        told = must(TEXPIPE, "explain", recorded, "--only", "l1.replacement", "--runs", "8")
        self.assertIn("late_promotion", told)


class Rtl(unittest.TestCase):
    def setUp(self):
        if not (BUILD / "lib/texpipe/texpipe_rtl.so").exists():
            self.skipTest("built without RTL")

    def test_the_installed_command_finds_rtl_that_nobody_names(self):
        words = ["run", STUDY, "-q", "-p", "slice.subslice[*].sampler.filter.implementation=rtl", "--force", "--out"]
        must(TEXPIPE, *words, WORK / "runs/rtl")
        must(TEXPIPE, "run", STUDY, "-q", "--force", "--out", WORK / "runs/model")
        self.assertEqual((WORK / "runs/rtl/image.png").read_bytes(), (WORK / "runs/model/image.png").read_bytes())
        manifest = json.loads((WORK / "runs/rtl/manifest.json").read_text())
        self.assertEqual([pathlib.Path(plugin["path"]).name for plugin in manifest["plugins"]], ["texpipe_rtl.so"])
        must(TEXPIPE, "sweep", STUDY, "-p", "slice.subslice[*].sampler.filter.implementation=model,rtl", "--out", WORK / "runs/rtl_sweep", "--force")
        (rtl,) = (WORK / "prefix").glob("lib/**/texpipe_rtl.so")
        rtl.rename(rtl.with_suffix(".away"))
        try:
            for command in (words + [WORK / "runs/none"], ["cosim", ROOT / "configs/cosim/filter.yaml"]):
                done = texpipe(*command)
                self.assertEqual(done.returncode, 8)
                self.assertIn("its plug-in texpipe_rtl.so is not there", done.stderr)
        finally:
            rtl.with_suffix(".away").rename(rtl)

    def test_the_python_module_finds_rtl_beside_itself(self):
        if not list((BUILD / "python/texpipe").glob("_texpipe*.so")):
            self.skipTest("built without the Python module")
        python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        code = (f"import texpipe\nrun = texpipe.run({str(STUDY)!r}, {{'slice.subslice[*].sampler.filter.implementation': 'rtl'}})\n"
                "print(run.cycles)\n")
        told = must(python, "-c", code, env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
        must(TEXPIPE, "run", STUDY, "-q", "-p", "slice.subslice[*].sampler.filter.implementation=rtl", "--force", "--out", WORK / "runs/rtl_python")
        self.assertEqual(int(told), json.loads((WORK / "runs/rtl_python/stats.json").read_text())["cycles"])


class Refusals(unittest.TestCase):
    def refused(self, code, plugin, *texts, words=("version",)):
        done = texpipe("--plugin", plugin, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(plugin.name, done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)

    def changed(self, name, plugin, before, after):
        content = plugin.read_bytes()
        self.assertIn(before, content)
        file = WORK / "build" / name
        file.write_bytes(content.replace(before, after))
        return file

    def test_what_is_no_plug_in(self):
        self.refused(4, WORK / "nowhere.so", "No such file")
        self.refused(4, STUDY, "is no shared library")
        self.refused(4, WORK / "build/stranger.so", "is no plug-in of texpipe: it has no stamp", "texpipe_add_plugin")
        self.refused(4, TEXPIPE.parent, "is a folder")
        cut = WORK / "build/cut.so"
        cut.write_bytes(POLICY.read_bytes()[:5000])
        self.refused(4, cut, "is cut off or damaged")
        pipe = WORK / "build/pipe.so"
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        self.refused(4, pipe, "is no regular file")

    def test_another_version_or_compiler_is_refused_before_its_code_runs(self):
        mark = WORK / "code_ran"
        os.environ["MARK"] = str(mark)
        marking = WORK / "build/marking.so"
        version = re.search(rb"version: ([0-9.]+)\n", marking.read_bytes()).group(1)
        other = b"9" + version[1:]
        self.refused(8, self.changed("version.so", marking, b"version: " + version, b"version: " + other),
                     f"was built for texpipe {other.decode()}; this is {version.decode()}", "build it again")
        compiler = re.search(rb"compiler: ([^\n]+)\n", marking.read_bytes()).group(1)
        self.refused(8, self.changed("compiler.so", marking, b"compiler: " + compiler, b"compiler: " + compiler[:-1] + b"0"),
                     "was compiled by " + compiler[:-1].decode() + "0; this texpipe by " + compiler.decode())
        headers = re.search(rb"headers: ([^\n]+)\n", marking.read_bytes()).group(1)
        self.refused(8, self.changed("headers.so", marking, b"headers: " + headers, b"headers: " + b"0" * len(headers)), "headers of another texpipe")
        self.assertFalse(mark.exists())
        self.assertEqual(texpipe("--plugin", marking, "version").returncode, 0)
        self.assertTrue(mark.exists())

    def test_what_a_plug_in_lacks_is_named(self):
        self.refused(8, WORK / "build/missing.so", "needs what this texpipe does not have: texpipe::machine::what_is_not_there(int)")
        self.refused(8, WORK / "build/no_entry.so", "has no entry", "texpipe_plugin")

    def test_what_a_plug_in_brings_wrongly_is_named(self):
        self.refused(3, WORK / "build/taken.so", "replacement policy `lru` is there already")
        self.refused(3, WORK / "build/no_word.so", "set hash `No Word` is no word")
        self.refused(3, WORK / "build/throwing.so", "fails in its entry: no licence")
        self.refused(3, WORK / "build/throwing_anything.so", "fails in its entry with an exception of its own")
        self.refused(3, WORK / "build/block_model.so", "implementation `model` is there already")

    def test_code_that_crashes_while_it_is_loaded_is_told(self):
        self.refused(3, WORK / "build/throwing_constructor.so", "no licence")
        self.refused(3, WORK / "build/crashing_constructor.so", "crashes while it is loaded: SIGSEGV")
        self.refused(3, WORK / "build/crashing_entry.so", "crashes while it is loaded: SIGABRT")
        self.refused(3, WORK / "build/deep_entry.so", "crashes while it is loaded: SIGSEGV")

    def test_a_plug_in_twice_is_one_and_a_word_of_two_names_the_first(self):
        twice = texpipe("--plugin", POLICY, "--plugin", POLICY, "config", "explain", "slice.l3.replacement")
        self.assertEqual(twice.returncode, 0, twice.stderr)
        copy = WORK / "build/copy.so"
        shutil.copy(POLICY, copy)
        done = texpipe("--plugin", POLICY, "--plugin", copy, "version")
        self.assertEqual(done.returncode, 3)
        self.assertIn("copy.so: brings what cannot be taken: replacement policy `late_promotion` is there already", done.stderr)
        self.assertIn(f"plug-in {POLICY} brought it", done.stderr)

    def test_a_policy_that_chooses_no_candidate_ends_the_run(self):
        for timing in ("loosely_timed", "approximately_timed"):
            done = texpipe("--plugin", WORK / "build/wrong_way.so", "run", STUDY, *SMALL_L1, "-p",
                           "slice.subslice[*].sampler.l1.replacement=wrong_way", "--timing", timing, "--out", WORK / "runs/wrong", "--force")
            self.assertEqual(done.returncode, 5, done.stderr)
            self.assertIn("replacement policy `wrong_way` chose way 4097 of set ", done.stderr)

    def test_code_that_fails_in_a_run_is_told_with_its_part(self):
        fails = {"victim_throws": ("own_policy", "replacement policy `own_policy` fails: no victim"),
                 "victim_throws_anything": ("own_policy", "replacement policy `own_policy` fails with an exception of its own"),
                 "victim_crashes": ("own_policy", "victim_crashes.so: SIGSEGV"),
                 "victim_exits": ("own_policy", "a run is ended by code that calls exit()"),
                 "see_throws": ("seeing", "prefetcher `seeing` fails: seen enough"),
                 "hash_throws": ("broken", "hash_throws.so"),
                 "count_throws": ("", "statistic `lost` fails: lost count")}
        parameters = {"own_policy": "replacement", "seeing": "prefetch", "broken": "set_hash"}
        for name, (word, problem) in fails.items():
            change = ["-p", f"slice.subslice[*].sampler.l1.{parameters[word]}={word}"] if word else []
            for timing in ("loosely_timed", "approximately_timed"):
                done = texpipe("--plugin", WORK / "build" / f"{name}.so", "run", STUDY, *SMALL_L1, *change, "--timing", timing, "--out",
                               WORK / "runs/fails", "--force")
                self.assertEqual((name, done.returncode), (name, 5), done.stderr)
                self.assertIn(problem, done.stderr)
                self.assertEqual(done.stdout, "")

    def test_a_point_whose_plug_in_crashes_fails_alone(self):
        out = WORK / "runs/crashing_points"
        done = texpipe("--plugin", WORK / "build/victim_crashes.so", "sweep", STUDY, *SMALL_L1, "-p",
                       "slice.subslice[*].sampler.l1.replacement=lru,own_policy,fifo", "--timing", "loosely_timed", "--out", out, "--force")
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("victim_crashes.so: SIGSEGV", done.stderr)
        self.assertEqual((out / "results.csv").read_text().count("done"), 2)

    def test_what_a_plug_in_keeps_for_itself_does_not_reach_the_next_point(self):
        # Every point is the same machine, and takes what it takes alone.
        tables = []
        for jobs in ("1", "2"):
            out = WORK / "runs" / ("kept_" + jobs)
            must(TEXPIPE, "--plugin", WORK / "build/victim_counts.so", "sweep", STUDY, *SMALL_L1, "-p", "watchdog=100000,200000,300000,400000",
                 "-p", "slice.subslice[*].sampler.l1.replacement=own_policy", "--timing", "loosely_timed", "--jobs", jobs, "--out", out, "--force")
            tables.append({line.split(",")[-1] for line in (out / "results.csv").read_text().splitlines()[1:]})
        self.assertEqual(len(tables[0]), 1, tables)
        self.assertEqual(tables[0], tables[1])

    def test_parts_that_are_missing_are_refused(self):
        self.refused(3, WORK / "build/no_hash.so", "set hash `upper` has no function")
        self.refused(3, WORK / "build/no_make.so", "workload kind `nothing` has no function")
        self.refused(3, WORK / "build/no_count.so", "statistic `nothing` has no function")
        self.refused(3, WORK / "build/no_factory.so", "implementation `nowhere` has no function")
        self.refused(3, WORK / "build/long_word.so", "has 1000 letters; at most 64")
        study = WORK / "no_threads.yaml"
        study.write_text("study: none\nmachine: {machine: small}\nplugins: [build/no_threads.so]\nworkload: {kind: no_threads}\n")
        for timing in ("untimed", "loosely_timed", "approximately_timed"):
            done = texpipe("run", study, "--timing", timing, "--out", WORK / "runs/none", "--force")
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("workload.kind: `no_threads` gives no threads", done.stderr)
        told = must(TEXPIPE, "--plugin", WORK / "build/no_threads.so", "config", "schema", "study")
        self.assertNotIn("\x1b", told)

    def test_a_study_that_names_a_wrong_file_is_refused_at_its_place(self):
        study = WORK / "sources/study.yaml"
        text = STUDY.read_text().replace("../../../", str(ROOT) + "/") + "plugins: [%s]\n"
        for file, code, problem in (("nowhere.so", 3, "no file"), ('""', 3, "plugins: is empty"), (STUDY, 4, "is no shared library")):
            study.write_text(text % file)
            done = texpipe("config", "validate", study)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(f"study.yaml:{len(text.splitlines())}:", done.stderr)
            self.assertIn(problem, done.stderr)

    def test_workers_of_a_batch_are_told_by_the_study(self):
        done = texpipe("--plugin", POLICY, "sweep", STUDY, "-p", "slice.l3.ways=8,16", "--engine", "parallel", "--no-submit")
        self.assertEqual(done.returncode, 2)
        self.assertIn("name it in the study, as plugins: [FILE]", done.stderr)

    def test_cmake_says_what_is_missing(self):
        folder = WORK / "refused"
        for call, problem in (("mine", "SOURCES is missing"), ("mine SOURCE a.cpp", "SOURCE is no argument")):
            folder.mkdir(exist_ok=True)
            (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(refused LANGUAGES CXX)\n"
                                                   f"find_package(texpipe REQUIRED COMPONENTS plugin)\ntexpipe_add_plugin({call})\n")
            done = run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={WORK / 'prefix'}",
                       f"-DCMAKE_CXX_COMPILER={COMPILER}")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(problem, done.stderr)


class Python(unittest.TestCase):
    def test_the_python_module_loads_plug_ins(self):
        if not list((BUILD / "python/texpipe").glob("_texpipe*.so")):
            self.skipTest("built without the Python module")
        python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        code = ("import texpipe\n"
                "try:\n    texpipe.load_plugin('nowhere.so')\nexcept texpipe.Error as error:\n    assert error.exit_code == 4, error\n"
                f"texpipe.load_plugin({str(POLICY)!r})\n"
                "words = {'slice.subslice[*].sampler.l1.size': '1KiB', 'slice.subslice[*].sampler.l1.replacement': 'late_promotion'}\n"
                f"print(texpipe.run({str(STUDY)!r}, words, timing='loosely_timed').cycles)\n")
        told = must(python, "-c", code, env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
        folder = WORK / "runs/python"
        must(TEXPIPE, "--plugin", POLICY, "run", STUDY, *SMALL_L1, "-p", "slice.subslice[*].sampler.l1.replacement=late_promotion", "--timing",
             "loosely_timed", "--out", folder, "--force")
        self.assertEqual(int(told), json.loads((folder / "stats.json").read_text())["cycles"])


class Tutorial(unittest.TestCase):
    """Pages, for somebody who has the installed package and an empty folder."""

    def run_page(self, page, language):
        text = (ROOT / "docs/tutorial" / page).read_text()
        script = "set -e\n" + "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.S | re.M)).replace("build/release", str(BUILD))
        folder = WORK / page.replace(".md", "")
        folder.mkdir()
        installed = {"HOME": str(WORK / "home"), "CXX": COMPILER, "PATH": f"{WORK / 'prefix/bin'}:/usr/bin:/bin"}
        done = run("bash", "-c", script, cwd=folder, env=installed)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return folder, done.stdout

    def test_every_command_of_a_policy_of_your_own_runs(self):
        folder, _ = self.run_page("own-replacement-policy.md", "bash")
        self.assertTrue((folder / "out/policies.html").is_file())
        source = (EXAMPLES / "replacement_policy/late_promotion.cpp").read_text()
        self.assertLess(len(source.splitlines()), 60)
        self.assertEqual((folder / "my_policy/late_promotion.cpp").read_text(), source)

    def test_every_command_of_a_machine_of_your_own_runs(self):
        folder, told = self.run_page("own-machine.md", "sh")
        self.assertTrue((folder / "out/my_search.html").is_file())
        self.assertIn("latency_fifo.slots: 128 -> 256", told)


if __name__ == "__main__":
    unittest.main()
