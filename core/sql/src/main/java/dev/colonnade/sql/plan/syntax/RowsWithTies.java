package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.Nodes;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code FETCH FIRST n ROWS WITH TIES}: the rows of which fewer than n, and those passed over, come
 * before.
 */
final class RowsWithTies {
  private RowsWithTies() {}

  /** Returns the query without the clause, and with an equivalent condition. */
  static SqlNode of(SqlOrderBy ordered) {
    if (ordered.orderList.size() == 0) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "WITH TIES cannot be specified without ORDER BY clause");
    }
    SqlSelect select =
        ordered.query instanceof SqlSelect plain && !plain.isDistinct()
            ? plain
            : all(
                SqlStdOperatorTable.AS.createCall(
                    SqlParserPos.ZERO,
                    ordered.query,
                    new SqlIdentifier("rows with ties", SqlParserPos.ZERO)));
    if (select.getQualify() != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "WITH TIES is not supported with DISTINCT ON");
    }
    select.setQualify(condition(ordered, select));
    return new SqlOrderBy(
        ordered.getParserPosition(), select, ordered.orderList, ordered.offset, null);
  }

  private static SqlNode condition(SqlOrderBy ordered, SqlSelect select) {
    SqlParserPos pos = ordered.getParserPosition();
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            SqlNodeList.EMPTY,
            DistinctOn.sortKeys(ordered.orderList, select),
            SqlLiteral.createBoolean(false, pos),
            null,
            null,
            null,
            pos);
    SqlNode rank =
        SqlStdOperatorTable.OVER.createCall(pos, SqlStdOperatorTable.RANK.createCall(pos), window);
    SqlNode count = ((SqlCall) ordered.fetch).operand(0);
    SqlNode last =
        ordered.offset == null
            ? count
            : SqlStdOperatorTable.PLUS.createCall(pos, count, Nodes.copy(ordered.offset));
    return SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(pos, rank, last);
  }

  /** All columns of what FROM may name. */
  static SqlSelect all(SqlNode from) {
    SqlParserPos pos = from.getParserPosition();
    return Nodes.select(new SqlNodeList(List.of(SqlIdentifier.star(pos)), pos), from);
  }
}
