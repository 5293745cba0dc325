package dev.colonnade.sql.run;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableUnion;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;

/**
 * Set operations whose inputs all give their rows as arrays. Calcite's take what each input likes
 * best, and rows of one class are then read as if they were of another.
 */
final class EnumerableSets {
  private EnumerableSets() {}

  /** The plan with these in the place of Calcite's. */
  static RelNode of(RelNode plan) {
    List<RelNode> inputs = plan.getInputs().stream().map(EnumerableSets::of).toList();
    RelTraitSet traits = plan.getTraitSet();
    return switch (plan) {
      case EnumerableUnion union -> new ArrayUnion(union, traits, inputs);
      case EnumerableIntersect intersect -> new ArrayIntersect(intersect, traits, inputs);
      case EnumerableMinus minus -> new ArrayMinus(minus, traits, inputs);
      default -> inputs.equals(plan.getInputs()) ? plan : plan.copy(traits, inputs);
    };
  }

  private static final class ArrayUnion extends EnumerableUnion {
    ArrayUnion(EnumerableUnion like, RelTraitSet traits, List<RelNode> inputs) {
      super(like.getCluster(), traits, inputs, like.all);
    }

    @Override
    public String getRelTypeName() {
      return EnumerableUnion.class.getSimpleName();
    }

    @Override
    public EnumerableUnion copy(RelTraitSet traits, List<RelNode> inputs, boolean isAll) {
      return new ArrayUnion(this, traits, inputs);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
      return super.implement(implementor, Prefer.ARRAY);
    }
  }

  private static final class ArrayIntersect extends EnumerableIntersect {
    ArrayIntersect(EnumerableIntersect like, RelTraitSet traits, List<RelNode> inputs) {
      super(like.getCluster(), traits, inputs, like.all);
    }

    @Override
    public String getRelTypeName() {
      return EnumerableIntersect.class.getSimpleName();
    }

    @Override
    public EnumerableIntersect copy(RelTraitSet traits, List<RelNode> inputs, boolean isAll) {
      return new ArrayIntersect(this, traits, inputs);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
      return super.implement(implementor, Prefer.ARRAY);
    }
  }

  private static final class ArrayMinus extends EnumerableMinus {
    ArrayMinus(EnumerableMinus like, RelTraitSet traits, List<RelNode> inputs) {
      super(like.getCluster(), traits, inputs, like.all);
    }

    @Override
    public String getRelTypeName() {
      return EnumerableMinus.class.getSimpleName();
    }

    @Override
    public EnumerableMinus copy(RelTraitSet traits, List<RelNode> inputs, boolean isAll) {
      return new ArrayMinus(this, traits, inputs);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
      return super.implement(implementor, Prefer.ARRAY);
    }
  }
}
