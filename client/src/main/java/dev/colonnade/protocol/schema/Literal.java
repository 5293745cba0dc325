package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import java.math.BigDecimal;
import java.util.UUID;

/**
 * Constant in a filter or a default value. The server converts it to the type of its column, and
 * rejects a literal that does not fit. DATE, TIME, TIMESTAMP and TIMESTAMPTZ are longs in the unit
 * of {@link WireKind}; enum values are texts.
 */
public sealed interface Literal {
  record OfBoolean(boolean value) implements Literal {}

  record OfLong(long value) implements Literal {}

  record OfDouble(double value) implements Literal {}

  record OfDecimal(BigDecimal value) implements Literal {
    /** Maximum number of digits before or after the decimal point. */
    public static final int DIGITS_MAX = 1000;

    public OfDecimal {
      requireNonNull(value, "value is null");
      if (value.precision() > DIGITS_MAX || Math.abs((long) value.scale()) > DIGITS_MAX) {
        throw new IllegalArgumentException(
            "more than "
                + DIGITS_MAX
                + " digits: precision="
                + value.precision()
                + " scale="
                + value.scale());
      }
    }
  }

  record OfText(String value) implements Literal {
    public OfText {
      requireNonNull(value, "value is null");
    }
  }

  record OfBytes(Bytes value) implements Literal {
    public OfBytes {
      requireNonNull(value, "value is null");
    }
  }

  record OfUuid(UUID value) implements Literal {
    public OfUuid {
      requireNonNull(value, "value is null");
    }
  }
}
