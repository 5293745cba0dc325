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

/** Says of what Calcite threw what it means here. */
public final class SqlErrors {
  private record Meaning(Pattern message, ErrorCode code) {}

  /** Calcite names its errors by their text only. The first that is found in a message decides. */
  private static final List<Meaning> MEANINGS =
      List.of(
          meaning("Column '.*' not found", ErrorCode.UNKNOWN_COLUMN),
          meaning("(Object|Table) '.*' not found", ErrorCode.UNKNOWN_TABLE),
          meaning("Column '.*' is ambiguous", ErrorCode.AMBIGUOUS_COLUMN),
          meaning("Ambiguous column", ErrorCode.AMBIGUOUS_COLUMN),
          meaning("Windowed aggregate expression is illegal", ErrorCode.WINDOWING_ERROR),
          meaning("Window expressions are not permitted in", ErrorCode.WINDOWING_ERROR),
          meaning("should not contain OVER clause", ErrorCode.WINDOWING_ERROR),
          meaning(
              "UNBOUNDED FOLLOWING cannot be|frame boundary cannot be", ErrorCode.WINDOWING_ERROR),
          meaning("must contain an ORDER BY clause", ErrorCode.WINDOWING_ERROR),
          meaning("Duplicate window names", ErrorCode.WINDOWING_ERROR),
          meaning("Window '.*' not found", ErrorCode.UNKNOWN_OBJECT),
          meaning("is not in the select clause", ErrorCode.INVALID_COLUMN_REFERENCE),
          meaning("is not a group expr", ErrorCode.GROUPING_ERROR),
          meaning("GROUPING operator", ErrorCode.GROUPING_ERROR),
          meaning("FILTER must not contain", ErrorCode.GROUPING_ERROR),
          meaning("Require at least 1 argument", ErrorCode.INDETERMINATE_TYPE),
          meaning("is not being grouped", ErrorCode.GROUPING_ERROR),
          meaning("[Aa]ggregate .*(illegal|not allowed|nested)", ErrorCode.GROUPING_ERROR),
          meaning("Duplicate relation name", ErrorCode.DUPLICATE_ALIAS),
          meaning("No match found for function signature", ErrorCode.UNKNOWN_FUNCTION),
          meaning("Invalid number of arguments", ErrorCode.UNKNOWN_FUNCTION),
          meaning("Cannot apply", ErrorCode.UNKNOWN_FUNCTION),
          meaning("Cannot infer|must have compatible types", ErrorCode.UNKNOWN_FUNCTION),
          meaning("Illegal use of dynamic parameter", ErrorCode.INDETERMINATE_TYPE),
          meaning("Cast function cannot convert", ErrorCode.CANNOT_COERCE),
          meaning("Type mismatch in column", ErrorCode.TYPE_MISMATCH),
          meaning(
              "must be a condition|[Ee]xpected (to be )?a? ?(BOOLEAN|boolean)",
              ErrorCode.TYPE_MISMATCH),
          meaning("Illegal mixing of types|No assign rules for", ErrorCode.TYPE_MISMATCH),
          meaning("Column count mismatch", ErrorCode.SYNTAX_ERROR),
          meaning("Unknown (identifier|datatype)", ErrorCode.UNKNOWN_OBJECT),
          meaning("Numeric literal .* out of range", ErrorCode.VALUE_OUT_OF_RANGE),
          meaning("Illegal (DATE|TIME|TIMESTAMP|INTERVAL) literal", ErrorCode.INVALID_DATETIME),
          meaning("more than one value", ErrorCode.CARDINALITY_VIOLATION));

  private SqlErrors() {}

  private static Meaning meaning(String pattern, ErrorCode code) {
    return new Meaning(Pattern.compile(pattern, Pattern.DOTALL), code);
  }

  /**
   * A text that could not be parsed.
   *
   * @param position of the token with which it cannot go on, counted from 1
   */
  public static ColonnadeException syntax(String sql, int position, Throwable cause) {
    ErrorText text = new ErrorText(sql);
    ErrorText.Open open = text.open();
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

  /** A text that cannot go on with the token at a position, counted from 1. */
  public static ColonnadeException syntax(String sql, int position) {
    String near = new ErrorText(sql).near(position);
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "syntax error at or near \"" + near + "\"",
        ErrorFields.at(position));
  }

