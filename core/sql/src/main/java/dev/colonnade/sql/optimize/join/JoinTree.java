package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tree of adjacent joins of a plan: inner, outer, semi and anti joins, the filters between them,
 * and projections that only rename or drop columns. One plan, one thread.
 */
final class JoinTree {
  /** Maximum number of relations: bits of a long. */
  static final int RELATIONS_MAX = 64;

  private final List<LogicalPlan> relations = new ArrayList<>();
  private final Map<Variable, Variable> renamed = new HashMap<>();
  private final IdentityHashMap<LogicalPlan, Integer> sizes = new IdentityHashMap<>();
  private final JoinNode root;

  private JoinTree(LogicalPlan plan) {
    this.root = collect(plan, RELATIONS_MAX);
  }

  /** Returns the tree of a plan for which {@link #isDivisible} is true. */
  static JoinTree of(LogicalPlan plan) {
    return new JoinTree(requireNonNull(plan, "plan is null"));
  }

  JoinNode root() {
    return root;
  }

  /** Returns the plans that the joins combine, by the number of their bit. */
  List<LogicalPlan> relations() {
    return relations;
  }

  /** Returns the variable of a relation that a variable of the plan stands for. */
  Variable original(Variable variable) {
    Variable found = variable;
    while (renamed.containsKey(found)) {
      found = renamed.get(found);
    }
    return found;
  }

  private Expression original(Expression expression) {
    return renamed.isEmpty()
        ? expression
        : LogicalExpressions.rewrite(
            expression, part -> part instanceof Variable variable ? original(variable) : null);
  }

  /** Returns whether the relations below a plan can be joined in other orders. */
  static boolean isDivisible(LogicalPlan plan) {
    return switch (plan) {
      case LogicalJoin join ->
          !join.isDependent() && join.conditions().stream().noneMatch(JoinTree::isFixed);
      case LogicalOperator.Filter filter ->
          isDivisible(filter.input()) && filter.predicates().stream().allMatch(JoinTree::isMovable);
      case LogicalOperator.Project project ->
          project.assignments().stream().allMatch(each -> isRenaming(each, project.input()))
              && isDivisible(project.input());
      default -> false;
    };
  }

  /** Returns whether a column is one of the input; a variable of an outer row is a value. */
  private static boolean isRenaming(Assignment assignment, LogicalPlan input) {
    return assignment.expression() instanceof Variable variable
        && input.columns().contains(variable);
  }

  /** Returns whether a predicate can be evaluated earlier than where it is. */
  static boolean isMovable(Expression predicate) {
    return !isFixed(predicate) && predicate.isSafe();
  }

  /** Returns whether an expression may be evaluated nowhere else. */
  private static boolean isFixed(Expression expression) {
    return expression.isVolatile()
        || expression.subquery() != null
        || expression instanceof LogicalSubquery
        || expression.operands().stream().anyMatch(JoinTree::isFixed);
  }

  /** Returns the number of relations of a plan. */
  private int size(LogicalPlan plan) {
    Integer known = sizes.get(plan);
    if (known == null) {
      known = isDivisible(plan) ? plan.inputs().stream().mapToInt(this::size).sum() : 1;
      sizes.put(plan, known);
    }
    return known;
  }

  /**
   * Returns the node of a plan.
   *
   * @param most maximum number of its relations
   */
  private JoinNode collect(LogicalPlan plan, int most) {
    if (most <= 1 || !isDivisible(plan)) {
      relations.add(plan);
      return new JoinNode.Leaf(relations.size() - 1);
    }
    return switch (plan) {
      case LogicalJoin join -> collect(join, most);
      case LogicalOperator.Filter filter ->
          filtered(collect(filter.input(), most), filter.predicates());
      case LogicalOperator.Project project -> {
        for (Assignment assignment : project.assignments()) {
          if (assignment.expression() instanceof Variable variable
              && !variable.equals(assignment.variable())) {
            renamed.put(assignment.variable(), variable);
          }
        }
        yield collect(project.input(), most);
      }
      default -> throw new IllegalStateException("not divisible: " + plan.getClass());
    };
  }

  private JoinNode collect(LogicalJoin join, int most) {
    int leftMost = most - Math.min(size(join.right()), most - 1);
    leftMost = Math.max(leftMost, Math.min(size(join.left()), most / 2));
    JoinNode left = collect(join.left(), leftMost);
    JoinNode right = collect(join.right(), most - Long.bitCount(left.relations()));
    List<Expression> conditions = join.conditions().stream().map(this::original).toList();
    if (join.kind() != LogicalJoin.Kind.INNER) {
      return new JoinNode.Outer(join.kind(), left, right, conditions);
    }
    List<JoinNode> children = new ArrayList<>();
    List<JoinNode.Predicate> predicates = new ArrayList<>();
    add(left, children, predicates);
    add(right, children, predicates);
    for (Expression condition : conditions) {
      long required = condition.isSafe() ? 0 : left.relations() | right.relations();
      predicates.add(new JoinNode.Predicate(condition, required));
    }
    return new JoinNode.Inner(children, predicates);
  }

  private static void add(
      JoinNode node, List<JoinNode> children, List<JoinNode.Predicate> predicates) {
    if (node instanceof JoinNode.Inner inner) {
      children.addAll(inner.children());
      predicates.addAll(inner.predicates());
    } else {
      children.add(node);
    }
  }

  /** Returns a node with predicates on its rows. */
  private JoinNode filtered(JoinNode node, List<Expression> predicates) {
    JoinNode result = node;
    for (Expression predicate : predicates) {
      result = filtered(result, new JoinNode.Predicate(original(predicate), 0));
    }
    return result;
  }

  private JoinNode filtered(JoinNode node, JoinNode.Predicate predicate) {
    if (node instanceof JoinNode.Outer outer
        && outer.kind() != LogicalJoin.Kind.FULL
        && relationsOf(predicate.expression(), outer.left())) {
      JoinNode left = filtered(outer.left(), predicate);
      return new JoinNode.Outer(outer.kind(), left, outer.right(), outer.conditions());
    }
    List<JoinNode> children = new ArrayList<>();
    List<JoinNode.Predicate> predicates = new ArrayList<>();
    add(node, children, predicates);
    predicates.add(predicate);
    return new JoinNode.Inner(children, predicates);
  }

  /** Returns whether an expression reads variables of the relations of a node, and no others. */
  private boolean relationsOf(Expression expression, JoinNode node) {
    Set<Variable> read = LogicalExpressions.variables(expression);
    Set<Variable> defined = new HashSet<>();
    for (int i = 0; i < relations.size(); i++) {
      if ((node.relations() >> i & 1) != 0) {
        defined.addAll(relations.get(i).columns());
      }
    }
    return !read.isEmpty() && defined.containsAll(read);
  }
}
