package dev.colonnade.jdbc.metadata;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Cache of the table columns that result columns come from. A miss queries the server's catalog.
 * The cache is cleared when it is full.
 */
public final class ColumnOrigins {
  private static final int CACHED_MAX = 1_000;

  private static final String QUERY =
      "SELECT n.nspname, c.relname, a.attname, a.attnotnull, a.attidentity <> ''"
          + " OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
          + " LEFT JOIN pg_catalog.pg_attrdef d"
          + " ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
          + " WHERE c.oid = ? AND a.attnum = ?";

  /**
   * Table column that a result column comes from.
   *
   * @param isRequired whether the column is declared NOT NULL
   * @param isAutoIncrement whether the column's values come from a sequence
   */
  public record Origin(
      String schema, String table, String column, boolean isRequired, boolean isAutoIncrement) {
    public static final Origin NONE = new Origin("", "", "", false, false);

    /** Returns whether the result column comes from a table column. */
    public boolean isKnown() {
      return !table.isEmpty();
    }
  }

  private record Key(int tableId, int columnId) {}

  private final Connection connection;
  private final Map<Key, Origin> cached = new HashMap<>();

  public ColumnOrigins(Connection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  /** Returns the table column that a result column comes from. */
  public Origin origin(SqlColumnInfo column) throws SQLException {
    Key key = new Key(column.tableId(), column.columnId());
    Origin found = cached.get(key);
    if (found == null) {
      found = query(key);
      if (cached.size() >= CACHED_MAX) {
        cached.clear();
      }
      cached.put(key, found);
    }
    return found;
  }

  private Origin query(Key key) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(QUERY)) {
      query.setLong(1, key.tableId());
      query.setInt(2, key.columnId());
      try (ResultSet row = query.executeQuery()) {
        return row.next()
            ? new Origin(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getBoolean(4),
                row.getBoolean(5))
            : Origin.NONE;
      }
    }
  }
}