  /** What went wrong while a statement was validated, planned or run. */
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
      if (cause instanceof StackOverflowError || isTooMuchCode(cause)) {
        return new ColonnadeException(
            ErrorCode.STATEMENT_TOO_COMPLEX, "statement is nested too deeply", thrown);
      }
      last = cause;
    }
    String message = last.getMessage() == null ? last.toString() : last.getMessage();
    int position = context == null ? 0 : position(sql, positionOf(context));
    return new ColonnadeException(
        codeOf(message, context != null), PostgresWords.of(message), position, thrown);
  }

  /** Whether a method of generated code would be longer than Java allows. */
  private static boolean isTooMuchCode(Throwable cause) {
    return String.valueOf(cause.getMessage()).contains("grows beyond 64 KB");
  }

  /** An error of ours that was found at a place of the text. */
  private static ColonnadeException placed(
      ColonnadeException ours, String sql, @Nullable CalciteContextException context) {
    return context == null || ours.position() != 0
        ? ours
        : ours.with(ours.fields().withPosition(placeOf(ours, sql, context)));
  }

  private static int placeOf(ColonnadeException ours, String sql, CalciteContextException context) {
    if (context instanceof OperatorPlace operator) {
      return operator.position(sql);
    }
    int position = position(sql, positionOf(context));
    return ours.code() == ErrorCode.UNKNOWN_COLUMN
        ? ErrorText.startOfName(sql, position)
        : position;
  }

  /** An error of ours about a part of a statement, whose place in the text is known later. */
  public static CalciteContextException at(SqlParserPos pos, ColonnadeException error) {
    CalciteContextException placed =
        new CalciteContextException(String.valueOf(error.getMessage()), error);
    placed.setPosition(
        pos.getLineNum(), pos.getColumnNum(), pos.getEndLineNum(), pos.getEndColumnNum());
    return placed;
  }

  /**
   * An error of ours about an operator, which in the text stands behind its first operand, if that
   * is not what the call begins with.
   */
  public static CalciteContextException behind(SqlCall call, ColonnadeException error) {
    List<SqlNode> operands = call.getOperandList();
    SqlParserPos pos = call.getParserPosition();
    if (operands.isEmpty() || operands.getFirst() == null) {
      return at(pos, error);
    }
    SqlParserPos first = operands.getFirst().getParserPosition();
    boolean isCast = call.getKind() == SqlKind.CAST;
    return isCast || isSame(first, pos) ? new OperatorPlace(first, isCast, error) : at(pos, error);
  }

  private static boolean isSame(SqlParserPos left, SqlParserPos right) {
    return left.getLineNum() == right.getLineNum() && left.getColumnNum() == right.getColumnNum();
  }

  /** Does something about a part of a statement: an error without a place gets that of the part. */
  public static <T> T about(SqlParserPos pos, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw e.position() == 0 && pos.getLineNum() > 0 ? at(pos, e) : e;
    }
  }

  /** The error of one statement as one of the text in which that begins at an offset. */
  public static ColonnadeException shifted(ColonnadeException e, int offset) {
    return e.position() == 0 || offset == 0
        ? e
        : e.with(e.fields().withPosition(e.position() + offset));
  }

  /** What ends a statement from outside, in PostgreSQL's words. */
  public static ColonnadeException ended(ColonnadeException e) {
    return switch (e.code()) {
      case CANCELED ->
          new ColonnadeException(e.code(), "canceling statement due to user request", e);
      case DEADLINE_EXCEEDED ->
          new ColonnadeException(e.code(), "canceling statement due to statement timeout", e);
      default -> e;
    };
  }

  private static SqlParserPos positionOf(CalciteContextException context) {
    return new SqlParserPos(context.getPosLine(), context.getPosColumn());
  }

  private static ErrorCode codeOf(String message, boolean isUserError) {
    for (Meaning meaning : MEANINGS) {
      if (meaning.message().matcher(message).find()) {
        return meaning.code();
      }
    }
    return isUserError ? ErrorCode.SYNTAX_ERROR : ErrorCode.INTERNAL;
  }

  /** The character that a line and column of the text stand for, counted from 1. */
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
