package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

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
   * @param value a row of as many values, or a query for one row
   */
  public static void assign(List<Assignment> out, List<SqlIdentifier> columns, SqlNode value) {
    boolean isRow = value.getKind() == SqlKind.ROW;
    List<SqlNode> values =
        value instanceof SqlSelect select
            ? Nodes.of(select.getSelectList())
            : isRow ? Nodes.of(((SqlCall) value).getOperandList()) : List.of(value);
    if (values.size() != columns.size()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "number of columns does not match number of values");
    }
    for (int i = 0; i < columns.size(); i++) {
      SqlNode one = values.get(i);
      if (value instanceof SqlSelect select) {
        SqlSelect only = (SqlSelect) select.clone(select.getParserPosition());
        only.setSelectList(SqlNodeList.of(values.get(i)));
        one = only;
      }
      out.add(new Assignment(columns.get(i), one));
    }
  }

  /** A column and its new value. */
  public record Assignment(SqlIdentifier column, SqlNode value) {}
}
