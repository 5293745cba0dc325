package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of the position of a row in its partition. */
final class RankFunction implements WindowFunction {
  /** The functions. */
  enum Kind {
    ROW_NUMBER,
    RANK,
    DENSE_RANK,
    PERCENT_RANK,
    CUME_DIST;

    /** Returns the function of a name; null if it is none of these. */
    static @Nullable Kind of(String name) {
      for (Kind kind : values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
          return kind;
        }
      }
      return null;
    }
  }

  private final Kind kind;
  private final FrameBounds bounds;

  RankFunction(Kind kind, FrameBounds bounds) {
    this.kind = kind;
    this.bounds = bounds;
  }

  @Override
  public boolean needsFrames() {
    return false;
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK -> counts(block);
      case PERCENT_RANK, CUME_DIST -> shares(block);
    };
  }

  private Vector counts(WindowBlock block) {
    long[] values = new long[block.count()];
    for (int row = 0; row < values.length; row++) {
      values[row] =
          switch (kind) {
                case ROW_NUMBER -> block.first() + row - block.partitionStarts()[row];
                case DENSE_RANK -> block.groups()[row] - block.partitionGroups()[row];
                default -> block.groupStarts()[row] - block.partitionStarts()[row];
              }
              + 1;
    }
    return new LongVector(values, null);
  }

  private Vector shares(WindowBlock block) {
    double[] values = new double[block.count()];
    for (int row = 0; row < values.length; row++) {
      long start = block.partitionStarts()[row];
      double size = bounds.partitionEnd(block, row) - start;
      values[row] =
          kind == Kind.CUME_DIST
              ? (bounds.groupEnd(block, row) - start) / size
              : size <= 1 ? 0 : (block.groupStarts()[row] - start) / (size - 1);
    }
    return new DoubleVector(values, null);
  }

  @Override
  public long firstNeeded(long next) {
    return next;
  }
}
