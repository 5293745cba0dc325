package dev.colonnade.jdbc.metadata;

import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the tables of {@code pg_catalog}. Its statements use as few SQL features as possible.
 */
final class CatalogReader {
  private static final int MODIFIER_OFFSET = 4;

  private static final int NUMERIC_SCALE_BITS = 11;

  private final Connection connection;

  CatalogReader(Connection connection) {
    this.connection = connection;
  }

  /** Consumer of the rows of a query. */
  @FunctionalInterface
  interface RowConsumer {
    void accept(ResultSet row) throws SQLException;
  }

  /** Column of a table or view. */
  record ColumnRow(
      String schema,
      String table,
      String name,
      int number,
      SqlTypeInfo type,
      String typeName,
      boolean isRequired,
      @Nullable String defaultText,
      boolean isIdentity,
      boolean isGenerated,
      boolean isEnum,
      @Nullable String remarks) {
    /** Returns whether the column's values come from a sequence. */
    boolean isAutoIncrement() {
      return isIdentity || (defaultText != null && defaultText.contains("nextval("));
    }

    /**
     * Returns the type name that PostgreSQL's driver reports: serial if the default is a sequence.
     */
    String displayTypeName() {
      if (!isAutoIncrement() || isIdentity) {
        return typeName;
      }
      return switch (type.kind()) {
        case SMALLINT -> "smallserial";
        case INTEGER -> "serial";
        case BIGINT -> "bigserial";
        default -> typeName;
      };
    }

    /** Returns the constant of {@link java.sql.Types}; VARCHAR for enums. */
    int jdbcType() {
      return isEnum ? Types.VARCHAR : JdbcTypes.of(type);
    }
  }

  /** Runs a query and passes each row to the consumer. */
  void forEach(String sql, RowConsumer consumer) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        consumer.accept(rows);
      }
    }
  }

  /** Returns the first column of a query's first row; empty if there is no row. */
  String singleValue(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    forEach(sql, row -> found.add(String.valueOf(row.getString(1))));
    return found.isEmpty() ? "" : found.get(0);
  }

  /** Returns the columns of tables and views, in their order. */
  List<ColumnRow> columns(@Nullable String schema, @Nullable String table, @Nullable String column)
      throws SQLException {
    List<ColumnRow> found = new ArrayList<>();
    forEach(
        "SELECT n.nspname, c.relname, a.attname, a.attnum, t.typname, a.atttypmod, a.attnotnull,"
            + " a.attidentity, pg_catalog.pg_get_expr(d.adbin, d.adrelid), a.attgenerated,"
            + " t.typtype, r.description FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c"
            + " ON c.relnamespace = n.oid JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid JOIN"
            + " pg_catalog.pg_type t ON t.oid = a.atttypid LEFT JOIN pg_catalog.pg_attrdef d ON"
            + " d.adrelid = a.attrelid AND d.adnum = a.attnum LEFT JOIN pg_catalog.pg_description r"
            + " ON r.objoid = c.oid AND r.objsubid = a.attnum WHERE c.relkind IN ('r', 'p', 'v',"
            + " 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped"
            + NamePattern.like("n.nspname", schema)
            + NamePattern.like("c.relname", table)
            + NamePattern.like("a.attname", column)
            + " ORDER BY 1, 2, 4",
        row -> found.add(columnOf(row)));
    return found;
  }

  private static ColumnRow columnOf(ResultSet row) throws SQLException {
    String typeName = text(row, 5);
    String identity = text(row, 8).strip();
    return new ColumnRow(
        text(row, 1),
        text(row, 2),
        text(row, 3),
        row.getInt(4),
        type(typeName, row.getInt(6)),
        typeName,
        row.getBoolean(7),
        row.getString(9),
        !identity.isEmpty(),
        text(row, 10).equals("s"),
        text(row, 11).equals("e"),
        row.getString(12));
  }

  /** Returns the names of the columns of a table by their numbers. */
  Map<Integer, String> columnNames(long tableOid) throws SQLException {
    Map<Integer, String> names = new HashMap<>();
    forEach(
        "SELECT attnum, attname FROM pg_catalog.pg_attribute WHERE attrelid = " + tableOid,
        row -> names.put(row.getInt(1), text(row, 2)));
    return names;
  }

  /** Returns the expression at a position of an index key, from 1. */
  String indexExpression(long indexOid, int position) throws SQLException {
    return singleValue(
        "SELECT pg_catalog.pg_get_indexdef(" + indexOid + ", " + position + ", false)");
  }

  /** Returns the numbers in the text of a vector or an array: {@code 1 2} or {@code {1,2}}. */
  static List<Integer> numbers(@Nullable String vector) {
    List<Integer> numbers = new ArrayList<>();
    if (vector != null) {
      for (String part : vector.split("[^0-9-]+", -1)) {
        if (!part.isEmpty()) {
          numbers.add(Integer.valueOf(part));
        }
      }
    }
    return numbers;
  }

  static String text(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    return text == null ? "" : text;
  }

  /** Returns the scale in a type modifier without its offset: a signed number of 11 bits. */
  private static int numericScale(int limit) {
    int unused = Integer.SIZE - NUMERIC_SCALE_BITS;
    return limit << unused >> unused;
  }

  /** Returns the type of a type name and a type modifier in the catalog. */
  static SqlTypeInfo type(String name, int modifier) {
    if (name.startsWith("_")) {
      SqlTypeInfo element = type(name.substring(1), modifier);
      return new SqlTypeInfo(
          element.kind(), true, element.precision(), element.scale(), element.name());
    }
    SqlTypeInfo plain = JdbcTypes.named(name);
    int limit = modifier - MODIFIER_OFFSET;
    if (limit < 0) {
      return plain;
    }
    return switch (plain.kind()) {
      case NUMERIC ->
          new SqlTypeInfo(
              SqlTypeKind.NUMERIC, false, limit >>> Short.SIZE, numericScale(limit), "");
      case VARCHAR, CHAR -> new SqlTypeInfo(plain.kind(), false, limit, SqlTypeInfo.NONE, "");
      default -> plain;
    };
  }
}
