package dev.colonnade.sql.plan.syntax;

import dev.colonnade.sql.parse.ExtraOperators;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code LIKE ... ESCAPE ''}, where nothing escapes: Calcite takes the first letter of an escape.
 */
final class LikePatterns {
  private static final String BACKSLASH = "\\";
  private static final String ESCAPED_BACKSLASH = "\\\\";

  private LikePatterns() {}

  /** The call, with the same meaning under the escape that goes without saying. */
  static SqlNode withoutEmptyEscape(SqlCall call) {
    boolean isEmpty =
        call.operandCount() == 3
            && call.operand(2) instanceof SqlCharStringLiteral escape
            && text(escape).isEmpty();
    return isEmpty
        ? call.getOperator()
            .createCall(call.getParserPosition(), call.operand(0), escaped(call.operand(1)))
        : call;
  }

  private static SqlNode escaped(SqlNode pattern) {
    SqlParserPos pos = pattern.getParserPosition();
    return pattern instanceof SqlCharStringLiteral literal
        ? SqlLiteral.createCharString(text(literal).replace(BACKSLASH, ESCAPED_BACKSLASH), pos)
        : ExtraOperators.call(
            "replace",
            pos,
            pattern,
            SqlLiteral.createCharString(BACKSLASH, pos),
            SqlLiteral.createCharString(ESCAPED_BACKSLASH, pos));
  }

  private static String text(SqlCharStringLiteral literal) {
    String text = literal.getValueAs(String.class);
    return text == null ? "" : text;
  }
}
