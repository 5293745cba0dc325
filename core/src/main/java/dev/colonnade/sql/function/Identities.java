package dev.colonnade.sql.function;

import java.math.BigDecimal;

/** Functions that change the type of an expression and not its value. */
public final class Identities {
  private Identities() {}

  public static BigDecimal keepDecimal(BigDecimal value) {
    return value;
  }

  public static String keepText(String value) {
    return value;
  }

  public static long keepLong(long value) {
    return value;
  }
}
