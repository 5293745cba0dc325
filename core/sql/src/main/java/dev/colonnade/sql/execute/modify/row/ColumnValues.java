package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adjacent columns of batches that are written to columns of a table. Immutable. */
public final class ColumnValues {
  private final int first;
  private final List<Column> columns;
  private final List<SqlType> types;
  private final List<VectorType> vectorTypes;

  /**
   * Creates the columns.
   *
   * @param batchTypes types of all columns of the batches
   * @param first index of the first column in the batches
   */
  public ColumnValues(List<Column> columns, List<VectorType> batchTypes, int first) {
    this.first = first;
    this.columns = List.copyOf(columns);
    this.types = new ArrayList<>(columns.size());
    for (Column column : columns) {
      types.add(TypeMapping.sqlType(column.type()));
    }
    this.vectorTypes = List.copyOf(batchTypes.subList(first, first + columns.size()));
  }

  public List<Column> columns() {
    return columns;
  }

  /** Returns the index of a column in the batches. */
  int indexInBatch(int index) {
    return first + index;
  }

  /** Returns the type of a column in the batches. */
  VectorType vectorType(int index) {
    return vectorTypes.get(index);
  }

  /** Returns the value of a row for a column, of the Java class of its type. */
  public @Nullable Object value(VectorBatch batch, int row, int index) {
    return ValueConverter.toJava(
        types.get(index), batch.column(first + index).held(row, vectorTypes.get(index)));
  }

  /** Returns the values of a row. */
  public List<@Nullable Object> values(VectorBatch batch, int row) {
    List<@Nullable Object> values = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      values.add(value(batch, row, i));
    }
    return Collections.unmodifiableList(values);
  }

  /** Returns the values of a row if the columns are a key, none of which is NULL. */
  public List<Object> key(VectorBatch batch, int row) {
    List<Object> key = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      Object value = value(batch, row, i);
      if (value == null) {
        throw new ColonnadeException(
            ErrorCode.INTERNAL, "key column is NULL: column=" + columns.get(i).name());
      }
      key.add(value);
    }
    return key;
  }
}
