package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Adds names of the statement to errors that Calcite reports without them. */
final class ReportedNames {
  private static final Pattern ALIASES =
      Pattern.compile(
          "List of column aliases must have same degree as table; table has (\\d+) columns .*,"
              + " whereas alias list has (\\d+) columns",
          Pattern.DOTALL);

  private ReportedNames() {}

  /** The error for one of Calcite's about a node; null if that needs no names. */
  static @Nullable CalciteContextException error(String message, SqlNode node) {
    return switch (message) {
      case "OVER clause is necessary for window functions" ->
          error(
              node,
              ErrorCode.WRONG_OBJECT_TYPE,
              "window function %s requires an OVER clause".formatted(functionOf(node)));
      case "OVER must be applied to aggregate function" ->
          error(
              node,
              ErrorCode.WRONG_OBJECT_TYPE,
              "OVER specified, but %s is not a window function nor an aggregate function"
                  .formatted(functionOf(node)));
      case "FILTER must be applied to aggregate function" ->
          error(
              node,
              ErrorCode.WRONG_OBJECT_TYPE,
              "FILTER specified, but %s is not an aggregate function".formatted(functionOf(node)));
      case "Ordinal out of range" ->
          error(
              node,
              ErrorCode.INVALID_COLUMN_REFERENCE,
              "GROUP BY position %s is not in select list".formatted(node));
      default -> aliases(message, node);
    };
  }

  private static @Nullable CalciteContextException aliases(String message, SqlNode node) {
    Matcher matcher = ALIASES.matcher(message);
    if (!matcher.matches()) {
      return null;
    }
    int available = Integer.parseInt(matcher.group(1));
    int specified = Integer.parseInt(matcher.group(2));
    return specified <= available
        ? null
        : error(
            node,
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "table has %d columns available but %d columns specified"
                .formatted(available, specified));
  }

  /** Returns the function that a node calls, within an error about its rows. */
  private static String functionOf(SqlNode node) {
    SqlNode called = node;
    while (called instanceof SqlCall call
        && (call.getKind() == SqlKind.OVER || call.getKind() == SqlKind.FILTER)) {
      called = call.operand(0);
    }
    return called instanceof SqlCall call
        ? call.getOperator().getName().toLowerCase(Locale.ROOT)
        : called.toString();
  }

  private static CalciteContextException error(SqlNode node, ErrorCode code, String message) {
    return SqlErrors.at(node.getParserPosition(), new ColonnadeException(code, message));
  }
}
