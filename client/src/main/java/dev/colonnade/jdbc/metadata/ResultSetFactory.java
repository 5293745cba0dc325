package dev.colonnade.jdbc.metadata;

import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Factory of result sets whose values are objects. */
@FunctionalInterface
public interface ResultSetFactory {
  /**
   * Returns a result set.
   *
   * @param columnValues for each column its values
   */
  ResultSet create(
      List<SqlColumnInfo> columns, int rowCount, List<List<@Nullable Object>> columnValues);
}
