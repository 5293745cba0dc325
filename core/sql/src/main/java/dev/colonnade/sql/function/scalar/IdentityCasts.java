package dev.colonnade.sql.function.scalar;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Identity functions: casts that change the type of an expression and not its value. */
public final class IdentityCasts {
  private IdentityCasts() {}

  public static BigDecimal keepDecimal(BigDecimal value) {
    return value;
  }

  public static String keepText(String value) {
    return value;
  }

  /** Returns the value. This function occurs in plans only during planning. */
  public static @Nullable Object keepConstant(@Nullable Object value) {
    return value;
  }

  public static long keepLong(long value) {
    return value;
  }
}
