package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.ObjectNameService;
import dev.colonnade.sql.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Casts of OIDs and of object reference types such as {@code regclass}. */
public final class OidCasts {
  private static final long OID_MAX = 0xFFFF_FFFFL;

  private OidCasts() {}

  /** Returns a number as an OID. */
  public static long longToOid(long value) {
    if (value > OID_MAX || value < 0) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "OID out of range");
    }
    return value;
  }

  /** Returns a number of 32 bits as an OID; a negative one is reinterpreted as unsigned. */
  public static long integerToOid(long value) {
    return value & OID_MAX;
  }

  /** Returns the 32 bits of an OID as a number with a sign. */
  public static long oidToInteger(long oid) {
    return (int) oid;
  }

  public static long textToOid(String text) {
    String digits = text.strip();
    try {
      long value = Long.parseLong(digits);
      if (value > OID_MAX || value < Integer.MIN_VALUE) {
        throw outOfRange(text);
      }
      return value & OID_MAX;
    } catch (NumberFormatException e) {
      if (digits.matches("[+-]?[0-9]+")) {
        throw outOfRange(text);
      }
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "invalid input syntax for type oid: \"" + text + "\"",
          e);
    }
  }

  private static ColonnadeException outOfRange(String text) {
    return new ColonnadeException(
        ErrorCode.VALUE_OUT_OF_RANGE, "value \"" + text + "\" is out of range for type oid");
  }

  public static long textToRegclass(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGCLASS, text);
  }

  public static long textToRegtype(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGTYPE, text);
  }

  public static long textToRegproc(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGPROC, text);
  }

  public static long textToRegprocedure(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGPROCEDURE, text);
  }

  public static long textToRegnamespace(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGNAMESPACE, text);
  }

  public static long textToRegrole(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGROLE, text);
  }

  public static long textToRegoper(ObjectNameService names, String text) {
    return operator(names, TypeKind.REGOPER, text);
  }

  public static long textToRegoperator(ObjectNameService names, String text) {
    return operator(names, TypeKind.REGOPERATOR, text);
  }

  public static long textToRegcollation(ObjectNameService names, String text) {
    return resolve(names, TypeKind.REGCOLLATION, text);
  }

  public static String textOfRegclass(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGCLASS, oid);
  }

  public static String textOfRegtype(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGTYPE, oid);
  }

  public static String textOfRegproc(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGPROC, oid);
  }

  public static String textOfRegprocedure(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGPROCEDURE, oid);
  }

  public static String textOfRegnamespace(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGNAMESPACE, oid);
  }

  public static String textOfRegrole(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGROLE, oid);
  }

  public static String textOfRegoper(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGOPER, oid);
  }

  public static String textOfRegoperator(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGOPERATOR, oid);
  }

  public static String textOfRegcollation(ObjectNameService names, long oid) {
    return names.textOf(TypeKind.REGCOLLATION, oid);
  }

  /** Resolves an operator, whose name may be a hyphen. */
  private static long operator(ObjectNameService names, TypeKind kind, String text) {
    return text.strip().equals("-") ? names.oidOf(kind, "-") : resolve(names, kind, text);
  }

  /** Resolves a reference: digits are the OID itself, a hyphen is 0, any other text is a name. */
  private static long resolve(ObjectNameService names, TypeKind kind, String text) {
    String stripped = text.strip();
    if (stripped.equals("-")) {
      return 0;
    }
    boolean isNumber = !stripped.isEmpty() && stripped.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? textToOid(stripped) : named(names, kind, stripped);
  }

  private static long named(@Nullable ObjectNameService names, TypeKind kind, String name) {
    if (names == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "names of objects are not supported in CHECK constraints");
    }
    return names.oidOf(kind, name);
  }
}
