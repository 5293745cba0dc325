package dev.colonnade.sql.plan.logical;

import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Takes columns out of orders that have no type, because every branch of a union has NULL there:
 * they order nothing, and there is no comparison for them.
 */
final class NullSortKeys extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Sort sort)) {
      return visited;
    }
    List<RelFieldCollation> all = sort.getCollation().getFieldCollations();
    List<RelFieldCollation> typed = all.stream().filter(key -> !isNull(sort, key)).toList();
    if (typed.size() == all.size()) {
      return sort;
    }
    return typed.isEmpty() && sort.offset == null && sort.fetch == null
        ? sort.getInput()
        : sort.copy(
            sort.getTraitSet().replace(RelCollations.of(typed)),
            sort.getInput(),
            RelCollations.of(typed));
  }

  private static boolean isNull(Sort sort, RelFieldCollation key) {
    return sort.getRowType().getFieldList().get(key.getFieldIndex()).getType().getSqlTypeName()
        == SqlTypeName.NULL;
  }
}
