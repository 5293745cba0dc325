package dev.colonnade.sql.plan.logical;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decides which subqueries become joins. EXISTS, IN and scalar subqueries that every row of a
 * filter evaluates are left to the rules that make joins of them. All others stay in their
 * expression as calls of a {@link SubqueryOperator}: those in a branch of CASE, OR or COALESCE,
 * which must not run where the branch is not reached; NOT IN, ALL and comparisons with ANY, whose
 * result for NULLs a join does not give; those in conditions of joins; and arrays.
 *
 * <p>Columns of enclosing rows become operands of the call, and parameters inside the subquery, so
 * that further rules may move the call and optimize the subquery by itself.
 */
final class SubqueryPlacement extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  /** The correlation variables that some operator of the plan declares. */
  private final Set<CorrelationId> declared;

  private int count;

  SubqueryPlacement(RelNode plan) {
    this.builder = plan.getCluster().getRexBuilder();
    this.declared = declared(plan);
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Filter filter when RexUtil.SubQueryFinder.find(filter.getCondition()) != null ->
          filter(filter);
      case Project project when RexUtil.SubQueryFinder.find(project.getProjects()) != null ->
          project(project);
      case Join join when RexUtil.SubQueryFinder.find(join.getCondition()) != null -> join(join);
      default -> visited;
    };
  }

  private RelNode filter(Filter filter) {
    Set<CorrelationId> own = filter.getVariablesSet();
    List<RexNode> conditions = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      conditions.add(
          isForRules(condition)
              ? condition.accept(new Inner(this))
              : condition.accept(new Holding(own)));
    }
    RexNode composed = RexUtil.composeConjunction(builder, conditions);
    boolean hasSubqueries = RexUtil.SubQueryFinder.find(composed) != null;
    return LogicalFilter.create(
        filter.getInput(),
        composed,
        com.google.common.collect.ImmutableSet.copyOf(hasSubqueries ? own : Set.of()));
  }

  private RelNode project(Project project) {
    Set<CorrelationId> own = project.getVariablesSet();
    List<RexNode> expressions = new ArrayList<>();
    boolean hasSubqueries = false;
    for (RexNode expression : project.getProjects()) {
      RexNode placed =
          isScalarForRules(expression)
              ? expression.accept(new Inner(this))
              : expression.accept(new Holding(own));
      hasSubqueries |= RexUtil.SubQueryFinder.find(placed) != null;
      expressions.add(placed);
    }
    return LogicalProject.create(
        project.getInput(),
        project.getHints(),
        expressions,
        project.getRowType().getFieldNames(),
        hasSubqueries ? own : Set.of());
  }

  private RelNode join(Join join) {
    // A join does not declare the variables of its own columns.
    Set<CorrelationId> own = RelOptUtil.getVariablesUsed(join);
    own.removeAll(declared);
    RexNode condition = join.getCondition().accept(new Holding(own));
    return LogicalJoin.create(
        join.getLeft(), join.getRight(), join.getHints(), condition, Set.of(), join.getJoinType());
  }

  /** Returns whether the rules make a join of a condition that every row has to meet. */
  private static boolean isForRules(RexNode condition) {
    return switch (condition) {
      case RexSubQuery query ->
          query.getKind() == SqlKind.EXISTS
              || (query.getKind() == SqlKind.IN && hasNoSubquery(query.operands));
      case RexCall call when call.getKind() == SqlKind.NOT ->
          call.operands.getFirst() instanceof RexSubQuery query
              && query.getKind() == SqlKind.EXISTS;
      default -> isScalarForRules(condition);
    };
  }

  private static boolean hasNoSubquery(List<RexNode> nodes) {
    return RexUtil.SubQueryFinder.find(nodes) == null;
  }

  /** Returns whether all subqueries in an expression are scalar ones that are always evaluated. */
  private static boolean isScalarForRules(RexNode node) {
    return switch (node) {
      case RexSubQuery query -> query.getKind() == SqlKind.SCALAR_QUERY;
      case RexCall call ->
          switch (call.getKind()) {
            case CASE, OR, AND, COALESCE, NULLIF -> hasNoSubquery(call.operands);
            default -> call.operands.stream().allMatch(SubqueryPlacement::isScalarForRules);
          };
      default -> true;
    };
  }

  /** Places the subqueries inside of subqueries that are left to the rules. */
  private static final class Inner extends RexShuttle {
    private final SubqueryPlacement placement;

    Inner(SubqueryPlacement placement) {
      this.placement = placement;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
      return visited.clone(visited.rel.accept(placement));
    }
  }

  /** Replaces subqueries by calls. */
  private final class Holding extends RexShuttle {
    private final Set<CorrelationId> own;

    Holding(Set<CorrelationId> own) {
      this.own = own;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      List<RexNode> operands = new ArrayList<>();
      query.operands.forEach(operand -> operands.add(operand.accept(this)));
      int compared = operands.size();
      RelNode placed = query.rel.accept(SubqueryPlacement.this);
      int number = ++count;
      Parameters parameters = new Parameters(number, declared(placed), builder);
      RelNode plan = parameters.in(placed);
      for (RexFieldAccess access : parameters.accesses.keySet()) {
        RexCorrelVariable variable = (RexCorrelVariable) access.getReferenceExpr();
        operands.add(
            own.contains(variable.id)
                ? new RexInputRef(access.getField().getIndex(), access.getType())
                : access);
      }
      SubqueryOperator operator =
          new SubqueryOperator(number, query.getKind(), comparison(query), compared, plan);
      return builder.makeCall(query.getType(), operator, operands);
    }

    private SqlKind comparison(RexSubQuery query) {
      return query.getOperator() instanceof SqlQuantifyOperator quantified
          ? requireNonNull(quantified.comparisonKind, "comparisonKind is null")
          : SqlKind.EQUALS;
    }
  }

  /** Returns the correlation variables that a plan declares itself. */
  private static Set<CorrelationId> declared(RelNode plan) {
    Set<CorrelationId> found = new HashSet<>();
    plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            found.addAll(other.getVariablesSet());
            if (other instanceof Correlate correlate) {
              found.add(correlate.getCorrelationId());
            }
            other.accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitSubQuery(RexSubQuery query) {
                    found.addAll(declared(query.rel));
                    return super.visitSubQuery(query);
                  }
                });
            return super.visit(other);
          }
        });
    return found;
  }

  /** Replaces the columns of enclosing rows by parameters. */
  private static final class Parameters extends RexShuttle {
    private final int number;
    private final Set<CorrelationId> declared;
    private final RexBuilder builder;
    private final Map<RexFieldAccess, Integer> accesses = new LinkedHashMap<>();

    Parameters(int number, Set<CorrelationId> declared, RexBuilder builder) {
      this.number = number;
      this.declared = declared;
      this.builder = builder;
    }

    RelNode in(RelNode plan) {
      return plan.accept(
          new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
              return super.visit(other).accept(Parameters.this);
            }
          });
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
      return visited.clone(in(visited.rel));
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      @Nullable RexCorrelVariable variable =
          access.getReferenceExpr() instanceof RexCorrelVariable found ? found : null;
      if (variable == null || declared.contains(variable.id)) {
        return super.visitFieldAccess(access);
      }
      int position = accesses.computeIfAbsent(access, _ -> accesses.size());
      return builder.makeDynamicParam(
          access.getType(), SubqueryOperator.firstParameter(number) + position);
    }
  }
}
