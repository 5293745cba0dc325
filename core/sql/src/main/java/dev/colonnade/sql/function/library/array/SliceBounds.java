package dev.colonnade.sql.function.library.array;

import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayShape;
import java.util.function.IntConsumer;

/** Bounds of a slice in all dimensions of an array. One thread. */
final class SliceBounds {
  private final int[] lower;
  private final int[] upper;

  private SliceBounds(int[] lower, int[] upper) {
    this.lower = lower;
    this.upper = upper;
  }

  /** Returns the bounds that a form describes; those that are missing are those of the array. */
  static SliceBounds of(String form, int[] bounds, ArrayShape shape) {
    int[] lower = new int[shape.dimensions()];
    int[] upper = new int[shape.dimensions()];
    int next = 0;
    for (int i = 0; i < lower.length; i++) {
      char letter = i < form.length() ? form.charAt(i) : 'n';
      boolean hasLower = letter == 'b' || letter == 'l';
      boolean hasUpper = letter == 'b' || letter == 'u';
      lower[i] = hasLower ? bounds[next++] : shape.lowerBound(i);
      upper[i] = hasUpper ? bounds[next++] : shape.upperBound(i);
    }
    return new SliceBounds(lower, upper);
  }

  int lower(int dimension) {
    return lower[dimension];
  }

  int upper(int dimension) {
    return upper[dimension];
  }

  int length(int dimension) {
    return upper[dimension] - lower[dimension] + 1;
  }

  /** Returns the number of elements, which may be more than an array can have. */
  long count() {
    long count = 1;
    for (int i = 0; i < lower.length; i++) {
      count = Math.multiplyExact(count, (long) upper[i] - lower[i] + 1);
    }
    return count;
  }

  /** Reduces a dimension to what an array has. */
  void clamp(int dimension, ArrayShape shape) {
    lower[dimension] = Math.max(lower[dimension], shape.lowerBound(dimension));
    upper[dimension] = Math.min(upper[dimension], shape.upperBound(dimension));
  }

  /** Passes the indexes of the elements in storage order. */
  void forEachIndex(ArrayShape shape, IntConsumer consumer) {
    int[] subscripts = lower.clone();
    int step = 0;
    while (true) {
      Interruption.check(step++);
      consumer.accept(shape.indexOf(subscripts));
      int dimension = subscripts.length - 1;
      while (dimension >= 0 && subscripts[dimension] == upper[dimension]) {
        subscripts[dimension] = lower[dimension];
        dimension--;
      }
      if (dimension < 0) {
        return;
      }
      subscripts[dimension]++;
    }
  }
}
