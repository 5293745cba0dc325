package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.IdentityCasts;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Catalog of the runtime functions that the planner inserts into plans. */
public final class RuntimeFunctions {
  public static final RuntimeFunction LIKE = of(Texts.class, "like");
  public static final RuntimeFunction LIKE_ESCAPED = of(Texts.class, "likeEscaped");
  public static final RuntimeFunction ILIKE = of(Texts.class, "ilike");
  public static final RuntimeFunction ILIKE_ESCAPED = of(Texts.class, "ilikeEscaped");
  public static final RuntimeFunction SUBSTRING = of(Texts.class, "substring");
  public static final RuntimeFunction SUBSTRING_FROM = of(Texts.class, "substringFrom");
  public static final RuntimeFunction LENGTH = of(Texts.class, "length");
  public static final RuntimeFunction REVERSE = of(Texts.class, "reverse");
  public static final RuntimeFunction FIT_TEXT = of(Texts.class, "fitText");
  public static final RuntimeFunction FIT_DECIMAL = of(CheckedArithmetic.class, "fitDecimal");
  public static final RuntimeFunction TRUNC_DECIMAL = of(CheckedArithmetic.class, "truncDecimal");
  public static final RuntimeFunction TRUNC_DOUBLE = of(CheckedArithmetic.class, "truncDouble");
  public static final RuntimeFunction SIGN_DECIMAL = of(CheckedArithmetic.class, "signDecimal");
  public static final RuntimeFunction SIGN_DOUBLE = of(CheckedArithmetic.class, "signDouble");
  public static final RuntimeFunction KEY_DECIMAL = of(CheckedArithmetic.class, "keyDecimal");
  public static final RuntimeFunction FIT_MICROS = of(DateTimeFunctions.class, "fitMicros");
  public static final RuntimeFunction EXTRACT_DATE = of(DateTimeFunctions.class, "extractDate");
  public static final RuntimeFunction EXTRACT_TIMESTAMP =
      of(DateTimeFunctions.class, "extractTimestamp");
  public static final RuntimeFunction TRUNCATE = of(DateTimeFunctions.class, "truncate");
  public static final RuntimeFunction DATE_ADD_DAYS = of(DateTimeFunctions.class, "dateAddDays");
  public static final RuntimeFunction DATE_SUBTRACT_DAYS =
      of(DateTimeFunctions.class, "dateSubtractDays");
  public static final RuntimeFunction DATE_MINUS_DATE =
      of(DateTimeFunctions.class, "dateMinusDate");
  public static final RuntimeFunction ADD_MONTHS =
      of(DateTimeFunctions.class, "timestampAddMonths");
  public static final RuntimeFunction ADD_MICROS =
      of(DateTimeFunctions.class, "timestampAddMicros");

  public static final RuntimeFunction SEQUENCE_NAMED =
      of(SequenceFunctions.class, "sequenceNamed").with(Volatility.STABLE);
  public static final RuntimeFunction SEQUENCE_OF_OID =
      of(SequenceFunctions.class, "sequenceOfOid").with(Volatility.STABLE);
  public static final RuntimeFunction SEQUENCE_NEXT =
      of(SequenceFunctions.class, "next").named("nextval");
  public static final RuntimeFunction SEQUENCE_CURRENT =
      of(SequenceFunctions.class, "current").named("currval");
  public static final RuntimeFunction SEQUENCE_LAST =
      of(SequenceFunctions.class, "last").named("lastval");
  public static final RuntimeFunction SEQUENCE_SET =
      of(SequenceFunctions.class, "set").named("setval");

  private static final RuntimeFunction KEEP_DECIMAL = of(IdentityCasts.class, "keepDecimal");
  private static final RuntimeFunction KEEP_TEXT = of(IdentityCasts.class, "keepText");
  private static final RuntimeFunction KEEP_LONG = of(IdentityCasts.class, "keepLong");

  private static final Map<String, RuntimeFunction> ARITHMETIC = arithmetic();

  private RuntimeFunctions() {}

  private static RuntimeFunction of(Class<?> owner, String name) {
    return RuntimeFunction.of(owner, name);
  }

  /** Returns the identity function that changes the type of a value; null if none is needed. */
  public static @Nullable RuntimeFunction keep(TypeKind kind) {
    return switch (kind) {
      case NUMERIC -> KEEP_DECIMAL;
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR -> KEEP_TEXT;
      case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> KEEP_LONG;
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE -> KEEP_LONG;
      default -> null;
    };
  }

  /**
   * Returns the arithmetic function of one or two operands of a numeric kind; null if there is
   * none.
   */
  public static @Nullable RuntimeFunction arithmetic(SqlKind operation, TypeKind kind) {
    String verb =
        switch (operation) {
          case PLUS -> "add";
          case MINUS -> "subtract";
          case TIMES -> "multiply";
          case DIVIDE -> "divide";
          case MOD -> "mod";
          case MINUS_PREFIX -> "negate";
          default -> "";
        };
    return ARITHMETIC.get(verb + suffix(kind));
  }

  private static String suffix(TypeKind kind) {
    return switch (kind) {
      case SMALLINT -> "Short";
      case INTEGER -> "Int";
      case BIGINT -> "Long";
      case REAL -> "Float";
      case DOUBLE -> "Double";
      case NUMERIC -> "Decimal";
      default -> "";
    };
  }

  private static Map<String, RuntimeFunction> arithmetic() {
    Map<String, RuntimeFunction> found = new HashMap<>();
    for (String verb : new String[] {"add", "subtract", "multiply", "divide", "negate"}) {
      for (String suffix : new String[] {"Short", "Int", "Long", "Float", "Double", "Decimal"}) {
        found.put(verb + suffix, of(CheckedArithmetic.class, verb + suffix));
      }
    }
    for (String suffix : new String[] {"Short", "Int", "Long", "Decimal"}) {
      found.put("mod" + suffix, of(CheckedArithmetic.class, "mod" + suffix));
    }
    return Map.copyOf(found);
  }
}
