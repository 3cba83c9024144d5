# SPDX-License-Identifier: Apache-2.0
"""Holds JUnit documents against schemas and readers.

    validate.py xsd SCHEMA DOCUMENT...     valid for the schema, by lxml and by xmlschema
    validate.py totals DOCUMENT...         junitparser reads it, names are unique, and the totals are those of its cases

Exit status: 0 all is well, 1 something is not, and standard output says what.
"""

import sys

import xmlschema
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite
from lxml import etree


def check_schema(schema, documents):
    rules, others = etree.XMLSchema(etree.parse(schema)), xmlschema.XMLSchema(schema)
    complaints = []
    for document in documents:
        tree = etree.parse(document)
        if not rules.validate(tree):
            complaints += [f"{document}: lxml: {error.line}: {error.message}" for error in rules.error_log]
        complaints += [f"{document}: xmlschema: {error.reason}" for error in others.iter_errors(document)]
    return complaints


def check_totals(document):
    read = JUnitXml.fromfile(document)
    suites = [read] if isinstance(read, TestSuite) else list(read)
    complaints = []
    names = [(case.classname, case.name) for suite in suites for case in suite]
    if len(names) != len(set(names)):
        complaints.append("two cases have one name")
    if len({suite.name for suite in suites}) != len(suites):
        complaints.append("two suites have one name")
    sums = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    kinds = {"failures": Failure, "errors": Error, "skipped": Skipped}
    for suite in suites:
        results = [result for case in suite for result in case.result]
        if any(len(case.result) > 1 for case in suite):
            complaints.append(f"{suite.name}: a case has more than one result")
        counted = {"tests": len(list(suite))}
        for key, kind in kinds.items():
            counted[key] = sum(isinstance(result, kind) for result in results)
        for key, count in counted.items():
            sums[key] += count
            if getattr(suite, key) != count:
                complaints.append(f"{suite.name}: {key} is {getattr(suite, key)}, counted {count}")
    if not isinstance(read, TestSuite) and read.tests is not None:
        for key, count in sums.items():
            if getattr(read, key) != count:
                complaints.append(f"testsuites: {key} is {getattr(read, key)}, counted {count}")
    return complaints


def main(arguments):
    kind, rest = arguments[0], arguments[1:]
    if kind == "xsd":
        complaints = check_schema(rest[0], rest[1:])
    elif kind == "totals":
        complaints = [c for document in rest for c in check_totals(document)]
    else:
        complaints = [f"unknown check {kind}"]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
