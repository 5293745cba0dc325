package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement has read before it writes. A single batch is kept as it is; more of them
 * are kept in a {@link RowBuffer}. One thread.
 */
final class CollectedRows implements AutoCloseable {
  private final List<VectorType> types;
  private final Supplier<SpillContext> context;
  private final LongConsumer onSpill;
  private @Nullable VectorBatch first;
  private @Nullable RowBuffer buffer;
  private long rowCount;

  /**
   * Creates an empty buffer.
   *
   * @param context called when there are several batches
   * @param onSpill receives the bytes written to temporary files
   */
  CollectedRows(List<VectorType> types, Supplier<SpillContext> context, LongConsumer onSpill) {
    this.types = List.copyOf(types);
    this.context = requireNonNull(context, "context is null");
    this.onSpill = requireNonNull(onSpill, "onSpill is null");
  }

  /** Adds the rows of a batch. */
  void append(VectorBatch batch) {
    if (batch.rowCount() == 0) {
      return;
    }
    if (rowCount == 0) {
      first = batch;
    } else {
      appendToBuffer(batch);
    }
    rowCount += batch.rowCount();
  }

  private void appendToBuffer(VectorBatch batch) {
    RowBuffer rows = buffer;
    if (rows == null) {
      rows = new RowBuffer(types, context.get());
      rows.append(requireNonNull(first, "first is null"));
      buffer = rows;
      first = null;
    }
    long before = rows.spilledBytes();
    rows.append(batch);
    onSpill.accept(rows.spilledBytes() - before);
  }

  long rowCount() {
    return rowCount;
  }

  /** Returns whether rows are in temporary files. */
  boolean isSpilled() {
    return buffer != null && buffer.spilledBytes() > 0;
  }

  /** Returns a reader of all rows. */
  Supplier<@Nullable VectorBatch> reader() {
    return buffer == null ? new SingleBatch(first) : buffer.reader()::next;
  }

  /** Reader of at most one batch. */
  private static final class SingleBatch implements Supplier<@Nullable VectorBatch> {
    private @Nullable VectorBatch batch;

    SingleBatch(@Nullable VectorBatch batch) {
      this.batch = batch;
    }

    @Override
    public @Nullable VectorBatch get() {
      VectorBatch next = batch;
      batch = null;
      return next;
    }
  }

  /** Frees the rows. Idempotent. */
  @Override
  public void close() {
    first = null;
    if (buffer != null) {
      buffer.close();
    }
  }
}
