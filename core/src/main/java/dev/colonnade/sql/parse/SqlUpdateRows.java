package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
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

  /** A column and its new value. */
  public record Assignment(SqlIdentifier column, SqlNode value) {}
}
