package dev.colonnade.jdbc.cell;

import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Column of values that are objects. */
record ListCells(SqlTypeInfo type, List<@Nullable Object> values) implements ColumnCells {
  @Override
  public boolean isNull(int row) {
    return values.get(row) == null;
  }

  @Override
  public Object valueAt(int row) {
    Object value = values.get(row);
    if (value == null) {
      throw new IllegalStateException("value is NULL: row=" + row);
    }
    return ReaderCells.converted(type, value);
  }
}
