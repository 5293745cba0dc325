package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.MergeAction;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** The query of a MERGE: its source joined with its target. */
final class MergeQuery {
  private static final SqlParserPos POS = SqlParserPos.ZERO;

  private final Table table;
  private final SqlTableRows rows;
  private final List<MergeAction> actions;

  MergeQuery(Table table, SqlTableRows rows, List<MergeAction> actions) {
    this.table = table;
    this.rows = rows;
    this.actions = actions;
  }

  /** The key of the target, the number of the action, and some expressions. */
  SqlNode of(List<SqlNode> expressions) {
    List<SqlNode> list = new ArrayList<>();
    for (Column key : table.schema().keyColumns()) {
      list.add(targetColumn(key));
    }
    list.add(actionNumber());
    list.addAll(expressions);
    SqlSelect select = Returning.select(list, join());
    SqlNodeList with = rows.with();
    return with == null ? select : new SqlWith(POS, with, select);
  }

  private SqlNode join() {
    SqlNode source = rows.from();
    SqlNode condition = rows.condition();
    if (source == null || condition == null) {
      throw new IllegalArgumentException("a merge has a source and a condition");
    }
    SqlIdentifier alias = rows.alias();
    SqlNode target =
        alias == null ? rows.table() : SqlStdOperatorTable.AS.createCall(POS, rows.table(), alias);
    boolean needsPairs = actions.stream().allMatch(MergeAction::matched);
    return new SqlJoin(
        POS,
        source,
        SqlLiteral.createBoolean(false, POS),
        (needsPairs ? JoinType.INNER : JoinType.LEFT).symbol(POS),
        target,
        JoinConditionType.ON.symbol(POS),
        condition);
  }

  private SqlIdentifier targetColumn(Column column) {
    return new SqlIdentifier(List.of(TargetRows.nameOf(table, rows), column.name()), POS);
  }

  /** The value of an action; NULL in rows that it is not for. */
  SqlNode guarded(int number, SqlNode value) {
    SqlNode isOwn =
        SqlStdOperatorTable.EQUALS.createCall(POS, actionNumber(), numberLiteral(number));
    return choice(List.of(isOwn), List.of(visibleTo(actions.get(number), value)));
  }

  /** Returns the expression for the action of a row; NULL if it has none. */
  private SqlNode actionNumber() {
    List<SqlNode> conditions = new ArrayList<>();
    List<SqlNode> numbers = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      conditions.add(conditionOf(actions.get(i)));
      numbers.add(numberLiteral(i));
    }
    return choice(conditions, numbers);
  }

  private SqlNode conditionOf(MergeAction action) {
    SqlIdentifier key = targetColumn(table.schema().keyColumns().getFirst());
    SqlNode meets =
        (action.matched() ? SqlStdOperatorTable.IS_NOT_NULL : SqlStdOperatorTable.IS_NULL)
            .createCall(POS, key);
    SqlNode further = action.condition();
    return further == null
        ? meets
        : SqlStdOperatorTable.AND.createCall(POS, meets, visibleTo(action, Nodes.copy(further)));
  }

  /** The expression as it is meant: where no row of the target is, its names are the source's. */
  private SqlNode visibleTo(MergeAction action, SqlNode expression) {
    String source = sourceName();
    if (action.matched() || source == null) {
      return expression;
    }
    SqlNode qualified =
        expression.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                return call.isA(SqlKind.QUERY) ? call : super.visit(call);
              }

              @Override
              public SqlNode visit(SqlIdentifier name) {
                return name.isSimple() && table.schema().hasVisibleColumn(name.getSimple())
                    ? new SqlIdentifier(List.of(source, name.getSimple()), name.getParserPosition())
                    : name;
              }
            });
    return qualified == null ? expression : qualified;
  }

  /** Returns the alias of the source; null for a join, which has no name of its own. */
  private @Nullable String sourceName() {
    return switch (rows.from()) {
      case SqlIdentifier name -> name.names.getLast();
      case SqlCall call when call.getKind() == SqlKind.AS -> call.operand(1).toString();
      case null, default -> null;
    };
  }

  private static SqlNode numberLiteral(int number) {
    return SqlLiteral.createExactNumeric(Integer.toString(number), POS);
  }

  private static SqlNode choice(List<SqlNode> conditions, List<SqlNode> values) {
    return new SqlCase(
        POS,
        null,
        new SqlNodeList(conditions, POS),
        new SqlNodeList(values, POS),
        SqlLiteral.createNull(POS));
  }
}
