package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.SubqueryAnalyzer;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.expression.FromFunctions;
import dev.colonnade.sql.analyze.expression.FromFunctions.FunctionRows;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of FROM. Its relations are added to a scope. */
public final class FromAnalyzer {
  private final QueryContext context;
  private final Scope scope;
  private final QueryLevel level;
  private final RelationAnalyzer relations;

  /**
   * Creates the analysis of a FROM clause.
   *
   * @param context of the query that FROM belongs to
   * @param scope of that query
   * @param level of that query
   */
  public FromAnalyzer(QueryContext context, Scope scope, QueryLevel level) {
    this(context, scope, level, null);
  }

  /**
   * Variant that also reads the keys of tables.
   *
   * @param keys to which the tables of FROM itself are added
   */
  public FromAnalyzer(
      QueryContext context, Scope scope, QueryLevel level, @Nullable List<KeyedTable> keys) {
    this.context = requireNonNull(context, "context is null");
    this.scope = requireNonNull(scope, "scope is null");
    this.level = requireNonNull(level, "level is null");
    this.relations = new RelationAnalyzer(context, keys);
  }

  /**
   * Returns the cross join of the items behind other relations that the scope already has.
   *
   * @param before plan of those relations, such as the target of UPDATE; null for none
   */
  public LogicalPlan analyze(@Nullable LogicalPlan before, List<FromItem> items) {
    LogicalPlan plan = before;
    for (FromItem item : items) {
      FromSource source = item(item);
      NameConflicts.check(scope.items(), source.namespace());
      List<NamespaceItem> all = new ArrayList<>(scope.items());
      source.namespace().forEach(added -> all.add(added.lateral(true, true)));
      scope.setItems(all);
      plan = plan == null ? source.plan() : cross(plan, source.plan());
    }
    scope.setItems(scope.items().stream().map(item -> item.lateral(false, true)).toList());
    return plan == null ? LogicalSource.Rows.one() : plan;
  }

  private static LogicalPlan cross(LogicalPlan left, LogicalPlan right) {
    return Joins.of(LogicalJoin.Kind.INNER, left, right, List.of());
  }

  private FromSource item(FromItem item) {
    FromSource source =
        switch (item) {
          case FromItem.Table table -> table(table);
          case FromItem.Subquery subquery -> subquery(subquery);
          case FromItem.Functions functions -> {
            FromSource table = relations.systemFunction(functions);
            yield table == null ? functions(functions) : table;
          }
          case FromItem.XmlTable _ ->
              throw new ColonnadeException(ErrorCode.UNSUPPORTED, "XMLTABLE is not supported");
          case FromItem.Join join ->
              new JoinAnalyzer(context, scope, this::item, this::expressions).analyze(join);
        };
    if (!(item instanceof FromItem.Join)) {
      scope.define(source.relation());
    }
    return source;
  }

  private FromSource table(FromItem.Table item) {
    FromSource source = relations.analyze(item);
    if (item.sample() == null) {
      return source;
    }
    boolean before = scope.setLateralActive(true);
    FromSource sampled =
        new TableSamples(expressions(ClauseKind.FROM_FUNCTION)).sampled(source, item.sample());
    scope.setLateralActive(before);
    return sampled;
  }

  private FromSource subquery(FromItem.Subquery item) {
    FromItem.Alias alias = item.alias();
    if (alias == null) {
      boolean isValues = item.query() instanceof Query.Values;
      throw ScopeErrors.withHint(
          ErrorCode.SYNTAX_ERROR,
          (isValues ? "VALUES" : "subquery") + " in FROM must have an alias",
          isValues
              ? "For example, FROM (VALUES ...) [AS] foo."
              : "For example, FROM (SELECT ...) [AS] foo.",
          item.position());
    }
    boolean before = scope.setLateralActive(item.lateral());
    AnalyzedQuery query = context.analyses().query(item.query(), context.inside(scope, level));
    scope.setLateralActive(before);
    List<NamedColumn> columns = AliasColumns.of(columns(query.columns()), alias);
    return FromSource.of(
        query.plan(), ScopeRelation.of(alias.name(), ScopeRelation.Kind.ALIASED, columns));
  }

  static List<NamedColumn> columns(List<ResultColumn> columns) {
    List<NamedColumn> named = new ArrayList<>();
    for (ResultColumn column : columns) {
      TypedExpression value = column.value(TypedExpression.NO_POSITION);
      named.add(new NamedColumn(column.name(), value, column.origin()));
    }
    return named;
  }

  private FromSource functions(FromItem.Functions item) {
    boolean before = scope.setLateralActive(true);
    ExpressionAnalyzer expressions = expressions(ClauseKind.FROM_FUNCTION);
    FunctionRows rows = new FromFunctions(expressions).analyze(item);
    scope.setLateralActive(before);
    List<NamedColumn> columns = AliasColumns.of(columns(rows.columns()), item.alias());
    boolean isScalar =
        rows.functions().size() == 1
            && rows.functions().getFirst().columns().size() == 1
            && rows.ordinality() == null
            && item.columns().isEmpty();
    ScopeRelation relation =
        ScopeRelation.of(
            rows.name(),
            isScalar ? ScopeRelation.Kind.SCALAR_FUNCTION : ScopeRelation.Kind.ALIASED,
            columns.stream().map(FromAnalyzer::withoutOrigin).toList());
    LogicalPlan plan =
        new LogicalOperator.Unnest(LogicalSource.Rows.one(), rows.functions(), rows.ordinality());
    return FromSource.of(plan, relation);
  }

  private static NamedColumn withoutOrigin(NamedColumn column) {
    return new NamedColumn(column.name(), column.value(), Origin.NONE);
  }

  private ExpressionAnalyzer expressions(ClauseKind clause) {
    SubqueryAnalyzer subqueries =
        query -> context.analyses().query(query, context.inside(scope, level));
    return new ExpressionAnalyzer(
        new ExpressionContext(context.statement(), scope, subqueries, level, clause));
  }
}
