package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.expression.ExpressionCompiler;
import dev.colonnade.sql.vector.expression.VectorExpression;
import dev.colonnade.sql.vector.operator.Aggregation;
import dev.colonnade.sql.vector.operator.JoinShape;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts vector operators in the place of those that it knows, from the scans upwards, as far as
 * expressions allow. What stays runs as generated code on the rows of the vectors below it.
 */
public final class VectorPlanner extends RelHomogeneousShuttle {
  /** The plan with vector operators in it. */
  public static RelNode rewrite(RelNode plan) {
    return plan.accept(new VectorPlanner()).accept(new BareScans());
  }

  @Override
  public RelNode visit(TableScan scan) {
    if (scan instanceof PushedScan pushed) {
      return VectorScan.of(pushed);
    }
    VectorMaterializedScan held = VectorMaterializedScan.of(scan);
    return held == null ? scan : held;
  }

  @Override
  public RelNode visit(RelNode other) {
    if (other instanceof TableScan scan) {
      return visit(scan);
    }
    VectorRel written = other instanceof Union union ? VectorValues.of(union, traits(union)) : null;
    if (written != null) {
      return written;
    }
    RelNode visited = super.visit(other);
    VectorRel vectors =
        switch (visited) {
          case Filter filter -> filter(filter);
          case Project project -> project(project);
          case Aggregate aggregate -> aggregate(aggregate);
          case Join join -> join(join);
          case LookupJoin join when join.getInput() instanceof VectorRel input ->
              VectorLookupJoin.of(join, input, traits(join));
          case Sort sort -> sort(sort);
          case Values values -> VectorValues.of(values, traits(values));
          case Union union -> union(union);
          default -> null;
        };
    return vectors == null ? visited : vectors;
  }

  private static RelTraitSet traits(RelNode like) {
    return like.getCluster().traitSetOf(VectorRel.CONVENTION);
  }

  private static @Nullable VectorRel filter(Filter filter) {
    if (!(filter.getInput() instanceof VectorRel input)) {
      return null;
    }
    VectorExpression condition =
        new ExpressionCompiler(input.types()).compile(filter.getCondition());
    return condition == null || condition.type().form() != Form.BOOLEAN
        ? null
        : new VectorFilter(
            filter.getCluster(), traits(filter), input, filter.getCondition(), condition);
  }

  private static @Nullable VectorRel project(Project project) {
    if (!(project.getInput() instanceof VectorRel input) || project.containsOver()) {
      return null;
    }
    List<VectorExpression> expressions =
        new ExpressionCompiler(input.types()).compile(project.getProjects());
    return expressions == null
        ? null
        : new VectorProject(
            project.getCluster(),
            traits(project),
            narrowed(input, RelOptUtil.InputFinder.bits(project.getProjects(), null)),
            project.getProjects(),
            expressions,
            project.getRowType());
  }

  /** Returns the input reduced to the columns that are read. */
  private static RelNode narrowed(RelNode input, ImmutableBitSet columns) {
    return switch (input) {
      case VectorMaterializedScan scan -> scan.reading(columns);
      case VectorFilter filter when filter.getInput() instanceof VectorMaterializedScan scan ->
          filter.copy(
              filter.getTraitSet(),
              scan.reading(columns.union(RelOptUtil.InputFinder.bits(filter.getCondition()))),
              filter.getCondition());
      default -> input;
    };
  }

  private static @Nullable VectorRel union(Union union) {
    VectorUnion all = VectorUnion.of(union, traits(union));
    if (all == null || union.all) {
      return all;
    }
    ImmutableBitSet columns = ImmutableBitSet.range(all.getRowType().getFieldCount());
    return new VectorAggregate(
        union.getCluster(),
        traits(union),
        all,
        LogicalAggregate.create(all, List.of(), columns, null, List.of()),
        List.of(),
        all.types());
  }

