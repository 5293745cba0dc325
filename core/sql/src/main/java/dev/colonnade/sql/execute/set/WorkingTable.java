package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.RowBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Rows that the last round of a recursion added: set by a {@link RecursiveUnionOperator}, read by
 * the {@link WorkingTableOperator}s of its step. One thread.
 */
public final class WorkingTable {
  private @Nullable RowBuffer rows;

  void set(@Nullable RowBuffer round) {
    rows = round;
  }

  /** Returns a reader from the first row on. */
  RowBuffer.Reader reader() {
    return requireNonNull(rows, "recursion is not running").reader();
  }
}
