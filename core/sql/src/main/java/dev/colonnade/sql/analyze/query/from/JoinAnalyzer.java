package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.from.MergedColumns.Pair;
import dev.colonnade.sql.analyze.scope.Conjuncts;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Analysis of joins. */
final class JoinAnalyzer {
  private final QueryContext context;
  private final Scope scope;
  private final Function<FromItem, FromSource> items;
  private final Function<ClauseKind, ExpressionAnalyzer> expressions;

  /**
   * Creates the analysis.
   *
   * @param items analysis of the sides
   * @param expressions analysis of expressions of a clause
   */
  JoinAnalyzer(
      QueryContext context,
      Scope scope,
      Function<FromItem, FromSource> items,
      Function<ClauseKind, ExpressionAnalyzer> expressions) {
    this.context = context;
    this.scope = scope;
    this.items = items;
    this.expressions = expressions;
  }

  FromSource analyze(FromItem.Join join) {
    FromSource left = items.apply(join.left());
    List<NamespaceItem> around = scope.items();
    boolean isLateralAllowed =
        switch (join.kind()) {
          case CROSS, INNER, LEFT -> true;
          case RIGHT, FULL -> false;
        };
    List<NamespaceItem> visible = new ArrayList<>(around);
    left.namespace().forEach(item -> visible.add(item.lateral(true, isLateralAllowed)));
    scope.setItems(visible);
    FromSource right = items.apply(join.right());
    scope.setItems(around);
    NameConflicts.check(left.namespace(), right.namespace());
    return switch (join.condition()) {
      case FromItem.JoinCondition.None _ -> plain(join, left, right, List.of());
      case FromItem.JoinCondition.On(var condition) ->
          plain(join, left, right, condition(condition, left, right));
      case FromItem.JoinCondition.Natural _ -> {
        List<String> names =
            MergedColumns.common(left.relation().columns(), right.relation().columns());
        yield merged(join, left, right, names);
      }
      case FromItem.JoinCondition.Using using -> merged(join, left, right, using.columns());
    };
  }

  private List<Expression> condition(
      dev.colonnade.sql.syntax.query.Expression condition, FromSource left, FromSource right) {
    List<NamespaceItem> around = scope.items();
    List<NamespaceItem> visible = new ArrayList<>(left.namespace());
    visible.addAll(right.namespace());
    scope.setItems(visible.stream().map(item -> item.lateral(false, true)).toList());
    Expression predicate = expressions.apply(ClauseKind.JOIN_ON).predicate(condition);
    scope.setItems(around);
    return Conjuncts.of(predicate);
  }

  private FromSource plain(
      FromItem.Join join, FromSource left, FromSource right, List<Expression> conditions) {
    List<NamedColumn> columns = new ArrayList<>(left.relation().columns());
    columns.addAll(right.relation().columns());
    Rows rows = new Rows(plan(join, left, right, conditions), columns, null);
    return named(join, left, right, rows);
  }

  private static LogicalPlan plan(
      FromItem.Join join, FromSource left, FromSource right, List<Expression> conditions) {
    return switch (join.kind()) {
      case CROSS, INNER -> Joins.of(LogicalJoin.Kind.INNER, left.plan(), right.plan(), conditions);
      case LEFT -> Joins.of(LogicalJoin.Kind.LEFT, left.plan(), right.plan(), conditions);
      case RIGHT -> Joins.of(LogicalJoin.Kind.LEFT, right.plan(), left.plan(), conditions);
      case FULL -> Joins.of(LogicalJoin.Kind.FULL, left.plan(), right.plan(), conditions);
    };
  }

