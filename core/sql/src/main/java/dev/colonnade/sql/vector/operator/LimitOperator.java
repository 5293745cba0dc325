package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Some of the first rows of its input. */
public final class LimitOperator implements VectorOperator {
  private final VectorOperator input;
  private long skipped;
  private long left;

  /**
   * A limit.
   *
   * @param offset rows to leave out first
   * @param limit the most rows to give after that
   */
  public LimitOperator(VectorOperator input, long offset, long limit) {
    this.input = input;
    this.skipped = offset;
    this.left = limit;
  }

  @Override
  public @Nullable VectorBatch next() {
    while (left > 0) {
      VectorBatch batch = input.next();
      if (batch == null) {
        return null;
      }
      int from = (int) Math.min(skipped, batch.rowCount());
      skipped -= from;
      int count = (int) Math.min(left, batch.rowCount() - from);
      left -= count;
      if (count > 0) {
        return count == batch.rowCount() ? batch : part(batch, from, count);
      }
    }
    return null;
  }

  private static VectorBatch part(VectorBatch batch, int from, int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = from + i;
    }
    return batch.gather(rows, count);
  }

  @Override
  public void close() {
    input.close();
  }
}
