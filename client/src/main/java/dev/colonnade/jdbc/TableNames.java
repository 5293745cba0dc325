package dev.colonnade.jdbc;

import dev.colonnade.protocol.sql.SqlColumnInfo;

/** Finds where a column comes from. */
interface TableNames {
  /** Where a column comes from: the names of the schema, the table and the column. */
  record Origin(String schema, String table, String column) {
    static final Origin NONE = new Origin("", "", "");
  }

  Origin origin(SqlColumnInfo column) throws java.sql.SQLException;
}
