package dev.colonnade.sql.plan.source;

import dev.colonnade.sql.function.library.SetReturningFunctions;
import dev.colonnade.sql.function.operator.CatalogOperators;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.ExpressionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Functions that give several rows. To us they give one list; in FROM it is taken apart, and a
 * function in the list of a SELECT is put into its FROM.
 */
public final class TableFunctionCalls {
  static final String ORDINALITY = "ordinality";

  private TableFunctionCalls() {}

  /** A function in FROM, alone or with its alias; any other call as it is. */
  public static SqlNode inFrom(SqlCall call) {
    if (call.getKind() == SqlKind.AS) {
      return aliased(call);
    }
    if (call.getKind() == SqlKind.UNNEST && call.operandCount() > 1) {
      return SqlStdOperatorTable.AS.createCall(
          call.getParserPosition(),
          RowsInStep.of(call.getOperandList(), hasOrdinality(call)),
          identifier("unnest"));
    }
    if (call.getKind() == SqlKind.UNNEST) {
      SqlNode list = call.operand(0);
      String name = isRowFunction(list) ? nameOf((SqlCall) list) : "unnest";
      return withNames(call, identifier(name), call.getParserPosition());
    }
    SqlNode function = call.operand(0);
    SqlNode members = JsonMembers.rows(function);
    if (members == null) {
      members = CatalogRows.rows(function);
    }
    if (members != null) {
      return members;
    }
    if (isRowFunction(function)) {
      return withNames(
          unnest(function), identifier(columnOf((SqlCall) function)), call.getParserPosition());
    }
    return ofOneValue(function);
  }

  /** Any other function gives one row of one column, both called like it. */
  private static SqlNode ofOneValue(SqlNode function) {
    SqlParserPos pos = function.getParserPosition();
    SqlIdentifier name = identifier(ExpressionNames.of(function));
    SqlNode value =
        function instanceof SqlCall call && call.operandCount() == 0 ? ofWord(call) : function;
    SqlSelect select = Nodes.select(SqlNodeList.of(named(value, name)), null);
    return SqlStdOperatorTable.AS.createCall(
        pos, SqlStdOperatorTable.LATERAL.createCall(pos, select), name, name);
  }

  /** Returns the call of a function that the grammar reads as a keyword. */
  private static SqlNode ofWord(SqlCall call) {
    return switch (nameOf(call)) {
      case "current_user", "user", "current_role", "session_user" ->
          CatalogOperators.named("current_user").createCall(call.getParserPosition());
      case "current_catalog", "current_schema" ->
          CatalogOperators.named(nameOf(call)).createCall(call.getParserPosition());
      default -> call;
    };
  }

  private static SqlNode named(SqlNode value, SqlIdentifier name) {
    return SqlStdOperatorTable.AS.createCall(value.getParserPosition(), value, name);
  }

  /** The function has been given its own name already, before its alias was seen. */
  private static SqlNode aliased(SqlCall call) {
    if (!(call.operand(0) instanceof SqlCall inner) || inner.getKind() != SqlKind.AS) {
      return call;
    }
    if (inner.operand(0).getKind() == SqlKind.LATERAL) {
      List<SqlNode> renamed = new ArrayList<>(call.getOperandList());
      renamed.set(0, inner.operand(0));
      if (inner.<SqlCall>operand(0).operand(0) instanceof SqlSelect select
          && renamed.size() == select.getSelectList().size() + 1
          && isNumbered(select)) {
        renamed.add(identifier(ORDINALITY));
      }
      if (inner.operandCount() == 3 && renamed.size() == 2) {
        renamed.add(call.operand(1));
      }
      return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), renamed);
    }
    if (!isUnnest(inner)) {
      return call;
    }
    SqlCall source = inner.operand(0);
    if (call.operandCount() == 2) {
      return withNames(source, call.operand(1), call.getParserPosition());
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, source);
    if (hasOrdinality(source) && operands.size() == 3) {
      operands.add(identifier(ORDINALITY));
    }
    return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), operands);
  }

  private static boolean isNumbered(SqlSelect select) {
    SqlNode last = select.getSelectList().get(select.getSelectList().size() - 1);
    return last instanceof SqlCall named && named.operand(1).toString().equals(ORDINALITY);
  }

  private static boolean isUnnest(SqlCall call) {
    return call.operand(0).getKind() == SqlKind.UNNEST;
  }

  /** A single column is named like the table, as PostgreSQL names it. */
  private static SqlNode withNames(SqlCall unnest, SqlNode alias, SqlParserPos pos) {
    List<SqlNode> operands = new ArrayList<>(List.of(unnest, alias, alias));
    if (hasOrdinality(unnest)) {
      operands.add(identifier(ORDINALITY));
    }
    return SqlStdOperatorTable.AS.createCall(pos, operands);
  }

  private static boolean hasOrdinality(SqlCall unnest) {
    return ((SqlUnnestOperator) unnest.getOperator()).withOrdinality;
  }

  static SqlCall unnest(SqlNode list) {
    return SqlStdOperatorTable.UNNEST.createCall(list.getParserPosition(), list);
  }

  static SqlIdentifier identifier(String name) {
    return new SqlIdentifier(name, SqlParserPos.ZERO);
  }

  static boolean isRowFunction(@Nullable SqlNode node) {
    return node instanceof SqlBasicCall call
        && call.getOperator() instanceof SqlFunction
        && SetReturningFunctions.contains(nameOf(call));
  }

  /** Returns PostgreSQL's name of the only column, where the statement gives none. */
  private static String columnOf(SqlCall function) {
    String name = nameOf(function);
    return name.contains("_array_elements") ? "value" : name;
  }

  static String nameOf(SqlCall call) {
    return call.getOperator().getName().toLowerCase(Locale.ROOT);
  }

  /** A SELECT whose list may have such functions; they go on side by side. */
  public static SqlNode inList(SqlSelect select) {
    RowsInList rows = new RowsInList(select.getSelectList());
    SqlNode source = rows.source();
    if (source != null) {
      SqlNode from = select.getFrom();
      select.setSelectList(rows.items());
      select.setFrom(from == null ? source : joined(from, source));
    }
    return select;
  }

  /** Returns the operand of {@code unnest}, which is a list already. */
  static SqlNode unnested(SqlNode function) {
    String name = nameOf((SqlCall) function);
    return name.equals("unnest") || name.equals("_pg_expandarray")
        ? ((SqlCall) function).operand(0)
        : function;
  }

  private static SqlNode joined(SqlNode left, SqlNode right) {
    return new SqlJoin(
        SqlParserPos.ZERO,
        left,
        SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
        JoinType.COMMA.symbol(SqlParserPos.ZERO),
        right,
        JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
        null);
  }
}
