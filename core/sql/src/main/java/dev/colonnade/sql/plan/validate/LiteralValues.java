package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Literals without a type are read as values of the type that their place requires when a statement
 * is planned, as in PostgreSQL: invalid ones are refused there, whether or not they would ever be
 * evaluated.
 */
final class LiteralValues {
  private LiteralValues() {}

  /** Refuses a literal that is none of a type, at its place in the text. */
  static void require(SqlNode node, RelDataType type) {
    RelDataType element = type.getComponentType();
    if (element == null) {
      require(node, CalciteTypes.kindOf(type));
    }
  }

  /** Refuses a literal that is none of a kind of types, at its place in the text. */
  static void require(SqlNode node, TypeKind kind) {
    String text = textOf(node);
    if (text == null || !isPlain(kind, text)) {
      return;
    }
    try {
      ValueConverter.fromJava(kind, text);
    } catch (ColonnadeException e) {
      throw SqlErrors.at(node.getParserPosition(), e);
    }
  }

  /** The text of a literal without a type; null if a node is something else. */
  private static @Nullable String textOf(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR
        ? literal.getValueAs(String.class)
        : null;
  }

  /** Returns whether reading a text depends on nothing but the text. */
  private static boolean isPlain(TypeKind kind, String text) {
    return switch (kind) {
      case SMALLINT, INTEGER, BIGINT, NUMERIC, REAL, DOUBLE, BOOLEAN, BYTEA -> true;
      case UUID, INTERVAL, JSON, JSONB -> true;
      case DATE, TIME, TIMESTAMP -> !isRelative(text);
      case TIMESTAMPTZ, OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          false;
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, ARRAY, VOID, UNKNOWN -> false;
    };
  }

  private static boolean isRelative(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "now", "today", "tomorrow", "yesterday" -> true;
      default -> false;
    };
  }
}
