package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.type.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/** Mapping of columns of batches to whole rows of a table. Immutable. */
public final class InsertedColumns {
  private final int width;
  private final ColumnValues values;
  private final int[] ordinals;

  public InsertedColumns(TableSchema schema, ColumnValues values) {
    this.width = schema.columns().size();
    this.values = values;
    this.ordinals = new int[values.columns().size()];
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = schema.ordinal(values.columns().get(i).id());
    }
  }

  /**
   * Returns the rows of a batch in encoded form.
   *
   * @param firstRow number of the batch's first row among the rows of {@code allocated}
   */
  EncodedVectors encoded(VectorBatch batch, AllocatedValues allocated, int firstRow) {
    return new EncodedVectors(batch, values, ordinals, allocated, firstRow);
  }

  /**
   * Returns the values of all columns of the table for a row, of the Java classes of their types;
   * NULL for columns that the batch does not have.
   */
  public @Nullable Object[] row(VectorBatch batch, int row) {
    @Nullable Object[] stored = new @Nullable Object[width];
    for (int i = 0; i < ordinals.length; i++) {
      stored[ordinals[i]] = values.value(batch, row, i);
    }
    return stored;
  }
}
