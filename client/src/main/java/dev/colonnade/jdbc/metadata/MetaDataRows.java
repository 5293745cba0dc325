package dev.colonnade.jdbc.metadata;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the result of a {@code DatabaseMetaData} method, with the columns that JDBC defines.
 */
final class MetaDataRows {
  private static final String INTEGER_SUFFIX = "#";
  private static final String BOOLEAN_SUFFIX = "?";

  private final List<SqlColumnInfo> columns = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /**
   * Creates a result without rows.
   *
   * @param columns column names separated by spaces; the suffix # declares an integer, ? a boolean,
   *     and none a text
   */
  MetaDataRows(String columns) {
    for (String name : columns.split(" ", -1)) {
      SqlTypeKind kind =
          name.endsWith(INTEGER_SUFFIX)
              ? SqlTypeKind.INTEGER
              : name.endsWith(BOOLEAN_SUFFIX) ? SqlTypeKind.BOOLEAN : SqlTypeKind.TEXT;
      String plain = kind == SqlTypeKind.TEXT ? name : name.substring(0, name.length() - 1);
      this.columns.add(new SqlColumnInfo(plain, SqlTypeInfo.of(kind), 0, 0));
    }
  }

  void add(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "columnCount=" + columns.size() + " valueCount=" + values.length);
    }
    rows.add(values);
  }

  /** Sorts the rows by columns, counted from 1, NULL first. */
  MetaDataRows sorted(int... by) {
    rows.sort((left, right) -> compare(left, right, by));
    return this;
  }

  ResultSet toResultSet(ResultSetFactory factory) {
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      List<@Nullable Object> column = new ArrayList<>(rows.size());
      for (@Nullable Object[] row : rows) {
        column.add(row[i]);
      }
      values.add(column);
    }
    return factory.create(columns, rows.size(), values);
  }

  private static int compare(@Nullable Object[] left, @Nullable Object[] right, int[] by) {
    for (int column : by) {
      int order = compare(left[column - 1], right[column - 1]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    if (left instanceof Integer number && right instanceof Integer other) {
      return Integer.compare(number, other);
    }
    return left.toString().compareTo(right.toString());
  }
}
