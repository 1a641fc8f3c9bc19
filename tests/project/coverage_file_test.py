#!/usr/bin/env python3
"""What scripts/rtl_regression.py writes as UCIS keeps the rules of the schema, and a reader that knows bins by name finds the shares of the page."""
import collections
import importlib.util
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))  # of the modules that the script imports
SPEC = importlib.util.spec_from_file_location("rtl_regression", ROOT / "scripts/rtl_regression.py")
regression = importlib.util.module_from_spec(SPEC)
sys.modules["rtl_regression"] = regression
SPEC.loader.exec_module(regression)

TEXT, COUNT, POSITIVE, TIME, FLAG = r"(?s).*", r"\d+", r"[1-9]\d*", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", "true|false|0|1"
INTEGER = r"-?\d+"
# Rules of each element, from the schema that pyucis validates with: its attributes (those that must be there, then
# others) and its children in order, with how often they may stand there.
RULES = {
    "UCIS": ({"ucisVersion": TEXT, "writtenBy": TEXT, "writtenTime": TIME}, {},
             [("sourceFiles", 1, None), ("historyNodes", 1, None), ("instanceCoverages", 1, None)]),
    "sourceFiles": ({"fileName": TEXT, "id": POSITIVE}, {}, []),
    "historyNodes": ({"historyNodeId": COUNT, "logicalName": TEXT, "testStatus": FLAG, "date": TIME, "toolCategory": TEXT, "ucisVersion": TEXT,
                      "vendorId": TEXT, "vendorTool": TEXT, "vendorToolVersion": TEXT}, {"physicalName": TEXT, "kind": TEXT}, []),
    "instanceCoverages": ({"name": TEXT, "key": TEXT}, {"instanceId": INTEGER, "moduleName": TEXT}, [("id", 1, 1), ("covergroupCoverage", 0, None)]),
    "id": ({"file": POSITIVE, "line": POSITIVE, "inlineCount": POSITIVE}, {}, []),
    "cginstSourceId": ({"file": POSITIVE, "line": POSITIVE, "inlineCount": POSITIVE}, {}, []),
    "cgSourceId": ({"file": POSITIVE, "line": POSITIVE, "inlineCount": POSITIVE}, {}, []),
    "covergroupCoverage": ({}, {}, [("cgInstance", 0, None)]),
    "cgInstance": ({"name": TEXT, "key": TEXT}, {}, [("options", 1, 1), ("cgId", 1, 1), ("coverpoint", 0, None)]),
    "options": ({}, {"goal": COUNT}, []),
    "cgId": ({"cgName": TEXT, "moduleName": TEXT}, {}, [("cginstSourceId", 1, 1), ("cgSourceId", 1, 1)]),
    "coverpoint": ({"name": TEXT, "key": TEXT}, {}, [("options", 1, 1), ("coverpointBin", 1, None)]),
    "coverpointBin": ({"name": TEXT, "key": TEXT, "type": "bins|default|ignore|illegal"}, {"alias": TEXT}, [("range", 1, None)]),
    "range": ({"from": INTEGER, "to": INTEGER}, {}, [("contents", 1, 1)]),
    "contents": ({"coverageCount": COUNT}, {}, []),
}


def plain(tag):
    return tag.split("}")[-1]


def violations(element):
    """Texts of what breaks the rules in an element and below it."""
    tag = plain(element.tag)
    needed, others, children = RULES[tag]
    for name in needed.keys() - element.attrib.keys():
        yield f"{tag} has no {name}"
    for name, value in element.attrib.items():
        rule = needed.get(name, others.get(name))
        if rule is None or not re.fullmatch(rule, value):
            yield f"{tag} has {name}={value}"
    found = [plain(child.tag) for child in element]
    order = [name for name, _, _ in children]
    if [name for name in order for _ in range(found.count(name))] != found:
        yield f"{tag} has {found}, expected the order {order}"
    for name, least, most in children:
        if found.count(name) < least or (most is not None and found.count(name) > most):
            yield f"{tag} has {found.count(name)} {name}"
    for child in element:
        yield from violations(child)


def share_of(group):
    """Percent of a group's bins that were met, as a reader has it that knows bins of a point by name."""
    bins = collections.Counter()
    for point in group:
        for of_bin in point:
            if plain(of_bin.tag) == "coverpointBin":
                bins[point.get("name"), of_bin.get("name")] += int(of_bin[0][0].get("coverageCount"))
    return 100 * sum(count > 0 for count in bins.values()) / len(bins)


class CoverageFile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "coverage.xml"
        self.block = regression.Block(ROOT / "configs/cosim/filter.yaml")
        self.block.goals = {"bins": 75.5}
        self.block.kinds["bins"].add({"format: R8": 3, "format: BC1": 0, "reset: in flight": 2, "a <\"name\">": 1})
        self.block.kinds["lines"].add({"filter.sv:12 block": 7, "filter.sv:13 block": 0})
        regression.write_ucis(self.file, [self.block])
        self.root = xml.parse(self.file).getroot()

    def tearDown(self):
        self.folder.cleanup()

    def test_it_keeps_the_rules_of_the_schema(self):
        self.assertEqual([], list(violations(self.root)))

    def test_the_rules_notice_a_bin_without_name_or_key(self):
        of_bin = next(element for element in self.root.iter() if plain(element.tag) == "coverpointBin")
        del of_bin.attrib["name"], of_bin.attrib["key"]
        self.assertEqual({"coverpointBin has no name", "coverpointBin has no key"}, set(violations(self.root)))

    def test_bins_have_different_keys_in_their_point(self):
        for point in (element for element in self.root.iter() if plain(element.tag) == "coverpoint"):
            keys = [child.get("key") for child in point if plain(child.tag) == "coverpointBin"]
            self.assertEqual(len(keys), len(set(keys)))

    def test_a_reader_finds_the_shares_of_the_page(self):
        shares = {plain_group.get("name").split(".")[-1]: share_of(plain_group)
                  for plain_group in self.root.iter() if plain(plain_group.tag) == "cgInstance"}
        self.assertEqual({"bins": 75.0, "lines": 50.0}, shares)
        self.assertEqual(shares["bins"], self.block.kinds["bins"].percent())

    def test_it_is_read_back_for_merging(self):
        read = regression.read_ucis(self.file)["filter"]
        self.assertEqual(self.block.kinds["bins"].hits, read["bins"])

    def test_a_file_without_names_is_refused(self):
        self.file.write_text(re.sub(r'coverpointBin name=("[^"]*") key="\d+"', r"coverpointBin alias=\1", self.file.read_text()))
        with self.assertRaisesRegex(SystemExit, "a bin has no name"):
            regression.read_ucis(self.file)


if __name__ == "__main__":
    unittest.main()
