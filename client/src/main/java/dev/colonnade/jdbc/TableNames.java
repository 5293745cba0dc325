package dev.colonnade.jdbc;

import dev.colonnade.protocol.sql.SqlColumnInfo;

/** Finds where a column comes from. */
interface TableNames {
  /**
   * Where a column comes from, and what it is there.
   *
   * @param isRequired whether it is never NULL
   * @param counts whether its values come from a sequence
   */
  record Origin(String schema, String table, String column, boolean isRequired, boolean counts) {
    static final Origin NONE = new Origin("", "", "", false, false);

    /** Whether it is a column of a table. */
    boolean isKnown() {
      return !table.isEmpty();
    }
  }

  Origin origin(SqlColumnInfo column) throws java.sql.SQLException;
}
