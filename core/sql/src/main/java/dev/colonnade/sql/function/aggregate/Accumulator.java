package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.Nullable;

/** Collects the values of a group. One thread; public because generated code calls it. */
public interface Accumulator {
  /** Takes the arguments of a row, as statements hold them. */
  void add(@Nullable Object[] arguments);

  /** Whether it needs the more memory the more rows there are. */
  default boolean keepsValues() {
    return true;
  }

  /** What the rows so far come to; does not end the collecting. */
  @Nullable Object result();
}
