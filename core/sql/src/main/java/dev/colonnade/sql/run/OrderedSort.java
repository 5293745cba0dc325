package dev.colonnade.sql.run;

import dev.colonnade.sql.window.WindowRowComparator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A sort by values of which generated code has another order than PostgreSQL, or none. Public
 * because generated code calls it.
 */
public final class OrderedSort extends EnumerableSort {
  private OrderedSort(RelTraitSet traits, RelNode input, RelCollation collation) {
    super(input.getCluster(), traits, input, collation, null, null);
  }

  /** A sort of Calcite's, or ours in its place if that is needed. */
  static RelNode of(Sort sort) {
    boolean isOurs =
        sort.getCollation().getKeys().stream()
            .anyMatch(
                key ->
                    WindowRowComparator.needsPostgresOrder(
                        sort.getRowType().getFieldList().get(key).getType()));
    if (!isOurs) {
      return sort;
    }
    RelNode sorted = new OrderedSort(sort.getTraitSet(), sort.getInput(), sort.getCollation());
    return sort instanceof EnumerableLimitSort
        ? EnumerableLimit.create(sorted, sort.offset, sort.fetch)
        : sorted;
  }

  @Override
  public EnumerableSort copy(
      RelTraitSet traits,
      RelNode input,
      RelCollation collation,
      @Nullable RexNode offset,
      @Nullable RexNode fetch) {
    return new OrderedSort(traits, input, collation);
  }

  @Override
  public String getRelTypeName() {
    return EnumerableSort.class.getSimpleName();
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder builder = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    Expression rows = builder.append("input", input.block);
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    WindowRowComparator order = WindowRowComparator.of(getCollation(), getRowType());
    builder.add(
        Expressions.call(
            OrderedSort.class,
            "sorted",
            builder.append("arrays", input.physType.convertTo(rows, JavaRowFormat.ARRAY)),
            implementor.stash(order, WindowRowComparator.class)));
    return implementor.result(type, builder.toBlock());
  }

  /** Called by generated code: rows are arrays, or bare values where there is one column. */
  public static Enumerable<Object> sorted(Enumerable<Object> input, WindowRowComparator order) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        List<@Nullable Object> rows = new ArrayList<>();
        try (Enumerator<Object> each = input.enumerator()) {
          while (each.moveNext()) {
            rows.add(each.current());
          }
        }
        rows.sort((left, right) -> order.compare(array(left), array(right)));
        return Linq4j.enumerator(rows);
      }
    };
  }

  private static @Nullable Object[] array(@Nullable Object row) {
    return row instanceof @Nullable Object[] values ? values : new @Nullable Object[] {row};
  }
}
