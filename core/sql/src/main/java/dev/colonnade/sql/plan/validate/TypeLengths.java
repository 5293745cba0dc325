package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;

/** The numbers behind the name of a type in a cast. */
final class TypeLengths {
  /** The most characters that PostgreSQL lets a text be limited to. */
  private static final int LENGTH_MAX = 10_485_760;

  /** The most digits that PostgreSQL lets a number be limited to. */
  private static final int PRECISION_MAX = 1000;

  private TypeLengths() {}

  /** Refuses numbers that PostgreSQL does not take. */
  static void require(SqlDataTypeSpec spec) {
    if (!(spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic)
        || basic.getPrecision() < 0) {
      return;
    }
    int length = basic.getPrecision();
    switch (basic.getTypeName().getSimple()) {
      case "DECIMAL" -> {
        if (length < 1 || length > PRECISION_MAX) {
          throw error(spec, "NUMERIC precision %d must be between 1 and 1000".formatted(length));
        }
      }
      case "CHAR" -> requireLength(spec, "char", length);
      case "VARCHAR" -> requireLength(spec, "varchar", length);
      default -> {}
    }
  }

  private static void requireLength(SqlDataTypeSpec spec, String type, int length) {
    if (length < 1) {
      throw error(spec, "length for type %s must be at least 1".formatted(type));
    }
    if (length > LENGTH_MAX) {
      throw error(spec, "length for type %s cannot exceed %d".formatted(type, LENGTH_MAX));
    }
  }

  private static CalciteContextException error(SqlDataTypeSpec spec, String message) {
    return SqlErrors.at(
        spec.getParserPosition(), new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message));
  }
}
