# SPDX-License-Identifier: Apache-2.0

"""Tool-info module of verify for BenchExec, https://github.com/sosy-lab/benchexec."""

import re

import benchexec.result as result
import benchexec.tools.template

# The first line of verify is an interface: the verdict, the property or, for
# FALSE, the part of it that is violated, and a text.
VERDICT = re.compile(r"^(TRUE|FALSE|UNKNOWN) ([a-z][a-z+-]*)(?:\s|$)(.*)")

# The exit status that belongs to each verdict, and the others.
STATUS = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 20}
BAD_INPUT = 2
INTERNAL_ERROR = 3
UNWRITTEN = 4  # the verdict stands, but a file could not be written

# What the reason of an UNKNOWN begins with, and the result it stands for.
REASONS = [
    (re.compile(r"(processor )?time limit\b"), result.RESULT_TIMEOUT),
    (re.compile(r"memory limit\b"), "OUT OF MEMORY"),
    (re.compile(r"interrupted by \w+"), "INTERRUPTED"),
    (re.compile(r"the property \S+ is not supported"), "unknown (unsupported property)"),
]


class Tool(benchexec.tools.template.BaseTool2):
    """
    verify proves a C program safe, or finds its bugs and says where they are.

    The limits of the run are passed on, a little tighter, so that verify ends
    by itself with what is known. Options of the benchmark definition go first,
    and none that they set is set again; --witness FILE writes a witness.
    """

    REQUIRED_PATHS = ["verify"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("verify")

    def name(self):
        return "verify"

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        options = list(options)

        def add(flag, value):
            if value and not any(o == flag or o.startswith(flag + "=") for o in options):
                options.extend([flag, value])

        add("--property", task.property_file)
        add("--data-model", data_model(task))
        add("--cpu-timeout", seconds(rlimits.cputime))
        add("--timeout", seconds(rlimits.walltime))
        add("--memory", memory(rlimits.memory))
        add("--effort", "0")  # the verdict, not where the bug is
        return [executable, *options, *task.input_files]

    def determine_result(self, run):
        code, signal = run.exit_code.value, run.exit_code.signal
        found = verdict_of(run.output)
        if signal or run.was_terminated:
            return stopped(run, signal)
        if code == BAD_INPUT:
            return "ERROR (bad input)"
        if code == INTERNAL_ERROR:
            return internal_error(found)
        if not found:
            return f"ERROR (no verdict, exit status {code})"
        verdict, name, text = found
        if code not in (STATUS[verdict], UNWRITTEN):
            return f"ERROR ({verdict} with exit status {code})"
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({name})"
        return unknown(text, run.output)


def data_model(task):
    options = task.options if isinstance(task.options, dict) else {}
    if options.get("language", "C") != "C":
        raise benchexec.tools.template.UnsupportedFeatureException(
            f"verify reads C, not {options['language']}"
        )
    model = options.get("data_model")
    if model not in (None, "ILP32", "LP64"):
        raise benchexec.tools.template.UnsupportedFeatureException(
            f"verify does not know the data model {model}"
        )
    return model


def seconds(limit):
    """The time after which verify stops by itself: its answer takes up to two
    seconds more, of which a short run cannot spare all."""
    if limit is None:
        return None
    return f"{max(limit - max(3, min(10, limit / 50)), limit / 2):g}s"


def memory(limit):
    """Control groups count what the kernel keeps for the process, too."""
    return None if limit is None else str(limit // 20 * 19)


def verdict_of(output):
    """The first verdict line: stderr is mixed into the output, and the end may
    be cut off."""
    for line in output:
        m = VERDICT.match(line)
        if m:
            return m.groups()
    return None


def stopped(run, signal):
    """A run that BenchExec or a signal has ended: whatever it printed may be
    incomplete."""
    if run.was_timeout:
        return result.RESULT_TIMEOUT
    if run.termination_reason == "memory":
        return "OUT OF MEMORY"
    if run.termination_reason:
        return f"KILLED ({run.termination_reason})"
    return f"KILLED BY SIGNAL {signal}"


def internal_error(found):
    m = re.search(r"internal error in ([a-z ]+)", found[2]) if found else None
    return f"ERROR (internal error in {m.group(1).strip()})" if m else "ERROR (internal error)"


def unknown(text, output):
    """Names the reason of an UNKNOWN: it stands behind the file on the verdict
    line, or on a line of its own."""
    reasons = [text.strip().partition(": ")[2]]
    reasons += [line.strip()[len("reason:"):].strip() for line in output if line.strip().startswith("reason:")]
    for reason in reasons:
        for pattern, name in REASONS:
            if pattern.match(reason):
                return name
    return result.RESULT_UNKNOWN
