package dev.colonnade.sql.plan.syntax;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/**
 * Subqueries without FROM, as {@code NOT (SELECT EXISTS (...))}, as the expression that they
 * select. Calcite ties a query in that expression to the wrong row if it refers to the outer one.
 */
final class PlainSubqueries {
  /** Kinds of calls whose operands are one value each. */
  private static final Set<SqlKind> ONE_VALUE =
      EnumSet.of(
          SqlKind.NOT,
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE);

  private PlainSubqueries() {}

  /** The call, with the expressions in the place of such subqueries. */
  static SqlCall replaced(SqlCall call) {
    if (call instanceof SqlBasicCall basic && ONE_VALUE.contains(call.getKind())) {
      for (int i = 0; i < basic.operandCount(); i++) {
        SqlNode operand = basic.operand(i);
        if (operand instanceof SqlSelect select && isPlain(select)) {
          basic.setOperand(i, select.getSelectList().get(0));
        }
      }
    }
    return call;
  }

  private static boolean isPlain(SqlSelect select) {
    return select.getFrom() == null
        && select.getWhere() == null
        && select.getGroup() == null
        && select.getHaving() == null
        && select.getOrderList() == null
        && select.getFetch() == null
        && select.getOffset() == null
        && select.getSelectList().size() == 1
        && select.getSelectList().get(0) instanceof SqlCall item
        && item.getKind() == SqlKind.EXISTS;
  }
}
