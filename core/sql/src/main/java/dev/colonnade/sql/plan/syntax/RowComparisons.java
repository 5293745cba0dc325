package dev.colonnade.sql.plan.syntax;

import dev.colonnade.sql.parse.Nodes;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of rows by order, {@code (a, b) < (c, d)}, as comparisons of their values: Calcite
 * compares whole rows, and takes NULL for a value.
 */
final class RowComparisons {
  private RowComparisons() {}

  /** The call, or what it means if it compares rows whose values are no queries. */
  static SqlNode rewritten(SqlCall call) {
    SqlOperator strict =
        switch (call.getKind()) {
          case LESS_THAN, LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN;
          case GREATER_THAN, GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN;
          default -> null;
        };
    if (strict == null
        || call.operandCount() != 2
        || !(call.operand(0) instanceof SqlCall left)
        || !(call.operand(1) instanceof SqlCall right)
        || !areRows(left, right)) {
      return call;
    }
    return compared(call, strict, left.getOperandList(), right.getOperandList());
  }

  private static boolean areRows(SqlCall left, SqlCall right) {
    return left.getKind() == SqlKind.ROW
        && right.getKind() == SqlKind.ROW
        && left.operandCount() == right.operandCount()
        && left.operandCount() > 0
        && !hasQuery(left)
        && !hasQuery(right);
  }

  private static boolean hasQuery(SqlNode node) {
    try {
      node.accept(
          new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
              if (call.isA(SqlKind.QUERY)) {
                throw Util.FoundOne.NULL;
              }
              return super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  private static SqlNode compared(
      SqlCall call, SqlOperator strict, List<SqlNode> left, List<SqlNode> right) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode first = left.getFirst();
    SqlNode other = right.getFirst();
    if (left.size() == 1) {
      return call.getOperator().createCall(pos, first, other);
    }
    SqlNode rest =
        compared(call, strict, left.subList(1, left.size()), right.subList(1, right.size()));
    SqlNode isSame =
        SqlStdOperatorTable.EQUALS.createCall(pos, Nodes.copy(first), Nodes.copy(other));
    return SqlStdOperatorTable.OR.createCall(
        pos,
        strict.createCall(pos, first, other),
        SqlStdOperatorTable.AND.createCall(pos, isSame, rest));
  }
}
