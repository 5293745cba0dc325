package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.join.GraphStatistics.RawCondition;
import dev.colonnade.sql.optimize.join.GraphStatistics.RawOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builder of the graph of a tree of joins. One tree, one thread. */
final class JoinGraphBuilder {
  /** Number of unconnected parts of an inner join up to which any two may be joined first. */
  private static final int CROSS_PAIRS_MAX = 8;

  private final List<LogicalPlan> relations;
  private final Map<Variable, Integer> relationOf = new HashMap<>();
  private final List<VariableClasses> classes = new ArrayList<>();
  private final List<RawCondition> conditions = new ArrayList<>();
  private final List<RawOperator> operators = new ArrayList<>();
  private final List<JoinGraph.CrossJoin> crossJoins = new ArrayList<>();

  /** Joins below a node: the operators, and the sets that inner joins combine. */
  private record Below(List<ConflictRules.Operator> operators, List<Long> inner) {
    static Below none() {
      return new Below(new ArrayList<>(), new ArrayList<>());
    }

    void addAll(Below other) {
      operators.addAll(other.operators);
      inner.addAll(other.inner);
    }
  }

  /**
   * Constructor.
   *
   * @param relations rewritten relations of the tree
   */
  JoinGraphBuilder(List<LogicalPlan> relations) {
    this.relations = new ArrayList<>(requireNonNull(relations, "relations is null"));
    for (int i = 0; i < relations.size(); i++) {
      for (Variable variable : relations.get(i).columns()) {
        relationOf.put(variable, i);
      }
    }
  }

  /** Returns the graph of a tree. */
  JoinGraph build(JoinNode root, GraphStatistics statistics) {
    visit(root);
    return statistics.graph(
        new GraphStatistics.RawGraph(
            relations, relationOf, classes, conditions, operators, crossJoins));
  }

  private Below visit(JoinNode node) {
    return switch (node) {
      case JoinNode.Leaf _ -> Below.none();
      case JoinNode.Inner inner -> visit(inner);
      case JoinNode.Outer outer -> visit(outer);
    };
  }

  private Below visit(JoinNode.Inner inner) {
    Below below = Below.none();
    for (JoinNode child : inner.children()) {
      below.addAll(visit(child));
    }
    ConflictRules rules = new ConflictRules();
    below.operators().forEach(rules::addInnerAbove);
    VariableClasses equal = new VariableClasses(rules);
    Connections connections = new Connections(inner.children());
    for (JoinNode.Predicate predicate : inner.predicates()) {
      addPredicate(predicate, inner, equal, connections);
    }
    for (List<Variable> same : equal.classes()) {
      filterEqual(same);
    }
    classes.add(equal);
    addCrossJoins(connections.parts(), rules);
    below.inner().add(inner.relations());
    return below;
  }

  private void addPredicate(
      JoinNode.Predicate predicate,
      JoinNode.Inner inner,
      VariableClasses equal,
      Connections connections) {
    Expression expression = predicate.expression();
    long read = read(expression);
    JoinNode only = inner.children().size() == 1 ? inner.children().getFirst() : null;
    for (JoinNode child : inner.children()) {
      only = read != 0 && (read & ~child.relations()) == 0 ? child : only;
    }
    if (only instanceof JoinNode.Leaf leaf && predicate.required() == 0) {
      filter(leaf.index(), expression);
      return;
    }
    connections.add(read);
    boolean isPair = only == null && Long.bitCount(read) == 2;
    if (predicate.required() == 0 && isPair && equal.add(expression)) {
      return;
    }
    long required = read | predicate.required();
    if (only != null) {
      required |= only.relations();
    } else if (read == 0) {
      required |= inner.relations();
    }
    if (Long.bitCount(required) == 1) {
      filter(Long.numberOfTrailingZeros(required), expression);
    } else {
      conditions.add(
          new RawCondition(expression, read, required, leftOf(expression), equal.rules()));
    }
  }

