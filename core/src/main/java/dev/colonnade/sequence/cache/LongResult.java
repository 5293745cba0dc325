package dev.colonnade.sequence.cache;

/** Where a call leaves a number, so that it need not allocate. Belongs to one caller at a time. */
public final class LongResult {
  private long value;

  public long value() {
    return value;
  }

  public void set(long newValue) {
    value = newValue;
  }
}
