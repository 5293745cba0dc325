# Executes statements with DuckDB: reads one JSON string per line, writes one JSON object per line,
# with the rows as texts or with an error. Arguments: database file, memory limit.
import json
import os
import sys
from decimal import Decimal

import duckdb

# DuckDB prints the progress of long statements to the standard output.
answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def text(value):
    if value is None:
        return ""
    return format(value, "f") if isinstance(value, Decimal) else str(value).rstrip()


connection = duckdb.connect(sys.argv[1], config={"memory_limit": sys.argv[2]})
for line in sys.stdin:
    try:
        rows = connection.execute(json.loads(line)).fetchall()
        answer = {"rows": [[text(value) for value in row] for row in rows]}
    except duckdb.Error as e:
        answer = {"error": str(e)}
    print(json.dumps(answer), file=answers, flush=True)
