package dev.colonnade.sql.error;

import dev.colonnade.error.ColonnadeException;
import java.util.Locale;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Error about an operator that follows its operand, where Calcite reports the position of the
 * operand only.
 */
final class OperatorException extends CalciteContextException {
  private static final long serialVersionUID = 1L;

  /** True for a cast, which may also be written before its operand. */
  private final boolean isCast;

  OperatorException(SqlParserPos operand, boolean isCast, ColonnadeException error) {
    super(String.valueOf(error.getMessage()), error);
    this.isCast = isCast;
    setPosition(
        operand.getLineNum(),
        operand.getColumnNum(),
        operand.getEndLineNum(),
        operand.getEndColumnNum());
  }

  /**
   * Returns the position of the first character behind the operand and the parentheses around it.
   */
  int position(String sql) {
    int end = SqlErrors.position(sql, new SqlParserPos(getEndPosLine(), getEndPosColumn()));
    int at = end;
    while (at < sql.length() && (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == ')')) {
      at++;
    }
    if (isCast && !sql.startsWith("::", at)) {
      String before = sql.substring(0, Math.min(end, sql.length())).toLowerCase(Locale.ROOT);
      int cast = before.lastIndexOf("cast");
      return cast < 0 ? end : cast + 1;
    }
    return at < sql.length() ? at + 1 : end;
  }
}
