package dev.colonnade.engine.write;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch of changes of rows of one table, which is committed atomically. A row may be changed once.
 *
 * <p>Rows are written to {@link #row} column by column, without boxing, and added by {@link
 * #insert}, {@link #upsert} or {@link #delete}. Filled by one thread, then passed to {@link
 * Session#write} once.
 */
public final class RowBatch {
  private final Table table;
  private final RowWriter writer;
  private final int familyCount;
  private final List<BatchRowChange> changes = new ArrayList<>();
  private boolean hasUpdates;
  private boolean isOfStatement;

  RowBatch(Table table, int rowBytesMax) {
    this.table = requireNonNull(table, "table is null");
    this.writer = new RowWriter(table.format(), rowBytesMax);
    this.familyCount = table.schema().families().size();
  }

  public Table table() {
    return table;
  }

  /** Starts the next row, with NULL in all columns. */
  public RowWriter row() {
    return writer.reset();
  }

  /** Returns the number of changes. */
  public int count() {
    return changes.size();
  }

  /**
   * Adds an insert of the row in {@link #row}; the batch fails with UNIQUE_VIOLATION if the row
   * exists.
   */
  public RowBatch insert() {
    return put(Condition.ABSENT);
  }

  /** Adds an upsert of the row in {@link #row}. */
  public RowBatch upsert(Condition condition) {
    return put(requireNonNull(condition, "condition is null"));
  }

  /** Adds a delete of the row with the key columns of {@link #row}, if it exists. */
  public RowBatch delete(Condition condition) {
    requireNonNull(condition, "condition is null");
    changes.add(new BatchRowChange.Delete(writer.finishKey(), condition));
    return this;
  }

  /**
   * Adds an update of the row with the key columns of {@link #row}, if it exists. Key columns
   * cannot be updated.
   *
   * @param columns of the table's schema
   * @param values in the order of the columns, of their Java classes or null
   */
  public RowBatch update(List<Column> columns, List<@Nullable Object> values, Condition condition) {
    requireNonNull(condition, "condition is null");
    if (columns.size() != values.size()) {
      throw new IllegalArgumentException(
          "columns=" + columns.size() + " differs from values=" + values.size());
    }
    columns.forEach(column -> requireNotKey(table.schema(), column));
    int[] ids = columns.stream().mapToInt(Column::id).toArray();
    changes.add(new BatchRowChange.Update(writer.finishKey(), ids, values.toArray(), condition));
    hasUpdates = true;
    return this;
  }

  public List<BatchRowChange> changes() {
    return changes;
  }

  /**
   * Marks the batch as planned for the present definition of the table: after another one was
   * committed, the batch fails with SERIALIZATION_FAILURE, and the statement is planned again.
   */
  public RowBatch ofStatement() {
    isOfStatement = true;
    return this;
  }

  boolean isOfStatement() {
    return isOfStatement;
  }

  /** Returns whether the result depends on rows that have to be read first. */
  boolean hasUpdates() {
    return hasUpdates;
  }

  private RowBatch put(Condition condition) {
    Key key = writer.finish();
    byte[] @Nullable [] values = new byte[familyCount] @Nullable [];
    for (int i = 0; i < familyCount; i++) {
      values[i] = writer.familyValue(i);
    }
    changes.add(new BatchRowChange.Put(key, values, condition));
    return this;
  }

  private static void requireNotKey(TableSchema schema, Column column) {
    if (schema.isKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "a key column cannot be updated: column=" + column.name());
    }
  }
}
