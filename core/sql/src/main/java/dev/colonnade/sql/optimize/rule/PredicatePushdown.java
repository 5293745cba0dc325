package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.NotNullColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rule that moves predicates down to the inputs they restrict, as PostgreSQL does: through
 * projections, joins, aggregations by their keys, windows by their partitions, set operations and
 * sorts; never below LIMIT. Volatile predicates stay where they are, and so do correlated
 * subqueries, but for joins that do not reduce the rows: cross joins and outer joins. Predicates
 * below are evaluated before those from above, and the order of predicates remains.
 *
 * <p>On the way, adjacent filters and projections are merged, outer joins become inner joins where
 * a predicate rejects their NULLs, restrictions are inferred from equalities, and a constant FALSE
 * or NULL makes an input empty.
 */
public final class PredicatePushdown {
  private PredicatePushdown() {}

  /** Returns the plan with its predicates as far down as possible. */
  public static LogicalPlan apply(LogicalPlan plan) {
    return push(plan, List.of());
  }

  private static LogicalPlan push(LogicalPlan plan, List<Expression> predicates) {
    if (!(plan instanceof LogicalJoin || plan instanceof Filter)) {
      List<Expression> fixed = predicates.stream().filter(MovablePredicates::isCorrelated).toList();
      if (!fixed.isEmpty()) {
        return filtered(
            push(plan, predicates.stream().filter(each -> !fixed.contains(each)).toList()), fixed);
      }
    }
    return switch (plan) {
      case Filter filter -> push(filter, predicates);
      case Project project -> push(project, predicates);
      case LogicalJoin join -> push(join, predicates);
      case Aggregate aggregate -> push(aggregate, predicates);
      case Window window -> push(window, predicates);
      case Unnest unnest -> push(unnest, predicates);
      case Sort sort -> {
        LogicalPlan input = push(sort.input(), predicates);
        yield input == sort.input() ? sort : new Sort(input, sort.keys());
      }
      case SetOperation set -> push(set, predicates);
      case With with -> push(with, predicates);
      case Limit _, Recursion _, LogicalChange _ ->
          filtered(LogicalExpressions.rewriteInputs(plan, PredicatePushdown::apply), predicates);
      case LogicalSource _ -> filtered(plan, predicates);
    };
  }

  private static LogicalPlan filtered(LogicalPlan plan, List<Expression> predicates) {
    List<Expression> needed = new ArrayList<>();
    for (Expression predicate : predicates) {
      Boolean truth = truth(plan, predicate);
      if (truth == null) {
        needed.add(predicate);
      } else if (!truth) {
        return Rows.none(plan.columns());
      }
    }
    return needed.isEmpty() ? plan : new Filter(plan, needed);
  }

  /** Returns the value of a predicate that is the same for all rows; null if it may differ. */
  private static @Nullable Boolean truth(LogicalPlan plan, Expression predicate) {
    if (predicate instanceof NullTest test && NotNullColumns.isNotNull(plan, test.value())) {
      return test.isNot();
    }
    return ExpressionProperties.truth(predicate);
  }

  private static LogicalPlan push(Filter filter, List<Expression> incoming) {
    List<Expression> own =
        DisjunctionSplitting.withCommonConjuncts(
            ExpressionProperties.conjuncts(filter.predicates()));
    List<Expression> all = own;
    if (!incoming.isEmpty()) {
      all = new ArrayList<>(own);
      for (Expression predicate : incoming) {
        if (!all.contains(predicate)) {
          all.add(predicate);
        }
      }
    }
    if (filter.input() instanceof LogicalSource) {
      boolean isSame =
          all == filter.predicates()
              && all.stream().noneMatch(part -> truth(filter.input(), part) != null);
      return isSame ? filter : filtered(filter.input(), all);
    }
    List<Expression> moved = new ArrayList<>();
    List<Expression> fixed = new ArrayList<>();
    for (Expression predicate : all) {
      (MovablePredicates.isMovableToLess(predicate) ? moved : fixed).add(predicate);
    }
    return filtered(push(filter.input(), moved), fixed);
  }

  private static LogicalPlan push(Project project, List<Expression> predicates) {
    Map<Variable, Expression> replacements = new HashMap<>();
    Set<Variable> fixed = new HashSet<>();
    if (!predicates.isEmpty()) {
      for (Assignment assignment : project.assignments()) {
        replacements.put(assignment.variable(), assignment.expression());
        if (!canCopy(assignment.expression())) {
          fixed.add(assignment.variable());
        }
      }
    }
    List<Expression> below = new ArrayList<>();
    List<Expression> above = new ArrayList<>();
    for (Expression predicate : predicates) {
      if (!fixed.isEmpty() && ExpressionProperties.readsAny(predicate, fixed)) {
        above.add(predicate);
      } else {
        below.add(LogicalExpressions.substitute(predicate, replacements));
      }
    }
    LogicalPlan input = push(project.input(), below);
    Project changed =
        input == project.input() ? project : new Project(input, project.assignments());
    return filtered(ProjectMerging.apply(changed), above);
  }

  private static boolean canCopy(Expression expression) {
    return expression instanceof Variable
        || expression instanceof Literal
        || expression instanceof Parameter
        || !(ExpressionProperties.hasSubquery(expression)
            || ExpressionProperties.isVolatile(expression));
  }

