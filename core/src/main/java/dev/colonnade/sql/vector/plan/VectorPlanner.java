package dev.colonnade.sql.vector.plan;

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
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Puts vector operators in the place of those that it knows, from the scans upwards, as far as
 * expressions allow. What stays runs as generated code on the rows of the vectors below it.
 */
public final class VectorPlanner extends RelHomogeneousShuttle {
  /** The plan with vector operators in it. */
  public static RelNode rewrite(RelNode plan) {
    return plan.accept(new VectorPlanner());
  }

  @Override
  public RelNode visit(TableScan scan) {
    return scan instanceof PushedScan pushed ? VectorScan.of(pushed) : scan;
  }

  @Override
  public RelNode visit(RelNode other) {
    if (other instanceof PushedScan scan) {
      return VectorScan.of(scan);
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
          case Union union -> VectorValues.of(union, traits(union));
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
            input,
            project.getProjects(),
            expressions,
            project.getRowType());
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
          default -> null;
        };
    if (function == null) {
      return null;
    }
    VectorType result = resultOf(function, call, types, kind);
    return result == null
        ? null
        : new Aggregation(function, call.getArgList(), call.filterArg, result);
  }

  private static @Nullable VectorType resultOf(
      Aggregation.Function function, AggregateCall call, List<VectorType> types, TypeKind kind) {
    if (function == Aggregation.Function.COUNT) {
      return VectorType.of(TypeKind.BIGINT);
    }
    VectorType type = types.get(call.getArgList().getFirst());
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
    JoinInfo info = JoinInfo.createWithStrictEquality(left, right, join.getCondition());
    if (kind == null) {
      return null;
    }
    for (int i = 0; i < info.leftKeys.size(); i++) {
      VectorType one = left.types().get(info.leftKeys.get(i));
      if (!one.isAlike(right.types().get(info.rightKeys.get(i)))) {
        return null;
      }
    }
    VectorExpression condition = null;
    if (!info.isEqui()) {
      List<VectorType> both = new ArrayList<>(left.types());
      both.addAll(right.types());
      RexNode rest =
          RexUtil.composeConjunction(join.getCluster().getRexBuilder(), info.nonEquiConditions);
      condition = new ExpressionCompiler(both).compile(rest);
      if (condition == null) {
        return null;
      }
    }
    JoinShape shape =
        keepsLeft
            ? new JoinShape(
                kind, true, right.types(), left.types(), info.rightKeys, info.leftKeys, condition)
            : new JoinShape(
                kind, false, left.types(), right.types(), info.leftKeys, info.rightKeys, condition);
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
}
