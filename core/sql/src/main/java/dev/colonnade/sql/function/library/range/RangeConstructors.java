package dev.colonnade.sql.function.library.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Constructors of ranges and multiranges. */
public final class RangeConstructors {
  private static final String FLAGS = "\"[]\", \"[)\", \"(]\", and \"()\"";

  private RangeConstructors() {}

  public static RangeValue ofIntegers(@Nullable Integer lower, @Nullable Integer upper) {
    return Ranges.of(TypeKind.INTEGER, lower, upper, true, false);
  }

  public static RangeValue ofIntegers(
      @Nullable Integer lower, @Nullable Integer upper, @Nullable String flags) {
    return of(TypeKind.INTEGER, lower, upper, flags);
  }

  public static RangeValue ofDates(@Nullable Integer lower, @Nullable Integer upper) {
    return Ranges.of(TypeKind.DATE, lower, upper, true, false);
  }

  public static RangeValue ofDates(
      @Nullable Integer lower, @Nullable Integer upper, @Nullable String flags) {
    return of(TypeKind.DATE, lower, upper, flags);
  }

  public static RangeValue ofLongs(@Nullable Long lower, @Nullable Long upper) {
    return Ranges.of(TypeKind.BIGINT, lower, upper, true, false);
  }

  public static RangeValue ofLongs(
      @Nullable Long lower, @Nullable Long upper, @Nullable String flags) {
    return of(TypeKind.BIGINT, lower, upper, flags);
  }

  /** Returns a range of a type that is not discrete. */
  public static RangeValue ofValues(@Nullable Object lower, @Nullable Object upper) {
    return Ranges.of(TypeKind.NUMERIC, lower, upper, true, false);
  }

  /** Returns a range of a type that is not discrete. */
  public static RangeValue ofValues(
      @Nullable Object lower, @Nullable Object upper, @Nullable String flags) {
    return of(TypeKind.NUMERIC, lower, upper, flags);
  }

  private static RangeValue of(
      TypeKind kind, @Nullable Object lower, @Nullable Object upper, @Nullable String flags) {
    if (flags == null) {
      throw new ColonnadeException(
          ErrorCode.DATA_EXCEPTION, "range constructor flags argument must not be null");
    }
    boolean isValid =
        flags.length() == 2
            && "[(".indexOf(flags.charAt(0)) >= 0
            && "])".indexOf(flags.charAt(1)) >= 0;
    if (!isValid) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "invalid range bound flags",
          ErrorFields.NONE.withHint("Valid values are " + FLAGS + "."));
    }
    return Ranges.of(kind, lower, upper, flags.charAt(0) == '[', flags.charAt(1) == ']');
  }

  public static MultirangeValue none() {
    return MultirangeValue.EMPTY;
  }

  public static MultirangeValue ofRange(RangeValue range) {
    return Ranges.setOf(List.of(range));
  }

  public static MultirangeValue ofRanges(List<?> ranges) {
    if (ArrayValue.shapeOf(ranges).dimensions() > 1) {
      throw new ColonnadeException(
          ErrorCode.CARDINALITY_VIOLATION,
          "multiranges cannot be constructed from multidimensional arrays");
    }
    List<RangeValue> found = new ArrayList<>();
    for (Object range : ranges) {
      if (range == null) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "multirange values cannot contain null members");
      }
      found.add((RangeValue) range);
    }
    return Ranges.setOf(found);
  }
}
