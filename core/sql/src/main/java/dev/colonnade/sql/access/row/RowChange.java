package dev.colonnade.sql.access.row;

import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Change of one row. Values are of the Java classes of their columns' types. */
public sealed interface RowChange {
  /** Insert of a row that must not exist; values of all columns in the order of the schema. */
  record Insert(List<@Nullable Object> values) implements RowChange {
    public Insert {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** Delete of a row; values of the key columns. */
  record Delete(List<Object> key) implements RowChange {
    public Delete {
      key = List.copyOf(key);
    }
  }

  /** Update of some columns of a row. */
  record Update(List<Object> key, List<Column> columns, List<@Nullable Object> values)
      implements RowChange {
    public Update {
      key = List.copyOf(key);
      columns = List.copyOf(columns);
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }
}
