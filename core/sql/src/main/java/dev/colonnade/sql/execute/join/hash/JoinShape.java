package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kind, inputs and conditions of a join.
 *
 * @param keys columns that are equal in pairs; empty for a join by condition alone
 * @param condition over pairs, beside the keys; null if there is none
 */
public record JoinShape(
    JoinPlan.Kind kind,
    List<VectorType> leftTypes,
    List<VectorType> rightTypes,
    List<JoinPlan.Key> keys,
    @Nullable Expression condition) {
  public JoinShape(
      JoinPlan.Kind kind,
      List<VectorType> leftTypes,
      List<VectorType> rightTypes,
      List<JoinPlan.Key> keys,
      @Nullable Expression condition) {
    this.kind = requireNonNull(kind, "kind is null");
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
    this.keys = List.copyOf(keys);
    this.condition = condition;
  }

  /** Returns the shape of a hash join. */
  public static JoinShape of(JoinPlan.HashJoin plan) {
    return new JoinShape(
        plan.kind(), plan.left().types(), plan.right().types(), plan.keys(), plan.condition());
  }

  /** Returns the shape of a merge join. */
  public static JoinShape of(JoinPlan.MergeJoin plan) {
    return new JoinShape(
        plan.kind(), plan.left().types(), plan.right().types(), plan.keys(), plan.condition());
  }

  /** Returns the shape of a nested-loop join. */
  public static JoinShape of(JoinPlan.NestedLoopJoin plan) {
    return new JoinShape(
        plan.kind(), plan.left().types(), plan.right().types(), List.of(), plan.condition());
  }

  /** Returns the shape of a dependent join. */
  public static JoinShape of(JoinPlan.DependentJoin plan) {
    return new JoinShape(
        plan.kind(), plan.left().types(), plan.right().types(), List.of(), plan.condition());
  }
}
