package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.Statement;

/** Statement that reads or changes rows: what WITH, EXPLAIN, PREPARE, DECLARE and COPY accept. */
public sealed interface DataStatement extends Statement
    permits Query, Change, DataStatement.CursorQuery {
  /** Query of a cursor, whose rows have the keys of tables for {@code WHERE CURRENT OF}. */
  record CursorQuery(Query query) implements DataStatement {}
}
