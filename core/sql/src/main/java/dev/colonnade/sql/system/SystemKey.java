package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Value that a column has in all rows that a scan of a system table needs. A source of rows may
 * ignore it: the rows that it returns are tested again.
 *
 * @param value a {@link Long} or a {@link String}
 */
public record SystemKey(String column, Object value) {
  /** Columns by which rows are found without reading the whole table. */
  private static final Set<String> COLUMNS =
      Set.of(
          "oid",
          "relname",
          "attrelid",
          "adrelid",
          "indrelid",
          "indexrelid",
          "conrelid",
          "enumtypid",
          "proname",
          "typname");

  public SystemKey {
    requireNonNull(column, "column is null");
    if (!(value instanceof Long || value instanceof String)) {
      throw new IllegalArgumentException("not a value of a key: " + value);
    }
  }

  /** Returns whether rows are found by the values of a column. */
  public static boolean isKey(String column) {
    return COLUMNS.contains(column);
  }
}