  private FromSource merged(
      FromItem.Join join, FromSource left, FromSource right, List<String> names) {
    List<Pair> pairs =
        MergedColumns.pairs(names, left.relation().columns(), right.relation().columns());
    recordUses(pairs);
    MergedColumns merging = new MergedColumns(expressions.apply(ClauseKind.JOIN_ON).context());
    pairs.forEach(merging::requireCommonType);
    List<Expression> conditions = new ArrayList<>();
    pairs.forEach(pair -> conditions.addAll(Conjuncts.of(merging.equality(pair))));
    LogicalPlan plan = plan(join, left, right, conditions);
    List<NamedColumn> columns = new ArrayList<>();
    List<Assignment> computed = new ArrayList<>();
    for (Pair pair : pairs) {
      TypedExpression value = merging.value(pair, join.kind());
      String name = pair.left().name();
      if (!(value.expression() instanceof Variable)) {
        Variable variable = context.statement().variables().create(value.expression().type(), name);
        computed.add(new Assignment(variable, value.expression()));
        scope.define(variable, name);
        value = TypedExpression.of(variable, value.type(), value.position());
      }
      columns.add(new NamedColumn(name, value, origin(pair, value)));
    }
    if (!computed.isEmpty()) {
      List<Assignment> all = new ArrayList<>(plan.columns().stream().map(Assignment::of).toList());
      all.addAll(computed);
      plan = new LogicalOperator.Project(plan, all);
    }
    List<NamedColumn> using = List.copyOf(columns);
    addOthers(columns, left, names);
    addOthers(columns, right, names);
    return named(join, left, right, new Rows(plan, columns, using));
  }

  private void recordUses(List<Pair> pairs) {
    for (Pair pair : pairs) {
      context.statement().read(pair.left().origin());
      context.statement().read(pair.right().origin());
    }
  }

  /**
   * Rows of a join.
   *
   * @param merged columns of USING; null without
   */
  private record Rows(
      LogicalPlan plan, List<NamedColumn> columns, @Nullable List<NamedColumn> merged) {
    Rows(LogicalPlan plan, List<NamedColumn> columns, @Nullable List<NamedColumn> merged) {
      this.plan = plan;
      this.columns = columns;
      this.merged = merged;
    }
  }

  private static Origin origin(Pair pair, TypedExpression value) {
    return value.expression().equals(pair.left().value().expression())
        ? pair.left().origin()
        : value.expression().equals(pair.right().value().expression())
            ? pair.right().origin()
            : Origin.NONE;
  }

  private static void addOthers(List<NamedColumn> columns, FromSource side, List<String> merged) {
    side.relation().columns().stream()
        .filter(column -> !merged.contains(column.name()))
        .forEach(columns::add);
  }

  private static void addHidden(
      List<NamespaceItem> namespace, FromSource side, boolean isNullable) {
    for (NamespaceItem item : side.namespace()) {
      NamespaceItem hidden = item.hidden(false);
      namespace.add(isNullable ? hidden.nullable() : hidden);
    }
  }

  /** Returns the join with the names that it makes visible and those that it hides. */
  private FromSource named(FromItem.Join join, FromSource left, FromSource right, Rows rows) {
    FromItem.Alias alias = join.alias();
    List<NamespaceItem> namespace = new ArrayList<>();
    if (alias == null) {
      boolean isRight = join.kind() == FromItem.JoinKind.RIGHT;
      boolean isLeft = join.kind() == FromItem.JoinKind.LEFT;
      boolean isFull = join.kind() == FromItem.JoinKind.FULL;
      addHidden(namespace, left, isRight || isFull);
      addHidden(namespace, right, isLeft || isFull);
    }
    List<NamedColumn> merged = rows.merged();
    if (merged != null
        && join.condition() instanceof FromItem.JoinCondition.Using using
        && using.alias() != null) {
      ScopeRelation relation =
          ScopeRelation.of(using.alias().name(), ScopeRelation.Kind.JOIN, merged);
      scope.define(relation);
      namespace.add(NamespaceItem.visible(relation).hidden(false));
    }
    ScopeRelation relation =
        ScopeRelation.of(
            alias == null ? "" : alias.name(),
            ScopeRelation.Kind.JOIN,
            AliasColumns.ofJoin(rows.columns(), alias));
    scope.define(relation);
    namespace.add(new NamespaceItem(relation, alias != null, true, false, true));
    return new FromSource(rows.plan(), relation, namespace);
  }
}
