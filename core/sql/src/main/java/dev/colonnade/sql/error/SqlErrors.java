package dev.colonnade.sql.error;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Translation of Calcite's exceptions to errors with PostgreSQL's SQLSTATE and message. */
public final class SqlErrors {
  private record CodeOfMessage(Pattern message, ErrorCode code) {}

  /**
   * Error codes by message, since Calcite identifies its errors by text only. The first pattern
   * found in a message applies.
   */
  private static final List<CodeOfMessage> CODES =
      List.of(
          code("Column '.*' not found", ErrorCode.UNKNOWN_COLUMN),
          code("(Object|Table) '.*' not found", ErrorCode.UNKNOWN_TABLE),
          code("Column '.*' is ambiguous", ErrorCode.AMBIGUOUS_COLUMN),
          code("Ambiguous column", ErrorCode.AMBIGUOUS_COLUMN),
          code("Windowed aggregate expression is illegal", ErrorCode.WINDOWING_ERROR),
          code("Window expressions are not permitted in", ErrorCode.WINDOWING_ERROR),
          code("should not contain OVER clause", ErrorCode.WINDOWING_ERROR),
          code("UNBOUNDED FOLLOWING cannot be|frame boundary cannot be", ErrorCode.WINDOWING_ERROR),
          code("must contain an ORDER BY clause", ErrorCode.WINDOWING_ERROR),
          code("Duplicate window names", ErrorCode.WINDOWING_ERROR),
          code("Window '.*' not found", ErrorCode.UNKNOWN_OBJECT),
          code("is not in the select clause", ErrorCode.INVALID_COLUMN_REFERENCE),
          code("is not a group expr", ErrorCode.GROUPING_ERROR),
          code("GROUPING operator", ErrorCode.GROUPING_ERROR),
          code("FILTER must not contain", ErrorCode.GROUPING_ERROR),
          code("Require at least 1 argument", ErrorCode.INDETERMINATE_TYPE),
          code("is not being grouped", ErrorCode.GROUPING_ERROR),
          code("[Aa]ggregate .*(illegal|not allowed|nested)", ErrorCode.GROUPING_ERROR),
          code("Duplicate relation name", ErrorCode.DUPLICATE_ALIAS),
          code("No match found for function signature", ErrorCode.UNKNOWN_FUNCTION),
          code("Invalid number of arguments", ErrorCode.UNKNOWN_FUNCTION),
          code("Cannot apply", ErrorCode.UNKNOWN_FUNCTION),
          code("Cannot infer|must have compatible types", ErrorCode.UNKNOWN_FUNCTION),
          code("Illegal use of dynamic parameter", ErrorCode.INDETERMINATE_TYPE),
          code("Cast function cannot convert", ErrorCode.CANNOT_COERCE),
          code("Type mismatch in column", ErrorCode.TYPE_MISMATCH),
          code(
              "must be a condition|[Ee]xpected (to be )?a? ?(BOOLEAN|boolean)",
              ErrorCode.TYPE_MISMATCH),
          code("Illegal mixing of types|No assign rules for", ErrorCode.TYPE_MISMATCH),
          code("Column count mismatch", ErrorCode.SYNTAX_ERROR),
          code("Unknown (identifier|datatype)", ErrorCode.UNKNOWN_OBJECT),
          code("Numeric literal .* out of range", ErrorCode.VALUE_OUT_OF_RANGE),
          code("Illegal (DATE|TIME|TIMESTAMP|INTERVAL) literal", ErrorCode.INVALID_DATETIME),
          code("more than one value", ErrorCode.CARDINALITY_VIOLATION));

  private SqlErrors() {}

  private static CodeOfMessage code(String pattern, ErrorCode code) {
    return new CodeOfMessage(Pattern.compile(pattern, Pattern.DOTALL), code);
  }

  /**
   * Returns the error of a text that is not valid SQL.
   *
   * @param position of the token at which the syntax is violated, counted from 1
   */
  public static ColonnadeException syntax(String sql, int position, Throwable cause) {
    ErrorText text = new ErrorText(sql);
    ErrorText.Unterminated open = text.unterminated();
    if (open != null) {
      String message =
          "unterminated %s at or near \"%s\""
              .formatted(open.what(), sql.substring(open.position() - 1));
      return new ColonnadeException(ErrorCode.SYNTAX_ERROR, message, open.position(), cause);
    }
    String near = text.near(position);
    return near.isEmpty()
        ? new ColonnadeException(
            ErrorCode.SYNTAX_ERROR, "syntax error at end of input", sql.length() + 1, cause)
        : new ColonnadeException(
            ErrorCode.SYNTAX_ERROR, "syntax error at or near \"" + near + "\"", position, cause);
  }

