#!/usr/bin/env python3
"""The live page of a run: what it says, that it holds a run, and whom it refuses. The held run leaves the bytes of one without a page.

  live_page_test.py COMMAND
"""
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STUDY = ["run", "configs/studies/first_look.yaml", "-p", "workload.image=320x240", "-q"]
SMALL = "workload.image=160x120"  # where it is traced
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


class Served:
    """A run with a page, paused from its first cycle."""

    def __init__(self, command, out, *options, files=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.process = subprocess.Popen([command, *STUDY, "--out", out, "--serve", "0", "--paused", *options], cwd=ROOT, stderr=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, text=True, preexec_fn=limit)
        self.line = self.process.stderr.readline()
        found = re.fullmatch(r"live page: http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})\n", self.line)
        check(found, f"the address is {self.line!r}")
        self.port, self.token = int(found[1]), found[2]

    def ask(self, path, method="GET", token=None, host=None, origin=None):
        """Status and text of an answer. Status 0: nobody listens any more, because the run has ended."""
        token = self.token if token is None else token
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}?token={token}", method=method)
        if host:
            request.add_header("Host", host)
        if origin:
            request.add_header("Origin", origin)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers
        except (urllib.error.URLError, ConnectionError):
            return 0, "", {}

    def end(self):
        code = self.process.wait(timeout=120)
        self.process.stderr.close()
        return code


