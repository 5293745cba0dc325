package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The rows that an update or a delete is about, as a query for their keys and for more. */
final class TargetRows {
  private TargetRows() {}

  static Column column(Table table, String name) {
    if (!table.schema().hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
    }
    return table.schema().column(name);
  }

  /** The column of a name; UNKNOWN_COLUMN at its place if there is none. */
  static Column column(Table table, SqlNode name) {
    return SqlErrors.about(name.getParserPosition(), () -> column(table, name.toString()));
  }

  /** Returns the alias of the table in the statement. */
  static String nameOf(Table table, SqlTableRows rows) {
    return nameOf(table, null, rows);
  }

  /** Returns the alias in the statement of the table, or of the view that maps to it. */
  static String nameOf(Table table, @Nullable ViewTarget view, SqlTableRows rows) {
    SqlIdentifier alias = rows.alias();
    if (alias != null) {
      return alias.getSimple();
    }
    return view == null ? table.name() : view.view().name();
  }

  /** The key columns of the rows, and behind them some expressions. */
  static SqlNode query(Table table, SqlTableRows rows, List<SqlNode> expressions) {
    return query(table, null, rows, expressions);
  }

  /**
   * Variant of {@link #query(Table, SqlTableRows, List)} that reads the rows of a view, if there is
   * one.
   */
  static SqlNode query(
      Table table, @Nullable ViewTarget view, SqlTableRows rows, List<SqlNode> expressions) {
    SqlParserPos pos = SqlParserPos.ZERO;
    String name = nameOf(table, view, rows);
    List<SqlNode> list = new ArrayList<>();
    for (Column key : table.schema().keyColumns()) {
      list.add(Returning.reference(name, view == null ? key.name() : ViewTarget.hidden(key)));
    }
    list.addAll(expressions);
    SqlNode target =
        rows.alias() == null && view == null
            ? rows.table()
            : SqlStdOperatorTable.AS.createCall(
                pos, view == null ? rows.table() : view.rows(), new SqlIdentifier(name, pos));
    SqlNode further = rows.from();
    SqlNode from = further == null ? target : joined(target, further);
    SqlSelect select = Nodes.select(new SqlNodeList(list, pos), from, rows.condition());
    SqlNodeList with = rows.with();
    return with == null ? select : new SqlWith(pos, with, select);
  }

  private static SqlNode joined(SqlNode target, SqlNode further) {
    SqlParserPos pos = SqlParserPos.ZERO;
    return new SqlJoin(
        pos,
        target,
        SqlLiteral.createBoolean(false, pos),
        JoinType.COMMA.symbol(pos),
        further,
        JoinConditionType.NONE.symbol(pos),
        null);
  }
}