  private static LogicalPlan push(LogicalJoin join, List<Expression> predicates) {
    JoinPredicates parts = new JoinPredicates(join, predicates);
    LogicalPlan leftInput = parts.isExchanged() ? join.right() : join.left();
    LogicalPlan rightInput = parts.isExchanged() ? join.left() : join.right();
    LogicalPlan left = push(leftInput, parts.left);
    LogicalPlan right = push(rightInput, parts.right);
    boolean isSame =
        parts.kind() == join.kind()
            && left == join.left()
            && right == join.right()
            && parts.conditions.equals(join.conditions());
    LogicalPlan changed = join;
    if (isEmpty(left) || (isEmpty(right) && isEmptyWithoutRight(parts.kind()))) {
      changed = parts.kind() == Kind.FULL ? rebuilt(join, parts, left, right) : none(join);
    } else if (isEmpty(right) && isLeftWithoutRight(parts.kind())) {
      changed = left;
    } else if (!isSame) {
      changed = rebuilt(join, parts, left, right);
    }
    if (parts.isExchanged()) {
      changed = new Project(changed, join.columns().stream().map(Assignment::of).toList());
    }
    return filtered(changed, parts.above);
  }

  private static LogicalPlan none(LogicalJoin join) {
    return Rows.none(join.columns());
  }

  private static LogicalPlan rebuilt(
      LogicalJoin join, JoinPredicates parts, LogicalPlan left, LogicalPlan right) {
    return new LogicalJoin(parts.kind(), left, right, parts.conditions, join.isDependent());
  }

  private static boolean isEmpty(LogicalPlan plan) {
    return plan instanceof Rows rows && rows.rows().isEmpty();
  }

  private static boolean isEmptyWithoutRight(Kind kind) {
    return kind == Kind.INNER || kind == Kind.SEMI;
  }

  private static boolean isLeftWithoutRight(Kind kind) {
    return kind == Kind.ANTI || kind == Kind.NULL_AWARE_ANTI;
  }

  private static LogicalPlan push(Aggregate aggregate, List<Expression> predicates) {
    Set<Variable> keys = new HashSet<>();
    if (aggregate.groupingSets().size() == 1
        && aggregate.groupingSets().getFirst().size() == aggregate.keys().size()) {
      for (GroupKey key : aggregate.keys()) {
        if (key.output().equals(key.input())) {
          keys.add(key.output());
        }
      }
    }
    return split(
        aggregate,
        predicates,
        predicate -> !keys.isEmpty() && isAbout(predicate, aggregate.columns(), keys));
  }

  private static LogicalPlan push(Window window, List<Expression> predicates) {
    Set<Variable> keys = new HashSet<>();
    for (Expression expression : window.partition()) {
      if (expression instanceof Variable variable) {
        keys.add(variable);
      }
    }
    return split(
        window,
        predicates,
        predicate -> !keys.isEmpty() && isAbout(predicate, window.columns(), keys));
  }

  private static LogicalPlan push(Unnest unnest, List<Expression> predicates) {
    Set<Variable> own = new HashSet<>(unnest.columns());
    unnest.input().columns().forEach(own::remove);
    return split(unnest, predicates, predicate -> !ExpressionProperties.readsAny(predicate, own));
  }

  /** Returns whether a predicate reads some of the columns, and only those that are keys. */
  private static boolean isAbout(Expression predicate, List<Variable> columns, Set<Variable> keys) {
    Set<Variable> others = new HashSet<>(columns);
    others.removeAll(keys);
    return ExpressionProperties.readsAny(predicate, keys)
        && !ExpressionProperties.readsAny(predicate, others);
  }

  private static LogicalPlan split(
      LogicalPlan plan, List<Expression> predicates, Predicate<Expression> isBelow) {
    List<Expression> below = new ArrayList<>();
    List<Expression> above = new ArrayList<>();
    for (Expression predicate : predicates) {
      (isBelow.test(predicate) ? below : above).add(predicate);
    }
    return filtered(LogicalExpressions.rewriteInputs(plan, input -> push(input, below)), above);
  }

  private static LogicalPlan push(SetOperation set, List<Expression> predicates) {
    if (predicates.isEmpty()) {
      return LogicalExpressions.rewriteInputs(set, PredicatePushdown::apply);
    }
    boolean areMovable =
        set.kind() == LogicalSet.Kind.UNION || predicates.stream().allMatch(Expression::isSafe);
    if (!areMovable) {
      return filtered(push(set, List.of()), predicates);
    }
    List<LogicalPlan> inputs = new ArrayList<>();
    for (LogicalPlan input : set.inputs()) {
      boolean isPushed = inputs.isEmpty() || set.kind() == LogicalSet.Kind.UNION;
      inputs.add(isPushed ? pushColumns(set.columns(), input, predicates) : apply(input));
    }
    return new SetOperation(set.kind(), set.all(), inputs, set.columns());
  }

  private static LogicalPlan pushColumns(
      List<Variable> columns, LogicalPlan input, List<Expression> predicates) {
    Map<Variable, Expression> replacements = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      replacements.put(columns.get(i), input.columns().get(i));
    }
    List<Expression> replaced = new ArrayList<>();
    predicates.forEach(
        predicate -> replaced.add(LogicalExpressions.substitute(predicate, replacements)));
    return push(input, replaced);
  }

  private static LogicalPlan push(With with, List<Expression> predicates) {
    List<LogicalPlan> inputs = new ArrayList<>();
    with.tables().forEach(table -> inputs.add(apply(table.plan())));
    inputs.add(push(with.body(), predicates));
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) != with.inputs().get(i)) {
        return with.withInputs(inputs);
      }
    }
    return with;
  }
}