def check_page(command, scratch):
    run = Served(command, scratch / "served")
    status, page, headers = run.ask("/")
    check(status == 200 and "Fullest queues" in page, f"the page: {status}")
    check("connect-src 'self'" in headers["Content-Security-Policy"], "the page may load from elsewhere")
    check("http:" not in page and "https:" not in page, "the page names another one")
    # Browsers connect before they ask.
    idle = socket.create_connection(("127.0.0.1", run.port))
    first = json.loads(run.ask("/state")[1])
    check(first["paused"] and first["cycle"] == 0 and first["threads"] == 0 and first["threads_total"] == 4800, f"at first: {first}")
    for token in ("", "0" * 32, run.token[:-1], run.token + "0"):
        check(run.ask("/state", token=token)[0] == 403, f"token {token} is taken")
    check(run.ask("/state", host="elsewhere.example")[0] == 403, "another host's page may ask")
    for origin in ("http://elsewhere.example", "null", f"https://127.0.0.1:{run.port}", f"http://127.0.0.1:{run.port}1"):
        check(run.ask("/resume", "POST", origin=origin)[0] == 403, f"a page of {origin} that has the token resumes")
    for origin in (f"http://127.0.0.1:{run.port}", f"http://localhost:{run.port}"):
        check(run.ask("/pause", "POST", origin=origin)[0] == 200, f"the page itself, {origin}, may not pause")
    check(run.ask("/resume", "GET")[0] == 405, "a link resumes")
    check(run.ask("/nothing")[0] == 404, "there is a page that does not exist")
    check(run.ask("/resume", "POST", token="1")[0] == 403, "resumes without token")
    time.sleep(0.3)
    check(json.loads(run.ask("/state")[1])["cycle"] == 0, "a paused run goes on")
    # Pause as soon as it runs: somewhere in the middle, where queues hold something.
    check(run.ask("/resume", "POST")[0] == 200, "it cannot be resumed")
    begun = time.monotonic()
    check(run.ask("/pause", "POST")[0] in (0, 200), "it cannot be paused")
    status, text, _ = run.ask("/state")
    if status == 200:  # else it has ended meanwhile, which a fast machine does
        middle = json.loads(text)
        check(time.monotonic() - begun < 1, "a pause takes a second")
        check(middle["paused"], "a paused run says that it runs")
        time.sleep(0.3)
        later, text, _ = run.ask("/state")
        check(later != 200 or json.loads(text)["cycle"] == middle["cycle"], "a paused run goes on")
        for queue in middle["queues"]:
            check(0 <= queue["level"] <= queue["capacity"] and (queue["level"] > 0 or not queue["head"]), f"queue {queue}")
        fill = [queue["level"] / queue["capacity"] for queue in middle["queues"]]
        check([cache["name"] for cache in middle["caches"]][:1] in ([], ["L1"]), f"caches {middle['caches']}")
        check(all(0 <= cache["hits"] <= cache["lookups"] for cache in middle["caches"]), f"caches {middle['caches']}")
        units = {unit["name"]: unit for unit in middle["units"]}
        check(all(0 <= unit["busy"] <= unit["all"] for unit in units.values()), f"units {units}")
        check(middle["cycle"] == 0 or units["slice.subslice.eu"]["all"] > 0, f"units {list(units)}")
        check(0 < middle["held"] <= middle["seconds"], f"held for {middle['held']} of {middle['seconds']} s")
        check(all("SFID_" in queue["head"] for queue in middle["queues"] if queue["head"] and ".interconnect." in queue["name"]), "messages do not name their function")
        check(fill == sorted(fill, reverse=True) and len(fill) == 16, f"not the fullest: {fill}")
        run.ask("/resume", "POST")
    check(run.end() == 0, "the served run fails")
    idle.close()
    subprocess.run([command, *STUDY, "--out", scratch / "plain"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    for name in ("stats.json", "image.png", "timeseries.csv", "config.resolved.yaml"):
        check((scratch / "served" / name).read_bytes() == (scratch / "plain" / name).read_bytes(), f"{name} differs with a page")


def check_hostile_clients(command, scratch):
    """Whoever has no token costs the run next to nothing, and keeps nobody who has it out."""
    run = Served(command, scratch / "hostile")

    def connect():
        return socket.create_connection(("127.0.0.1", run.port))

    def answer_to(bytes_sent):
        with connect() as client:
            client.settimeout(20)
            try:
                client.sendall(bytes_sent)
                return client.recv(1 << 16)
            except (ConnectionResetError, BrokenPipeError):
                return b""

    # Words that are no request, and requests without an end.
    for sent, expected in ((b"\x00\xff\r\n\r\n", b"400"), (b"GET\r\n\r\n", b"400"), (b"\r\n\r\n", b"400"), (b"GET / FTP/9\r\n\r\n", b"400"),
                           (b"GET / HTTP/1.1\r\n\r\n", b"403"), (b"GET /?token=%00 HTTP/1.1\r\nHost: \r\n\r\n", b"403"),
                           (b"POST /pause?token HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % run.port, b"403")):
        got = answer_to(sent)
        check(got.startswith(b"HTTP/1.1 " + expected), f"{sent!r} is answered {got[:40]!r}")
    # Two readers of one name could each take another line.
    own, asks = b"Host: 127.0.0.1:%d\r\n" % run.port, b"GET /state?token=%s HTTP/1.1\r\n" % run.token.encode()
    check(answer_to(asks + own + b"\r\n").startswith(b"HTTP/1.1 200"), "a request with one Host is refused")
    for head in (b"Host: elsewhere.example\r\n" + own, own + b"Host: elsewhere.example\r\n", own + own, own + b"Origin: a\r\nOrigin: a\r\n"):
        got = answer_to(asks + head + b"\r\n")
        check(got.startswith(b"HTTP/1.1 400"), f"{head!r} is answered {got[:40]!r}")
    for huge in (b"A" * (1 << 20), b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\n\r\n"):
        check(not answer_to(huge).startswith(b"HTTP/1.1 200"), "a request of a mebibyte is answered")
    # Connections that say nothing, or a byte now and then, more than the server keeps.
    silent = [connect() for _ in range(200)]
    for client in silent[::2]:
        client.sendall(b"G")
    begun = time.monotonic()
    check(run.ask("/state")[0] == 200 and time.monotonic() - begun < 5, "silent connections keep the page's reader out")
    # One that has the token, asks and goes away without reading.
    for _ in range(50):
        with connect() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            client.sendall(f"GET /?token={run.token} HTTP/1.1\r\nHost: 127.0.0.1:{run.port}\r\n\r\n".encode())
    check(json.loads(run.ask("/state")[1])["paused"], "a hostile client resumes the run")
    check(run.ask("/resume", "POST")[0] == 200, "the run cannot be resumed behind them")
    check(run.end() == 0, "the run fails")
    for client in silent:
        client.close()
    check((scratch / "hostile" / "stats.json").read_bytes() == (scratch / "plain" / "stats.json").read_bytes(), "hostile clients change the statistics")


def check_few_files(command, scratch):
    """Silent connections cost the run none of the files that it needs, nor its page's reader the page."""
    run = Served(command, scratch / "few", files=24)
    silent = [socket.create_connection(("127.0.0.1", run.port)) for _ in range(60)]
    for _ in range(3):
        check(run.ask("/state")[0] == 200, "silent connections keep the page's reader out where files are few")
    check(run.ask("/resume", "POST")[0] == 200, "the run cannot be resumed where files are few")
    check(run.end() == 0, "the run fails where files are few")
    for client in silent:
        client.close()


def check_trace(command, scratch):
    """The page starts and stops the recording of a trace; statistics are those of a run without it."""
    def stop_at(run, word, cycle):
        """Lets the held run go on past a cycle, or to its end."""
        run.ask(f"/{word}", "POST")
        run.ask("/resume", "POST")
        while True:
            status, text, _ = run.ask("/state")
            if status != 200 or json.loads(text)["cycle"] > cycle:
                return run.ask("/pause", "POST")[0] == 200

    for timing in ("approximately_timed", "loosely_timed"):
        for name, extra in (("stopped.pftrace", []), ("started.pftrace", ["--trace-off"]), ("started.kanata", ["--trace-off"])):
            file = scratch / f"{timing}_{name}"
            run = Served(command, scratch / f"traced_{timing}_{name}", "-p", SMALL, "--timing", timing, "--trace", file, *extra)
            state = json.loads(run.ask("/state")[1])
            check(state["trace"] == ("off" if extra else "on"), f"{name}: at first the trace is {state['trace']}")
            first, second = ("trace_start", "trace_stop") if extra else ("trace_stop", "trace_start")
            words = {"trace_start": "traced\n", "trace_stop": "not traced\n"}
            for word in (first, first, second, first):
                check(run.ask(f"/{word}", "GET")[0] == 405, f"a link says {word}")
                check(run.ask(f"/{word}", "POST")[1] == words[word], f"{word} of {name} is answered otherwise")
            held = stop_at(run, second, 2000) and stop_at(run, first, 4000)  # false: the run was over before somebody asked
            if held:
                run.ask("/trace_stop", "POST")
                run.ask("/resume", "POST")
            check(run.end() == 0, f"a run with {name} fails")
            check(not held or file.stat().st_size > 100, f"{name} is empty")
            told = subprocess.run([command, "trace", "info", file], capture_output=True, text=True)
            check(name.endswith(".kanata") or told.returncode == 0, f"{name} cannot be read: {told.stderr}")
            plain = scratch / f"untraced_{timing}"
            if not plain.exists():
                subprocess.run([command, *STUDY, "-p", SMALL, "--timing", timing, "--out", plain], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            check((scratch / f"traced_{timing}_{name}" / "stats.json").read_bytes() == (plain / "stats.json").read_bytes(), f"{name} changes statistics")
    # Nobody starts it: an empty trace, and a warning.
    run = Served(command, scratch / "never", "--trace", scratch / "never.pftrace", "--trace-off")
    run.ask("/resume", "POST")
    check(run.end() == 0 and "the trace holds nothing" in (scratch / "never/log.txt").read_text(), "a trace that nobody started is not told of")
    untraced = Served(command, scratch / "without_trace")
    check(json.loads(untraced.ask("/state")[1])["trace"] is None and untraced.ask("/trace_start", "POST")[1] == "no trace\n", "a run without --trace is traced")
    untraced.ask("/resume", "POST")
    untraced.end()


def check_server_dies(command, scratch):
    """A held run whose server is gone goes on: nobody could resume it."""
    run = Served(command, scratch / "orphan")
    children = pathlib.Path(f"/proc/{run.process.pid}/task/{run.process.pid}/children").read_text().split()
    names = [pathlib.Path(f"/proc/{child}/cmdline").read_bytes() for child in children]
    check(any(b"texpipe_page_server" in name for name in names) and not any(run.token.encode() in name for name in names), f"children {names}")
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    warned = run.process.stderr.read()
    check(run.end() == 0 and "server has ended" in warned, f"a run without its server: {warned}")
    killed = Served(command, scratch / "killed")
    killed.process.kill()
    killed.end()
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", killed.port)).close()
        except ConnectionRefusedError:
            break
        time.sleep(0.1)
    else:
        check(False, "the server outlives its run")


def check_ends(command, scratch):
    held = Served(command, scratch / "stopped")
    check(held.ask("/state")[0] == 200, "a held run does not answer")
    held.process.send_signal(signal.SIGTERM)
    check(held.end() == 143, "a held run does not end by SIGTERM")
    check(not (scratch / "stopped" / "COMPLETE").exists(), "a stopped run is complete")
    taken = socket.create_server(("127.0.0.1", 0))
    for options, expected, text in ((["--serve", str(taken.getsockname()[1])], 2, "cannot be used"), (["--serve", "0", "--timing", "untimed"], 2, "--serve"),
                                    (["--serve", "65536"], 2, "--serve"), (["--serve", "x"], 2, "--serve"), (["--trace", "x.pftrace", "--trace-off"], 2, "--serve"), (["--paused"], 2, "--serve")):
        outcome = subprocess.run([command, *STUDY, "--out", scratch / "refused", *options], cwd=ROOT, capture_output=True, text=True)
        check(outcome.returncode == expected and text in outcome.stderr, f"{options}: {outcome.returncode}, {outcome.stderr}")
    check(not (scratch / "refused").exists(), "a refused run leaves a folder")


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="texpipe_live_") as folder:
        check_page(command, pathlib.Path(folder))
        check_hostile_clients(command, pathlib.Path(folder))
        check_few_files(command, pathlib.Path(folder))
        check_trace(command, pathlib.Path(folder))
        check_server_dies(command, pathlib.Path(folder))
        check_ends(command, pathlib.Path(folder))
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
