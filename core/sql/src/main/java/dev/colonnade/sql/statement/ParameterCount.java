package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlInsertRows;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Number of the parameters that a statement refers to. */
final class ParameterCount extends SqlBasicVisitor<@Nullable Void> {
  private int count;

  private ParameterCount() {}

  static int of(SqlInsertRows node) {
    ParameterCount found = new ParameterCount();
    found.add(node.source());
    node.returning().forEach(found::add);
    OnConflict conflict = node.conflict();
    if (conflict != null) {
      conflict.assignments().forEach(assignment -> found.add(assignment.value()));
      found.add(conflict.condition());
    }
    return found.count;
  }

  private void add(@Nullable SqlNode node) {
    if (node != null) {
      node.accept(this);
    }
  }

  @Override
  public @Nullable Void visit(SqlDynamicParam parameter) {
    count = Math.max(count, parameter.getIndex() + 1);
    return null;
  }
}