  /** Returns the error of a text whose syntax is violated at a position, counted from 1. */
  public static ColonnadeException syntax(String sql, int position) {
    String near = new ErrorText(sql).near(position);
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "syntax error at or near \"" + near + "\"",
        ErrorFields.at(position));
  }

  /**
   * Returns the error of an exception that was thrown while a statement was validated, planned or
   * run.
   */
  public static ColonnadeException of(String sql, Throwable thrown) {
    CalciteContextException context = null;
    Throwable last = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ColonnadeException ours) {
        return placed(ours, sql, context);
      }
      if (cause instanceof CalciteContextException found) {
        context = found;
      }
      if (cause instanceof StackOverflowError) {
        return new ColonnadeException(
            ErrorCode.STATEMENT_TOO_COMPLEX, "statement is nested too deeply", thrown);
      }
      last = cause;
    }
    String message = last.getMessage() == null ? last.toString() : last.getMessage();
    int position = context == null ? 0 : position(sql, positionOf(context));
    return new ColonnadeException(
        codeOf(message, context != null), PostgresMessages.of(message), position, thrown);
  }

  /** Returns the error with its position in the text. */
  private static ColonnadeException placed(
      ColonnadeException ours, String sql, @Nullable CalciteContextException context) {
    return context == null || ours.position() != 0
        ? ours
        : ours.with(ours.fields().withPosition(placeOf(ours, sql, context)));
  }

  private static int placeOf(ColonnadeException ours, String sql, CalciteContextException context) {
    if (context instanceof OperatorException operator) {
      return operator.position(sql);
    }
    int position = position(sql, positionOf(context));
    return ours.code() == ErrorCode.UNKNOWN_COLUMN
        ? ErrorText.startOfName(sql, position)
        : position;
  }

  /**
   * Returns an exception that carries an error and its position in the tree, from which the
   * position in the text is computed later.
   */
  public static CalciteContextException at(SqlParserPos pos, ColonnadeException error) {
    CalciteContextException placed =
        new CalciteContextException(String.valueOf(error.getMessage()), error);
    placed.setPosition(
        pos.getLineNum(), pos.getColumnNum(), pos.getEndLineNum(), pos.getEndColumnNum());
    return placed;
  }

  /**
   * Returns an exception that carries an error about an operator, whose position in the text is
   * behind its first operand unless the call begins with the operator.
   */
  public static CalciteContextException behind(SqlCall call, ColonnadeException error) {
    List<SqlNode> operands = call.getOperandList();
    SqlParserPos pos = call.getParserPosition();
    if (operands.isEmpty() || operands.getFirst() == null) {
      return at(pos, error);
    }
    SqlParserPos first = operands.getFirst().getParserPosition();
    boolean isCast = call.getKind() == SqlKind.CAST;
    return isCast || isSame(first, pos)
        ? new OperatorException(first, isCast, error)
        : at(pos, error);
  }

  private static boolean isSame(SqlParserPos left, SqlParserPos right) {
    return left.getLineNum() == right.getLineNum() && left.getColumnNum() == right.getColumnNum();
  }

  /**
   * Runs {@code work}, and gives an error of it without a position that of a part of the statement.
   */
  public static <T> T about(SqlParserPos pos, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw e.position() == 0 && pos.getLineNum() > 0 ? at(pos, e) : e;
    }
  }

  private static SqlParserPos positionOf(CalciteContextException context) {
    return new SqlParserPos(context.getPosLine(), context.getPosColumn());
  }

  private static ErrorCode codeOf(String message, boolean isUserError) {
    for (CodeOfMessage code : CODES) {
      if (code.message().matcher(message).find()) {
        return code.code();
      }
    }
    return isUserError ? ErrorCode.SYNTAX_ERROR : ErrorCode.INTERNAL;
  }

  /** Returns the position of the character at a line and column of the text, counted from 1. */
  public static int position(String sql, @Nullable SqlParserPos pos) {
    if (pos == null || pos.getLineNum() < 1) {
      return 0;
    }
    int start = 0;
    for (int line = 1; line < pos.getLineNum(); line++) {
      int end = sql.indexOf('\n', start);
      if (end < 0) {
        return 0;
      }
      start = end + 1;
    }
    return Math.min(start + pos.getColumnNum(), sql.length() + 1);
  }
}
