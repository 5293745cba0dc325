"""Compares two test reports: compare.py POSTGRES.xml COLONNADE.xml KNOWN.tsv

Prints the number of passed and failed tests of each, and the tests that pass with PostgreSQL only.
KNOWN.tsv has lines "pattern<TAB>reason", where * in a pattern stands for any text. Fails if a test
matches no pattern, or if a pattern matches no test.
"""
import collections
import os
import re
import sys
import xml.etree.ElementTree as ElementTree


def read(path):
    outcomes = {}
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = f"{case.get('classname') or ''}::{case.get('name') or ''}"
        outcome = "passed"
        for child in case:
            if child.tag in ("failure", "error"):
                outcome = "failed"
            elif child.tag == "skipped" and outcome == "passed":
                outcome = "skipped"
        outcomes[name] = outcome
    return outcomes


def report(title, outcomes):
    counts = collections.Counter(outcomes.values())
    print(f"{title}: passed={counts['passed']} failed={counts['failed']} skipped={counts['skipped']}")


def main(postgres_path, colonnade_path, known_path):
    colonnade = read(colonnade_path)
    if os.path.exists(postgres_path):
        postgres = read(postgres_path)
        report("PostgreSQL", postgres)
        expected = [name for name, outcome in postgres.items() if outcome == "passed"]
    else:
        expected = [name for name, outcome in colonnade.items() if outcome != "skipped"]
    report("Colonnade", colonnade)
    failed = [name for name in expected if colonnade.get(name, "missing") != "passed"]
    passed = len(expected) - len(failed)
    print(f"passed with Colonnade: {passed} of {len(expected)} ({100 * passed / max(1, len(expected)):.1f}%)")

    known = []
    if os.path.exists(known_path):
        for line in open(known_path, encoding="utf-8"):
            if line.strip() and not line.startswith("#"):
                pattern, reason = line.rstrip("\n").split("\t")
                known.append((pattern, re.compile(".*".join(map(re.escape, pattern.split("*")))), reason))
    used = collections.Counter()
    reasons = collections.Counter()
    unknown = []
    for name in failed:
        found = next(((pattern, reason) for pattern, regex, reason in known if regex.fullmatch(name)), None)
        if found is None:
            unknown.append(name)
        else:
            used[found[0]] += 1
            reasons[found[1]] += 1
    for reason, count in reasons.most_common():
        print(f"known: {count} {reason}")
    for name in unknown:
        print(f"failed: {name} ({colonnade.get(name, 'missing')})")
    unused = [
        pattern for pattern, regex, _ in known
        if not used[pattern] and any(map(regex.fullmatch, colonnade))
    ]
    for pattern in unused:
        print(f"no longer fails: {pattern}")
    return 1 if unknown or (unused and os.path.exists(postgres_path)) else 0


sys.exit(main(*sys.argv[1:]))
