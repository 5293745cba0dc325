package dev.colonnade.sql.plan.syntax;

import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calls over windows whose meaning or type in PostgreSQL is not Calcite's. */
final class WindowCalls {
  private WindowCalls() {}

  /** The call in our form; null if it is left as it is. */
  static @Nullable SqlNode rewritten(SqlCall call) {
    if (nameOf(call).equals("GROUPING")) {
      return integer(call);
    }
    if (call.getKind() != SqlKind.OVER || !(call.<SqlNode>operand(0) instanceof SqlCall function)) {
      return null;
    }
    SqlNode window = call.operand(1);
    if (window instanceof SqlIdentifier name) {
      throw NamedWindows.unknown(name);
    }
    SqlCall framed = call;
    if (window instanceof SqlWindow written) {
      SqlWindow seen = WindowFrames.of(written, nameOf(function));
      framed = seen.equals(written) ? call : (SqlCall) over(function, seen);
      window = seen;
    }
    SqlNode changed =
        switch (nameOf(function)) {
          case "LEAD", "LAG" -> withNullableDefault(function, window);
          case "NTH_VALUE" -> nthOfFrame(framed, function, window);
          case "NTILE" -> integer(framed);
          default -> window instanceof SqlWindow written ? share(framed, written) : null;
        };
    return changed != null || framed.equals(call) ? changed : framed;
  }

  /** Returns the name of a call's function, which is not resolved yet. */
  private static String nameOf(SqlCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }

  private static SqlNode integer(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos, call, KnownTypeSpec.of(SqlType.of(TypeKind.INTEGER), pos));
  }

  /** A value that is not NULL beside a column would make Calcite take the column for such, too. */
  private static @Nullable SqlNode withNullableDefault(SqlCall function, SqlNode window) {
    if (function.operandCount() < 3 || isConditional(function.operand(2))) {
      return null;
    }
    SqlParserPos pos = function.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(function.getOperandList());
    SqlNode never = SqlStdOperatorTable.EQUALS.createCall(pos, number(0, pos), number(1, pos));
    operands.set(
        2,
        new SqlCase(
            pos,
            null,
            SqlNodeList.of(never),
            SqlNodeList.of(SqlLiteral.createNull(pos)),
            operands.get(2)));
    return over(function.getOperator().createCall(pos, operands), window);
  }

  private static boolean isConditional(SqlNode node) {
    return node.getKind() == SqlKind.CASE;
  }

  /** NULL where the frame has fewer rows: Calcite's function looks behind its end. */
  private static SqlNode nthOfFrame(SqlCall call, SqlCall function, SqlNode window) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode rows =
        over(
            SqlStdOperatorTable.COUNT.createCall(pos, SqlIdentifier.star(pos)), Nodes.copy(window));
    SqlNode reached =
        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
            pos, rows, Nodes.copy(function.operand(1)));
    return new SqlCase(
        pos, null, SqlNodeList.of(reached), SqlNodeList.of(call), SqlLiteral.createNull(pos));
  }

  private static SqlNode number(int value, SqlParserPos pos) {
    return SqlLiteral.createExactNumeric(Integer.toString(value), pos);
  }

  /** PERCENT_RANK and CUME_DIST, which are shares of the rows of the partition. */
  private static @Nullable SqlNode share(SqlCall call, SqlWindow window) {
    SqlParserPos pos = call.getParserPosition();
    String name = call.<SqlNode>operand(0) instanceof SqlCall inner ? nameOf(inner) : "";
    SqlNode all =
        over(
            SqlStdOperatorTable.COUNT.createCall(pos, SqlIdentifier.star(pos)),
            SqlWindow.create(
                null,
                null,
                window.getPartitionList(),
                SqlNodeList.EMPTY,
                SqlLiteral.createBoolean(false, pos),
                null,
                null,
                null,
                pos));
    SqlNode one = SqlLiteral.createExactNumeric("1", pos);
    return switch (name) {
      case "CUME_DIST" ->
          quotient(
              over(SqlStdOperatorTable.COUNT.createCall(pos, SqlIdentifier.star(pos)), window),
              all);
      case "PERCENT_RANK" -> {
        SqlNode rank = over(SqlStdOperatorTable.RANK.createCall(pos), window);
        SqlNode before = SqlStdOperatorTable.MINUS.createCall(pos, rank, one);
        SqlNode others = SqlStdOperatorTable.MINUS.createCall(pos, all, one);
        SqlNode divisor =
            new SqlCase(
                pos,
                null,
                SqlNodeList.of(SqlStdOperatorTable.EQUALS.createCall(pos, all, one)),
                SqlNodeList.of(one),
                others);
        yield quotient(before, divisor);
      }
      default -> null;
    };
  }

  private static SqlNode over(SqlNode aggregate, SqlNode window) {
    return SqlStdOperatorTable.OVER.createCall(window.getParserPosition(), aggregate, window);
  }

  private static SqlNode quotient(SqlNode part, SqlNode whole) {
    SqlParserPos pos = part.getParserPosition();
    SqlNode floating =
        SqlStdOperatorTable.CAST.createCall(
            pos, part, KnownTypeSpec.of(SqlType.of(TypeKind.DOUBLE), pos));
    return SqlStdOperatorTable.DIVIDE.createCall(pos, floating, whole);
  }
}
