package dev.colonnade.sql.execute.window;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import org.jspecify.annotations.Nullable;

/** NTILE: buckets of equal size; the number of buckets is that of the partition's first row. */
final class TileFunction implements WindowFunction {
  private final WindowRows rows;
  private final FrameBounds bounds;
  private final int column;
  private final VectorType result;
  private @Nullable Long bucketCount;
  private long size;

  TileFunction(WindowRows rows, FrameBounds bounds, int column, VectorType result) {
    this.rows = rows;
    this.bounds = bounds;
    this.column = column;
    this.result = result;
  }

  @Override
  public boolean needsFrames() {
    return false;
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    VectorBuilder values = new VectorBuilder(result);
    for (int row = 0; row < block.count(); row++) {
      long index = block.first() + row - block.partitionStarts()[row];
      if (index == 0) {
        bucketCount = bucketCount(block, row);
        size = bounds.partitionEnd(block, row) - block.partitionStarts()[row];
      }
      Long count = bucketCount;
      values.appendHeld(
          count == null ? null : NumberConversion.as(result.kind(), tile(index, size, count)));
    }
    return values.slice(0, block.count());
  }

  private @Nullable Long bucketCount(WindowBlock block, int row) {
    Object count = block.batch().column(column).held(row, rows.type(column));
    if (!(count instanceof Number number)) {
      return null;
    }
    if (number.longValue() <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NTILE, "argument of ntile must be greater than zero");
    }
    return number.longValue();
  }

  private static long tile(long index, long size, long count) {
    long rowsInSmaller = size / count;
    long largerCount = size % count;
    long rowsInLarger = largerCount * (rowsInSmaller + 1);
    return index < rowsInLarger
        ? index / (rowsInSmaller + 1) + 1
        : largerCount + (index - rowsInLarger) / rowsInSmaller + 1;
  }

  @Override
  public long firstNeeded(long next) {
    return next;
  }
}
