package dev.colonnade.type.value;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Range of values of one type. Immutable; ranges of discrete types are in canonical form.
 *
 * @param lower bound; null if there is none, or the range is empty
 * @param upper bound; null if there is none, or the range is empty
 * @param isLowerInclusive whether the lower bound belongs to the range
 * @param isUpperInclusive whether the upper bound belongs to the range
 */
public record RangeValue(
    @Nullable Object lower,
    @Nullable Object upper,
    boolean isLowerInclusive,
    boolean isUpperInclusive,
    boolean isEmpty) {
  /** Range without values. */
  public static final RangeValue EMPTY = new RangeValue(null, null, false, false, true);

  public RangeValue {
    boolean isValid =
        (lower != null || !isLowerInclusive)
            && (upper != null || !isUpperInclusive)
            && (!isEmpty || (lower == null && upper == null));
    if (!isValid) {
      throw new IllegalArgumentException(
          "not a range: lower=%s upper=%s empty=%b".formatted(lower, upper, isEmpty));
    }
  }

  /** Returns the same range with its bounds in another representation. */
  public RangeValue map(UnaryOperator<Object> change) {
    return isEmpty
        ? this
        : new RangeValue(
            lower == null ? null : changed(lower, change),
            upper == null ? null : changed(upper, change),
            isLowerInclusive,
            isUpperInclusive,
            false);
  }

  private static Object changed(Object bound, UnaryOperator<Object> change) {
    return requireNonNull(change.apply(bound), "bound is null");
  }

  /** Returns whether the range has values below every bound. */
  public boolean isLowerInfinite() {
    return lower == null && !isEmpty;
  }

  /** Returns whether the range has values above every bound. */
  public boolean isUpperInfinite() {
    return upper == null && !isEmpty;
  }
}
