package dev.colonnade.sql.access.row;

import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Change of one row. Values are of the Java classes of their columns' types. */
public sealed interface RowChange {
  /**
   * Insert of a row that must not exist; values of all columns in the order of the schema.
   *
   * @param isUnlessExists whether the statement inserts the row only since it saw none with its
   *     unique keys: one that the statement's snapshot does not have is a SERIALIZATION_FAILURE and
   *     no UNIQUE_VIOLATION, so that the statement runs again and sees it
   */
  record Insert(List<@Nullable Object> values, boolean isUnlessExists) implements RowChange {
    // Not compact: class files lack the type annotations of compact constructors.
    public Insert(List<@Nullable Object> values, boolean isUnlessExists) {
      this.values = Collections.unmodifiableList(new ArrayList<>(values));
      this.isUnlessExists = isUnlessExists;
    }

    /** Creates an insert whose conflict with any row is a UNIQUE_VIOLATION. */
    public Insert(List<@Nullable Object> values) {
      this(values, false);
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