  /** Adds the equality of variables of one relation that are equal to the same one of another. */
  private void filterEqual(List<Variable> same) {
    Map<Integer, Variable> first = new HashMap<>();
    for (Variable variable : same) {
      Variable other = first.putIfAbsent(relation(variable), variable);
      if (other != null) {
        filter(relation(variable), new Comparison(ComparisonOperator.EQUAL, other, variable));
      }
    }
  }

  private void filter(int relation, Expression predicate) {
    LogicalPlan plan = relations.get(relation);
    List<Expression> all = new ArrayList<>();
    if (plan instanceof LogicalOperator.Filter filter) {
      all.addAll(filter.predicates());
      plan = filter.input();
    }
    all.add(predicate);
    relations.set(relation, new LogicalOperator.Filter(plan, all));
  }

  private void addCrossJoins(List<Long> parts, ConflictRules rules) {
    for (int i = 0; i < parts.size(); i++) {
      int end = parts.size() <= CROSS_PAIRS_MAX ? parts.size() : Math.min(i + 2, parts.size());
      for (int j = i + 1; j < end; j++) {
        crossJoins.add(new JoinGraph.CrossJoin(parts.get(i), parts.get(j), rules));
      }
    }
  }

  private Below visit(JoinNode.Outer outer) {
    Below below = visit(outer.left());
    below.addAll(visit(outer.right()));
    long read = 0;
    boolean isSafe = outer.kind() != LogicalJoin.Kind.SINGLE;
    for (Expression condition : outer.conditions()) {
      read |= read(condition);
      isSafe &= condition.isSafe();
    }
    ConflictRules.Operator own =
        new ConflictRules.Operator(
            outer.kind(),
            outer.left().relations(),
            outer.right().relations(),
            read,
            NullRejection.rejected(outer.conditions(), this::bit));
    ConflictRules rules = new ConflictRules();
    below.operators().forEach(other -> rules.addAbove(own, other));
    below.inner().forEach(set -> rules.addAboveInner(own, set));
    operators.add(
        new RawOperator(
            outer,
            isSafe ? readOr(read, own.left()) : own.left(),
            isSafe ? readOr(read, own.right()) : own.right(),
            rules));
    below.operators().add(own);
    return below;
  }

  private static long readOr(long read, long side) {
    return (read & side) == 0 ? side : read & side;
  }

  private int relation(Variable variable) {
    return relationOf.getOrDefault(variable, -1);
  }

  private long bit(Variable variable) {
    int relation = relation(variable);
    return relation < 0 ? 0 : 1L << relation;
  }

  private long read(Expression expression) {
    long read = 0;
    for (Variable variable : LogicalExpressions.variables(expression)) {
      read |= bit(variable);
    }
    return read;
  }

  private long leftOf(Expression expression) {
    if (expression instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL) {
      long left = read(comparison.left());
      return (left & read(comparison.right())) == 0 ? left : 0;
    }
    return 0;
  }

  /** Parts of the inputs of an inner join that predicates connect. */
  private static final class Connections {
    private final List<Long> parts = new ArrayList<>();
    private final List<Long> children = new ArrayList<>();

    Connections(List<JoinNode> inputs) {
      for (JoinNode input : inputs) {
        parts.add(input.relations());
        children.add(input.relations());
      }
    }

    /** Adds a predicate; one over three or more inputs connects none until two are joined. */
    void add(long read) {
      long connected = 0;
      int count = 0;
      for (long child : children) {
        if ((child & read) != 0) {
          connected |= child;
          count++;
        }
      }
      if (count != 2) {
        return;
      }
      long all = connected;
      for (long part : parts) {
        all |= (part & connected) != 0 ? part : 0;
      }
      long merged = all;
      parts.removeIf(part -> (part & merged) != 0);
      parts.add(merged);
    }

    List<Long> parts() {
      return parts;
    }
  }
}
