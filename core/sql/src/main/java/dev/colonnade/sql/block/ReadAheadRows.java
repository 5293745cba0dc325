package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a loop, read ahead in batches: a loop that writes rarely meets a query that is still
 * open. One thread.
 */
final class ReadAheadRows implements AutoCloseable {
  /** Number of rows that are read ahead. */
  static final int AHEAD = 1_000;

  /** Maximum number of rows that are buffered when a transaction ends within the loop. */
  static final int BUFFERED_MAX = 1_000_000;

  private final BlockQuery query;
  private final BlockRows rows;
  private final Deque<@Nullable Object[]> ahead = new ArrayDeque<>();
  private boolean drained;

  ReadAheadRows(BlockQuery query, List<@Nullable Object> values) {
    this.query = query;
    this.rows = query.run(values);
  }

  BlockQuery query() {
    return query;
  }

  @Nullable Object @Nullable [] next() {
    if (ahead.isEmpty()) {
      read(AHEAD);
    }
    return ahead.poll();
  }

  /** Reads and buffers all remaining rows, since their transaction ends. */
  void buffer() {
    read(BUFFERED_MAX);
    if (!drained) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "rows of a loop around a COMMIT: max=" + BUFFERED_MAX);
    }
  }

  private void read(int max) {
    while (!drained && ahead.size() < max) {
      @Nullable Object[] row = rows.next();
      if (row == null) {
        drained = true;
        rows.close();
      } else {
        ahead.add(row);
      }
    }
  }

  @Override
  public void close() {
    if (!drained) {
      drained = true;
      rows.close();
    }
  }
}
