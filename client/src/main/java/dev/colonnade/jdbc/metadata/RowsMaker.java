package dev.colonnade.jdbc.metadata;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes result sets of rows that are there as objects. */
@FunctionalInterface
public interface RowsMaker {
  /**
   * A result set.
   *
   * @param columnValues for each column its values
   */
  ResultSet make(
      List<SqlColumnInfo> columns, int rowCount, List<List<@Nullable Object>> columnValues);
}
