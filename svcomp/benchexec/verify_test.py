# SPDX-License-Identifier: Apache-2.0

"""Tests of the tool-info module. They need BenchExec, or do with a stand-in for
the few parts of it that the module uses."""

import collections
import os
import re
import sys
import types
import unittest

try:
    import benchexec.tools.template
except ImportError:
    result = types.ModuleType("benchexec.result")
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP = "true", "false"
    result.RESULT_UNKNOWN, result.RESULT_TIMEOUT = "unknown", "TIMEOUT"
    template = types.ModuleType("benchexec.tools.template")
    template.BaseTool2 = type("BaseTool2", (), {})
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})
    tools = types.ModuleType("benchexec.tools")
    tools.template = template
    benchexec = types.ModuleType("benchexec")
    benchexec.result, benchexec.tools = result, tools
    for module in (benchexec, result, tools, template):
        sys.modules[module.__name__] = module

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import verify  # noqa: E402

Exit = collections.namedtuple("Exit", "value signal")
Task = collections.namedtuple("Task", "input_files property_file options")
Limits = collections.namedtuple("Limits", "cputime walltime memory", defaults=[None] * 3)


class Run:
    def __init__(self, text, value=None, signal=None, reason=None):
        self.output = text.splitlines()
        self.exit_code = Exit(value, signal)
        self.termination_reason = reason
        self.was_terminated = bool(reason)
        self.was_timeout = reason in ("cputime", "cputime-soft", "walltime")


OPEN = "UNKNOWN unreach-call  t.c: 1 of 3 assertions proved, 2 open      0.1 s\n  reason: "

RESULTS = [
    ("TRUE unreach-call  t.c: 1 of 1 assertion proved   0.01 s", 0, "true"),
    ("TRUE valid-memsafety  t.c: 3 of 3 assertions proved   0.01 s", 0, "true"),
    ("t.c:1:1: warning\nTRUE no-overflow", 0, "true"),
    ("FALSE unreach-call  t.c:5:3 call of reach_error   0.2 s, 1 trace\n  reason: memory limit", 10, "false(unreach-call)"),
    ("FALSE no-overflow  t.c:5:3 signed overflow", 10, "false(no-overflow)"),
    ("FALSE valid-deref  t.c:5:3 read of a freed object", 10, "false(valid-deref)"),
    ("FALSE valid-free  t.c:5:3 double free", 10, "false(valid-free)"),
    ("FALSE valid-memtrack  t.c:5:3 lost", 10, "false(valid-memtrack)"),
    ("FALSE valid-memcleanup  t.c:5:3 not freed", 10, "false(valid-memcleanup)"),
    ("FALSE unreach-call", 10, "false(unreach-call)"),
    ("FALSE unreach-call\nTRUE unreach-call", 10, "false(unreach-call)"),
    ("UNKNOWN unreach-call  t.c:7:2: inline assembly is not supported and reachable", 20, "unknown"),
    ("UNKNOWN termination  t.c: the property termination is not supported yet, only …", 20, "unknown (unsupported property)"),
    ("UNKNOWN unreach-call  t.c: time limit 1s reached   1 s", 20, "TIMEOUT"),
    (OPEN + "time limit 14m50s reached\n  open: t.c:3:3", 20, "TIMEOUT"),
    (OPEN + "processor time limit 14m50s reached, and front end did not stop", 20, "TIMEOUT"),
    (OPEN + "memory limit 14 GiB reached", 20, "OUT OF MEMORY"),
    (OPEN + "interrupted by SIGTERM", 20, "INTERRUPTED"),
    (OPEN + "t.c:4:2: a time limit is in this text", 20, "unknown"),
    ("UNKNOWN", 20, "ERROR (no verdict, exit status 20)"),
    ("", 0, "ERROR (no verdict, exit status 0)"),
    ("TRUE unreach-call  t.c: proved", 10, "ERROR (TRUE with exit status 10)"),
    ("FALSE unreach-call  t.c:3:3", 0, "ERROR (FALSE with exit status 0)"),
    ("t.c:3:3: unexpected end of file", 2, "ERROR (bad input)"),
    ("UNKNOWN unreach-call internal error in front end: index out of range\ninternal error …", 3, "ERROR (internal error in front end)"),
    ("internal error: nil", 3, "ERROR (internal error)"),
    ("NOT TRUE unreach-call", 0, "ERROR (no verdict, exit status 0)"),
]


class ToolTest(unittest.TestCase):
    def setUp(self):
        self.tool = verify.Tool()

    def test_results(self):
        for text, status, want in RESULTS:
            with self.subTest(text):
                self.assertEqual(self.tool.determine_result(Run(text, status)), want)

    def test_terminated(self):
        false = "FALSE unreach-call  t.c:5:3 call of reach_error"
        for run, want in [
            (Run(false, signal=9, reason="cputime"), "TIMEOUT"),
            (Run("", signal=15, reason="walltime"), "TIMEOUT"),
            (Run(OPEN + "interrupted by SIGTERM", value=20, reason="cputime-soft"), "TIMEOUT"),
            (Run("", signal=9, reason="memory"), "OUT OF MEMORY"),
            (Run("", signal=9, reason="killed"), "KILLED (killed)"),
            (Run(false, signal=11), "KILLED BY SIGNAL 11"),
        ]:
            self.assertEqual(self.tool.determine_result(run), want)

    def test_cmdline(self):
        def line(options, task, limits=Limits()):
            return self.tool.cmdline("./verify", options, task, limits)

        self.assertEqual(line([], Task(["a.c"], None, None)), ["./verify", "--effort", "0", "a.c"])
        self.assertEqual(
            line(
                ["--witness", "w.yml", "--timeout=5s"],
                Task(["a.c", "b.c"], "p.prp", {"language": "C", "data_model": "ILP32"}),
                Limits(900, 1000, 15_000_000_000),
            ),
            "./verify --witness w.yml --timeout=5s --property p.prp --data-model ILP32 "
            "--cpu-timeout 890s --memory 14250000000 --effort 0 a.c b.c".split(),
        )
        for options in [{"language": "Java"}, {"data_model": "ILP16"}]:
            with self.assertRaises(benchexec.tools.template.UnsupportedFeatureException):
                line([], Task(["a.c"], None, options))

    def test_limits(self):
        for limit, want in [(None, None), (1, "0.5s"), (10, "7s"), (60, "57s"), (900, "890s")]:
            self.assertEqual(verify.seconds(limit), want)
            if want:
                self.assertTrue(re.fullmatch(r"[0-9.]+s", want))


if __name__ == "__main__":
    unittest.main()
