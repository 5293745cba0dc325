package dev.colonnade.sql.error;

import dev.colonnade.error.ColonnadeException;
import java.util.Locale;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** An error about the operator that comes behind an operand, of which only that has a place. */
final class OperatorPlace extends CalciteContextException {
  private static final long serialVersionUID = 1L;

  /** Whether it is a cast, which may stand before its operand as well. */
  private final boolean isCast;

  OperatorPlace(SqlParserPos operand, boolean isCast, ColonnadeException error) {
    super(String.valueOf(error.getMessage()), error);
    this.isCast = isCast;
    setPosition(
        operand.getLineNum(),
        operand.getColumnNum(),
        operand.getEndLineNum(),
        operand.getEndColumnNum());
  }

  /** The first sign behind the operand and the parentheses that it stands in. */
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
