package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.AggregateOperator;
import dev.colonnade.sql.vector.operator.Aggregation;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** GROUP BY on vectors, by hash. */
final class VectorAggregate extends Aggregate implements VectorRel {
  private final List<Aggregation> aggregations;
  private final List<VectorType> inputTypes;

  VectorAggregate(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      Aggregate like,
      List<Aggregation> aggregations,
      List<VectorType> inputTypes) {
    super(cluster, traits, List.of(), input, like.getGroupSet(), null, like.getAggCallList());
    this.aggregations = List.copyOf(aggregations);
    this.inputTypes = List.copyOf(inputTypes);
  }

  @Override
  public Aggregate copy(
      RelTraitSet traits,
      RelNode input,
      ImmutableBitSet groupSet,
      @Nullable List<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    return new VectorAggregate(getCluster(), traits, input, this, aggregations, inputTypes);
  }

  @Override
  public List<VectorType> types() {
    List<VectorType> types = new ArrayList<>();
    groupSet.forEachInt(key -> types.add(inputTypes.get(key)));
    aggregations.forEach(aggregation -> types.add(aggregation.result()));
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return new AggregateOperator(
        VectorInputs.open(getInput(), context),
        inputTypes,
        groupSet.toArray(),
        aggregations,
        context.run());
  }
}
