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
    // Not compact: class files lack the type annotations of compact constructors.
    public Insert(List<@Nullable Object> values) {
      this.values = Collections.unmodifiableList(new ArrayList<>(values));
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
    // Not compact, as above.
    public Update(List<Object> key, List<Column> columns, List<@Nullable Object> values) {
      this.key = List.copyOf(key);
      this.columns = List.copyOf(columns);
      this.values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }
}
