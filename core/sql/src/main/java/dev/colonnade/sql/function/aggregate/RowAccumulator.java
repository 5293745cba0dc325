package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.Nullable;

/** The value of the first row, or how many rows there were; nothing where there was none. */
final class RowAccumulator implements Accumulator {
  private final boolean isCount;
  private @Nullable Object first;
  private long count;

  RowAccumulator(boolean isCount) {
    this.isCount = isCount;
  }

  @Override
  public boolean keepsValues() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (count == 0) {
      first = arguments[0];
    }
    count++;
  }

  @Override
  public @Nullable Object result() {
    if (count == 0) {
      return null;
    }
    return isCount ? (Object) count : first;
  }
}