  private static @Nullable VectorRel aggregate(Aggregate aggregate) {
    boolean isSimple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    if (!(aggregate.getInput() instanceof VectorRel input) || !isSimple) {
      return null;
    }
    List<Aggregation> aggregations = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      Aggregation aggregation = aggregation(call, input.types());
      if (aggregation == null) {
        return null;
      }
      aggregations.add(aggregation);
    }
    return new VectorAggregate(
        aggregate.getCluster(), traits(aggregate), input, aggregate, aggregations, input.types());
  }

  private static @Nullable Aggregation aggregation(AggregateCall call, List<VectorType> types) {
    boolean isPlain =
        !call.isDistinct() && !call.isApproximate() && call.getCollation().getKeys().isEmpty();
    if (!isPlain || call.getArgList().size() > 1) {
      return null;
    }
    TypeKind kind = TypeKind.of(call.getType());
    Aggregation.Function function =
        switch (call.getAggregation().getKind()) {
          case COUNT -> Aggregation.Function.COUNT;
          case SUM -> Aggregation.Function.SUM;
          case SUM0 -> Aggregation.Function.SUM_OR_ZERO;
          case MIN -> Aggregation.Function.MIN;
          case MAX -> Aggregation.Function.MAX;
          case SINGLE_VALUE -> Aggregation.Function.SINGLE;
          default -> ofSubquery(call.getAggregation().getName());
        };
    if (function == null) {
      return null;
    }
    VectorType result = resultOf(function, call, types, kind);
    return result == null
        ? null
        : new Aggregation(function, call.getArgList(), call.filterArg, result);
  }

  /** Returns the aggregate function that {@code SingleValues} puts over a scalar subquery. */
  private static Aggregation.@Nullable Function ofSubquery(String name) {
    return switch (name) {
      case AggregateRegistry.FIRST_ROW -> Aggregation.Function.FIRST;
      case AggregateRegistry.ROW_COUNT -> Aggregation.Function.ROW_COUNT;
      default -> null;
    };
  }

  private static @Nullable VectorType resultOf(
      Aggregation.Function function, AggregateCall call, List<VectorType> types, TypeKind kind) {
    if (function == Aggregation.Function.COUNT || function == Aggregation.Function.ROW_COUNT) {
      return VectorType.of(TypeKind.BIGINT);
    }
    VectorType type = types.get(call.getArgList().getFirst());
    if (function == Aggregation.Function.SINGLE || function == Aggregation.Function.FIRST) {
      return type;
    }
    boolean keeps = function == Aggregation.Function.MIN || function == Aggregation.Function.MAX;
    if (keeps || kind == TypeKind.NUMERIC) {
      return type.kind() == kind || kind.isText() ? type : null;
    }
    boolean isSum = kind == TypeKind.DOUBLE || kind.isInteger();
    VectorType result = VectorType.of(kind);
    return isSum && result.form() == type.form() ? result : null;
  }

  private static @Nullable VectorRel join(Join join) {
    if (!(join.getLeft() instanceof VectorRel left)
        || !(join.getRight() instanceof VectorRel right)) {
      return null;
    }
    boolean keepsLeft = isLeftSmaller(join);
    JoinShape.Kind kind = kindOf(join.getJoinType(), keepsLeft);
    if (kind == null) {
      return null;
    }
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    List<Boolean> filterNulls = new ArrayList<>();
    RexNode rest =
        RelOptUtil.splitJoinCondition(
            left, right, join.getCondition(), leftKeys, rightKeys, filterNulls);
    for (int i = 0; i < leftKeys.size(); i++) {
      if (!left.types().get(leftKeys.get(i)).hasSameForm(right.types().get(rightKeys.get(i)))) {
        return null;
      }
    }
    VectorExpression condition = null;
    if (!rest.isAlwaysTrue()) {
      List<VectorType> both = new ArrayList<>(left.types());
      both.addAll(right.types());
      condition = new ExpressionCompiler(both).compile(rest);
      if (condition == null) {
        return null;
      }
    }
    JoinShape.Keys keys =
        new JoinShape.Keys(leftKeys, rightKeys, filterNulls.stream().map(only -> !only).toList());
    JoinShape shape =
        keepsLeft
            ? new JoinShape(kind, true, right.types(), left.types(), keys.exchanged(), condition)
            : new JoinShape(kind, false, left.types(), right.types(), keys, condition);
    return new VectorJoin(join.getCluster(), traits(join), left, right, join, shape);
  }

  private static boolean isLeftSmaller(Join join) {
    RelMetadataQuery metadata = join.getCluster().getMetadataQuery();
    Double left = metadata.getRowCount(join.getLeft());
    Double right = metadata.getRowCount(join.getRight());
    return left != null && right != null && left < right;
  }

  static JoinShape.@Nullable Kind kindOf(JoinRelType type, boolean keepsLeft) {
    return switch (type) {
      case INNER -> JoinShape.Kind.INNER;
      case LEFT -> keepsLeft ? JoinShape.Kind.KEPT : JoinShape.Kind.LEFT;
      case RIGHT -> keepsLeft ? JoinShape.Kind.LEFT : JoinShape.Kind.KEPT;
      case FULL -> JoinShape.Kind.FULL;
      case SEMI -> JoinShape.Kind.SEMI;
      case ANTI -> JoinShape.Kind.ANTI;
      default -> null;
    };
  }

  private static @Nullable VectorRel sort(Sort sort) {
    if (!(sort.getInput() instanceof VectorRel input)
        || !isCount(sort.offset)
        || !isCount(sort.fetch)
        || hasJsonKey(sort)) {
      return null;
    }
    return new VectorSort(
        sort.getCluster(),
        traits(sort),
        input,
        sort.getCollation(),
        sort.offset,
        sort.fetch,
        input.types());
  }

  /** The order of JSON is not that of its texts. */
  private static boolean hasJsonKey(Sort sort) {
    return sort.getCollation().getKeys().stream()
        .map(key -> sort.getRowType().getFieldList().get(key).getType())
        .anyMatch(type -> TypeKind.of(type) == TypeKind.JSONB);
  }

  private static boolean isCount(@Nullable RexNode count) {
    return count == null || count instanceof RexLiteral || count instanceof RexDynamicParam;
  }

  /** Generated code reads tables without rows in store by itself: vectors would be a detour. */
  private static final class BareScans extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode other) {
      if (other instanceof VectorRel) {
        return other;
      }
      List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : other.getInputs()) {
        inputs.add(input instanceof VectorMaterializedScan scan ? scan.scan() : input.accept(this));
      }
      return inputs.equals(other.getInputs()) ? other : other.copy(other.getTraitSet(), inputs);
    }
  }
}
