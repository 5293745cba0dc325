package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;

/** DISTINCT ON: the first row of each group in the order of the query. */
final class DistinctOn {
  private DistinctOn() {}

  /** Puts the condition that keeps first rows into a SELECT, if it has DISTINCT ON. */
  static void expand(SqlSelect select, SqlNodeList order) {
    SqlNode mark = select.getQualify();
    if (!ExtraOperators.isDistinctOn(mark) || !(mark instanceof SqlCall call)) {
      return;
    }
    SqlParserPos pos = mark.getParserPosition();
    List<SqlNode> keys = new ArrayList<>();
    call.getOperandList().forEach(key -> keys.add(written(key, select)));
    SqlNodeList sorted = sortKeys(order, select);
    requireFirst(keys, sorted);
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            new SqlNodeList(keys, pos),
            sorted,
            SqlLiteral.createBoolean(false, pos),
            null,
            null,
            null,
            pos);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            pos, SqlStdOperatorTable.ROW_NUMBER.createCall(pos), window);
    select.setQualify(
        SqlStdOperatorTable.EQUALS.createCall(
            pos, number, SqlLiteral.createExactNumeric("1", pos)));
  }

  /** INVALID_COLUMN_REFERENCE unless ORDER BY begins with the keys, as far as it names them. */
  private static void requireFirst(List<SqlNode> keys, SqlNodeList order) {
    List<SqlNode> sorted = order.stream().map(DistinctOn::valueOf).toList();
    SqlNode other = null;
    for (SqlNode value : sorted) {
      boolean isKey = keys.stream().anyMatch(key -> isSame(key, value));
      if (isKey && other != null) {
        throw mismatch(other);
      }
      other = isKey || other != null ? other : value;
    }
    boolean isMissing =
        keys.stream().anyMatch(key -> sorted.stream().noneMatch(value -> isSame(key, value)));
    if (other != null && isMissing) {
      throw mismatch(other);
    }
  }

  private static RuntimeException mismatch(SqlNode item) {
    return SqlErrors.at(
        item.getParserPosition(),
        new ColonnadeException(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"));
  }

  /**
   * Returns whether two expressions are the same; a column may be named with its table or without.
   */
  private static boolean isSame(SqlNode one, SqlNode other) {
    if (one instanceof SqlIdentifier name && other instanceof SqlIdentifier otherName) {
      return name.names.getLast().equals(otherName.names.getLast());
    }
    return one.equalsDeep(other, Litmus.IGNORE);
  }

  /** Returns the expression of an item of ORDER BY, without its direction. */
  static SqlNode valueOf(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> valueOf(((SqlCall) item).operand(0));
      default -> item;
    };
  }

  /** Returns the sort keys of ORDER BY, with names and numbers of items resolved. */
  static SqlNodeList sortKeys(SqlNodeList order, SqlSelect select) {
    List<SqlNode> sorted = new ArrayList<>();
    order.forEach(item -> sorted.add(orderItem(item, select)));
    return new SqlNodeList(sorted, order.getParserPosition());
  }

  private static SqlNode orderItem(SqlNode item, SqlSelect select) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) item;
        yield call.getOperator()
            .createCall(call.getParserPosition(), orderItem(call.operand(0), select));
      }
      default -> written(item, select);
    };
  }

  /** Returns the expression of an alias or a number of an item. */
  private static SqlNode written(SqlNode expression, SqlSelect select) {
    List<SqlNode> items = Nodes.of(select.getSelectList());
    if (expression instanceof SqlNumericLiteral number && number.isInteger()) {
      int place = number.intValue(true);
      return place >= 1 && place <= items.size() ? plain(items.get(place - 1)) : expression;
    }
    if (expression instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : items) {
        if (item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1).toString().equals(name.getSimple())) {
          return plain(item);
        }
      }
    }
    return expression;
  }

  private static SqlNode plain(SqlNode item) {
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }
}
