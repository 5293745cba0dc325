package dev.colonnade.server.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.schema.WireType;
import java.math.BigDecimal;

/** Conversion of numbers to the scale of the column in which they are sent. */
public final class WireDecimals {
  private WireDecimals() {}

  /**
   * Returns a number with the scale of its column.
   *
   * @throws ColonnadeException VALUE_OUT_OF_RANGE if it has too many digits for 128 bits
   */
  public static BigDecimal scaled(BigDecimal value, WireType type) {
    // The digits before the point are checked first, so that a value such as 1E200000 is never
    // expanded.
    long wholeDigits = (long) value.precision() - value.scale();
    if (value.signum() != 0 && wholeDigits > WireType.NUMERIC_PRECISION_MAX - type.scale()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "value does not fit the column: type=" + type + " value=" + value);
    }
    return value.scale() == type.scale() ? value : value.setScale(type.scale());
  }
}
