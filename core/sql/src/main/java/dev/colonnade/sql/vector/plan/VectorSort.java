package dev.colonnade.sql.vector.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.expression.Constants;
import dev.colonnade.sql.vector.operator.LimitOperator;
import dev.colonnade.sql.vector.operator.Ordering;
import dev.colonnade.sql.vector.operator.SortOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A sort on vectors, of all rows or of the first ones; or a limit alone. */
final class VectorSort extends Sort implements VectorRel {
  private final List<VectorType> types;

  VectorSort(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      RelCollation collation,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      List<VectorType> types) {
    super(cluster, traits, input, collation, offset, fetch);
    this.types = List.copyOf(types);
  }

  @Override
  public Sort copy(
      RelTraitSet traits,
      RelNode input,
      RelCollation collation,
      @Nullable RexNode offset,
      @Nullable RexNode fetch) {
    return new VectorSort(getCluster(), traits, input, collation, offset, fetch, types);
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    Constants constants = context.run().constants();
    long skipped = offset == null ? 0 : rows(constants, offset);
    long wanted = fetch == null ? Long.MAX_VALUE : rows(constants, fetch);
    long rowsMax = wanted > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : wanted + skipped;
    VectorOperator input = VectorInputs.open(getInput(), context);
    VectorOperator sorted =
        orderings().isEmpty()
            ? input
            : new SortOperator(input, types, orderings(), rowsMax, context.run());
    boolean isLimited = skipped > 0 || wanted < Long.MAX_VALUE;
    return isLimited ? new LimitOperator(sorted, skipped, wanted) : sorted;
  }

  private static long rows(Constants constants, RexNode count) {
    return ((Number) requireNonNull(constants.value(count), "count is null")).longValue();
  }

  private List<Ordering> orderings() {
    List<Ordering> orderings = new ArrayList<>();
    for (RelFieldCollation field : collation.getFieldCollations()) {
      boolean descending = field.getDirection().isDescending();
      boolean nullsFirst =
          field.nullDirection == NullDirection.UNSPECIFIED
              ? descending
              : field.nullDirection == NullDirection.FIRST;
      orderings.add(new Ordering(field.getFieldIndex(), descending, nullsFirst));
    }
    return orderings;
  }
}
