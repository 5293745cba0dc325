package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.Statement;

/** Statement that reads or changes rows: what WITH, EXPLAIN, PREPARE, DECLARE and COPY accept. */
public sealed interface DataStatement extends Statement permits Query, Change, CursorQuery {}
