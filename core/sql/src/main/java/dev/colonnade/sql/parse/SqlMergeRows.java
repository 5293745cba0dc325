package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/** MERGE. */
public final class SqlMergeRows extends SqlStatement {
  private final SqlTableRows rows;
  private final List<MergeAction> actions;

  /**
   * A merge.
   *
   * @param rows the target, the source as what it is joined with, and what the join is on
   */
  public SqlMergeRows(SqlParserPos pos, SqlTableRows rows, List<MergeAction> actions) {
    super("MERGE", pos);
    this.rows = rows;
    this.actions = List.copyOf(actions);
  }

  public SqlTableRows rows() {
    return rows;
  }

  public List<MergeAction> actions() {
    return actions;
  }

  /** The same with queries in front. */
  public SqlMergeRows with(SqlNodeList queries) {
    return new SqlMergeRows(getParserPosition(), rows.with(queries), actions);
  }
}
