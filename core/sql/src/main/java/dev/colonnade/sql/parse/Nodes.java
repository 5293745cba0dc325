package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Nodes of a query's tree, and lists of them that contain no null whatever the parser returns. */
public final class Nodes {
  private Nodes() {}

  /** The nodes of a list in which there is no null. */
  public static List<SqlNode> of(Iterable<? extends @Nullable SqlNode> nodes) {
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode node : nodes) {
      all.add(requireNonNull(node, "node is null"));
    }
    return all;
  }

  /** A SELECT of nothing but a list, where that stands, and what it is of. */
  public static SqlSelect select(SqlNodeList items, @Nullable SqlNode from) {
    return select(items, from, null);
  }

  /** A SELECT of a list, what it is of, and a condition. */
  public static SqlSelect select(
      SqlNodeList items, @Nullable SqlNode from, @Nullable SqlNode condition) {
    return new SqlSelect(
        items.getParserPosition(),
        null,
        items,
        from,
        condition,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /**
   * Returns a copy of the expression: validation changes nodes, so that no node may occur in two
   * places.
   */
  public static SqlNode copy(SqlNode node) {
    SqlNode copied =
        node.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copying = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copying);
                return copying.result();
              }

              @Override
              public SqlNode visit(SqlIdentifier identifier) {
                return identifier.clone(identifier.getParserPosition());
              }
            });
    return requireNonNull(copied, "expression is gone after copying it");
  }
}
