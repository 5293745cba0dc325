package dev.colonnade.sql.plan.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code count(*) FILTER (WHERE c) OVER w}, which Calcite does not know, as {@code count(CASE WHEN
 * c THEN 1 END) OVER w}; for aggregates that pass over NULL.
 */
final class FilteredWindows {
  private static final Set<String> PASS_OVER_NULL = Set.of("count", "sum", "avg", "min", "max");

  private FilteredWindows() {}

  /** The call over a window with its condition in its argument; any other call as it is. */
  static SqlCall conditional(SqlCall call) {
    if (call.getKind() != SqlKind.OVER
        || !(call.operand(0) instanceof SqlCall filter)
        || filter.getKind() != SqlKind.FILTER
        || !(filter.operand(0) instanceof SqlCall aggregate)
        || aggregate.operandCount() != 1
        || !PASS_OVER_NULL.contains(aggregate.getOperator().getName().toLowerCase(Locale.ROOT))) {
      return call;
    }
    SqlParserPos pos = aggregate.getParserPosition();
    SqlNode argument = aggregate.operand(0);
    boolean isStar = argument instanceof SqlIdentifier name && name.isStar();
    SqlNode counted = isStar ? SqlLiteral.createExactNumeric("1", pos) : argument;
    SqlNode whenTrue =
        new SqlCase(
            pos,
            null,
            SqlNodeList.of(filter.operand(1)),
            SqlNodeList.of(counted),
            SqlLiteral.createNull(pos));
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(
        0,
        aggregate
            .getOperator()
            .createCall(aggregate.getFunctionQuantifier(), pos, List.of(whenTrue)));
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }
}
