package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Appender of single rows to collected rows. One thread. */
final class RowAppender {
  private static final int BATCH_ROWS = 1024;

  private final List<VectorType> types;
  private final CollectedRows rows;
  private VectorBuilder[] builders;
  private int count;

  RowAppender(List<VectorType> types, CollectedRows rows) {
    this.types = List.copyOf(types);
    this.rows = requireNonNull(rows, "rows is null");
    this.builders = newBuilders();
  }

  private VectorBuilder[] newBuilders() {
    return types.stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
  }

  /** Adds a row of values in their internal representation. */
  void append(@Nullable Object[] values) {
    for (int i = 0; i < builders.length; i++) {
      builders[i].appendHeld(values[i]);
    }
    count++;
    if (count == BATCH_ROWS) {
      flush();
    }
  }

  /** Passes on the rows that were added last. */
  void flush() {
    if (count == 0) {
      return;
    }
    Vector[] columns = new Vector[builders.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders[i].slice(0, count);
    }
    rows.append(new VectorBatch(count, columns));
    builders = newBuilders();
    count = 0;
  }
}
