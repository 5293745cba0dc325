package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** UPDATE. */
public final class SqlUpdateRows extends SqlStatement {
  private final SqlTableRows rows;
  private final List<Assignment> assignments;

  public SqlUpdateRows(SqlParserPos pos, SqlTableRows rows, List<Assignment> assignments) {
    super("UPDATE", pos);
    this.rows = rows;
    this.assignments = List.copyOf(assignments);
  }

  public SqlTableRows rows() {
    return rows;
  }

  public List<Assignment> assignments() {
    return assignments;
  }

  /** The same with queries in front. */
  public SqlUpdateRows with(SqlNodeList queries) {
    return new SqlUpdateRows(getParserPosition(), rows.with(queries), assignments);
  }

  /**
   * Adds the assignments of several columns at once.
   *
   * @param row as many values, or a query for one row
   */
  public static void assign(List<Assignment> out, List<SqlIdentifier> columns, SqlNodeList row) {
    SqlSelect query = row.size() == 1 && row.get(0) instanceof SqlSelect only ? only : null;
    List<SqlNode> values = Nodes.of(query == null ? row.getList() : query.getSelectList());
    if (values.size() != columns.size()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "number of columns does not match number of values");
    }
    for (int i = 0; i < columns.size(); i++) {
      SqlNode one = values.get(i);
      if (query != null) {
        SqlSelect only = (SqlSelect) query.clone(query.getParserPosition());
        only.setSelectList(SqlNodeList.of(values.get(i)));
        one = only;
      }
      out.add(new Assignment(columns.get(i), one));
    }
  }

  private static final String ELEMENT = "with element";
  private static final String SLICE = "with slice";

  /**
   * Adds an assignment to a column, or to elements of the array in it. Several to one array work on
   * what those before them made of it.
   */
  public static void assign(
      List<Assignment> out, SqlIdentifier column, @Nullable SqlNode subscript, SqlNode value) {
    if (subscript == null) {
      out.add(new Assignment(column, value));
      return;
    }
    SqlNode array = column;
    for (Assignment before : List.copyOf(out)) {
      if (before.column().getSimple().equals(column.getSimple()) && isOfElements(before.value())) {
        array = before.value();
        out.remove(before);
      }
    }
    List<SqlNode> arguments = new ArrayList<>(List.of(array));
    if (ExtraOperators.isSlice(subscript)) {
      arguments.addAll(((SqlCall) subscript).getOperandList());
    } else {
      arguments.add(subscript);
    }
    arguments.add(value);
    String name = ExtraOperators.isSlice(subscript) ? SLICE : ELEMENT;
    SqlNode[] all = arguments.toArray(new SqlNode[0]);
    out.add(new Assignment(column, ExtraOperators.call(name, value.getParserPosition(), all)));
  }

  private static boolean isOfElements(SqlNode value) {
    return value instanceof SqlCall call
        && (call.getOperator().getName().equals(ELEMENT)
            || call.getOperator().getName().equals(SLICE));
  }

  /** A column and its new value. */
  public record Assignment(SqlIdentifier column, SqlNode value) {}
}
