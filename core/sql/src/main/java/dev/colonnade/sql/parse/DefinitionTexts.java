package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Values of definitions as they stand in a text. */
public final class DefinitionTexts {
  private DefinitionTexts() {}

  /** A number with a sign. */
  public static long longOf(boolean isNegative, String digits) {
    String text = isNegative ? "-" + digits : digits;
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "value \"%s\" is out of range for type bigint".formatted(text),
          e);
    }
  }
}
