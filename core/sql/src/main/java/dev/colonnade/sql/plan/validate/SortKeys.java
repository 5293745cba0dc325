package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;

/** Constants in ORDER BY, which are places in the list. */
final class SortKeys {
  private SortKeys() {}

  /** Refuses places that there are not, and other constants. */
  static void require(SqlSelect select, SqlNodeList order) {
    for (SqlNode written : Nodes.of(order)) {
      SqlNode key = written;
      while (key instanceof SqlCall call && isDirection(call.getKind())) {
        key = call.operand(0);
      }
      if (key instanceof SqlNumericLiteral number) {
        require(number, select.getSelectList().size());
      } else if (key instanceof SqlCharStringLiteral) {
        throw notWhole(key);
      }
    }
  }

  private static boolean isDirection(SqlKind kind) {
    return kind == SqlKind.DESCENDING || kind == SqlKind.NULLS_FIRST || kind == SqlKind.NULLS_LAST;
  }

  private static void require(SqlNumericLiteral number, int columnCount) {
    if (!number.isInteger()) {
      throw notWhole(number);
    }
    long place = number.longValue(false);
    if (place < 1 || place > columnCount) {
      throw SqlErrors.at(
          number.getParserPosition(),
          new ColonnadeException(
              ErrorCode.INVALID_COLUMN_REFERENCE,
              "ORDER BY position %d is not in select list".formatted(place)));
    }
  }

  private static CalciteContextException notWhole(SqlNode key) {
    return SqlErrors.at(
        key.getParserPosition(),
        new ColonnadeException(ErrorCode.SYNTAX_ERROR, "non-integer constant in ORDER BY"));
  }
}
