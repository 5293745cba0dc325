package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** WITH of which an item changes rows, and the statement behind it. */
public final class SqlWithChanges extends SqlStatement {
  private final List<Item> items;
  private final SqlNode body;

  public SqlWithChanges(SqlParserPos pos, List<Item> items, SqlNode body) {
    super(
        body instanceof SqlStatement statement ? statement.getOperator().getName() : "SELECT", pos);
    this.items = List.copyOf(items);
    this.body = body;
  }

  public List<Item> items() {
    return items;
  }

  /** A query, or a statement that changes rows. */
  public SqlNode body() {
    return body;
  }

  /**
   * A name and the statement whose rows it has.
   *
   * @param columns what its columns are called; null for the statement's names
   * @param recursive whether it may name itself
   */
  public record Item(
      SqlIdentifier name, @Nullable SqlNodeList columns, SqlNode statement, boolean recursive) {}
}
