package dev.colonnade.sql.system;

import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of the columns of a table as {@code pg_attribute.attnum}. They ascend in the order of the
 * columns, by which clients list and dump them. The number of a column is its id, which no other
 * column of the table has had; one whose type was changed has a new id, but a number before that of
 * the next column.
 */
public final class AttributeNumbers {
  private final Map<Integer, Integer> byId = new HashMap<>();

  private AttributeNumbers() {}

  /** Returns the numbers of the visible columns of a table. */
  public static AttributeNumbers of(TableSchema schema) {
    AttributeNumbers numbers = new AttributeNumbers();
    List<Column> columns = schema.visibleColumns();
    int next = Integer.MAX_VALUE;
    for (Column column : columns.reversed()) {
      next = Math.min(column.id(), next - 1);
      numbers.byId.put(column.id(), next);
    }
    return numbers;
  }

  /** Returns the number of a column; the id itself if the column is not visible. */
  public int of(int columnId) {
    return byId.getOrDefault(columnId, columnId);
  }
}
