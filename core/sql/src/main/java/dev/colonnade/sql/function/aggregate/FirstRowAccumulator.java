package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.Nullable;

/** Value of the first row, or the row count; NULL if there are no rows. */
final class FirstRowAccumulator implements GroupAccumulator {
  private final boolean isCount;
  private @Nullable Object first;
  private long count;

  FirstRowAccumulator(boolean isCount) {
    this.isCount = isCount;
  }

  @Override
  public boolean growsWithRows() {
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
