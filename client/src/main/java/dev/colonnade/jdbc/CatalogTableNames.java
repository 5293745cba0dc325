package dev.colonnade.jdbc;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Asks the server's catalogue where columns come from, and remembers it. */
final class CatalogTableNames implements TableNames {
  private static final int REMEMBERED_MAX = 1_000;

  private static final String QUERY =
      "SELECT n.nspname, c.relname, a.attname, a.attnotnull, a.attidentity <> ''"
          + " OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
          + " LEFT JOIN pg_catalog.pg_attrdef d"
          + " ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
          + " WHERE c.oid = ? AND a.attnum = ?";

  private record Key(int tableId, int columnId) {}

  private final JdbcConnection connection;
  private final Map<Key, Origin> known = new HashMap<>();

  CatalogTableNames(JdbcConnection connection) {
    this.connection = connection;
  }

  @Override
  public Origin origin(SqlColumnInfo column) throws SQLException {
    Key key = new Key(column.tableId(), column.columnId());
    Origin found = known.get(key);
    if (found == null) {
      found = ask(key);
      if (known.size() >= REMEMBERED_MAX) {
        known.clear();
      }
      known.put(key, found);
    }
    return found;
  }

  private Origin ask(Key key) throws SQLException {
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
