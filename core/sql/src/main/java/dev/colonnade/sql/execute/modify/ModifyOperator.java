package dev.colonnade.sql.execute.modify;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Operator of a statement that changes or locks rows. It reads its source to the end before it
 * writes, and it has written everything before it returns a row.
 */
public abstract class ModifyOperator extends Operator {
  private boolean isCollected;
  private boolean isComplete;
  private long rowCount;
  private @Nullable Supplier<@Nullable VectorBatch> returned;

  ModifyOperator(QueryContext query, Operator... inputs) {
    super(query, inputs);
  }

  /** Reads the source to the end, and writes nothing. */
  final void collect() {
    if (!isCollected) {
      isCollected = true;
      collectRows();
    }
  }

  /**
   * Writes what was collected.
   *
   * @param isAlone whether the statement writes nothing else
   */
  final void write(boolean isAlone) {
    if (!isComplete) {
      rowCount = writeRows(isAlone);
      isComplete = true;
    }
  }

  /**
   * Runs the statement, unless it has run.
   *
   * @return the number of rows that it changed, or locked and returned
   */
  public final long complete() {
    collect();
    write(true);
    return rowCount;
  }

  /**
   * Returns the next rows of RETURNING of a complete statement; null after the last. The
   * cancellation of the statement does not apply any more.
   */
  public final @Nullable VectorBatch returned() {
    Supplier<@Nullable VectorBatch> reader = returned;
    if (reader == null) {
      reader = returnedRows();
      returned = reader;
    }
    return reader.get();
  }

  /** Reads the source. */
  abstract void collectRows();

  /** Writes the changes; returns the number of rows. */
  abstract long writeRows(boolean isAlone);

  /** Returns a reader of the rows of RETURNING from the first one on, when they are collected. */
  abstract Supplier<@Nullable VectorBatch> returnedRows();

  /** Returns an empty buffer, whose rows can be read after a cancellation. */
  final CollectedRows newBuffer(List<VectorType> types) {
    return new CollectedRows(
        types,
        () -> new SpillContext(memory(), query().spillSpace(), Cancellation.withoutDeadline()),
        this::recordSpill);
  }

  @Override
  protected final void open() {
    complete();
  }

  @Override
  protected final @Nullable VectorBatch produce() {
    return returned();
  }
}
