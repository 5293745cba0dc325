package dev.colonnade.sql.analyze.query.select;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.expression.StartPositions;
import dev.colonnade.sql.analyze.query.from.FromAnalyzer;
import dev.colonnade.sql.analyze.query.from.KeyedTable;
import dev.colonnade.sql.analyze.query.group.Grouping;
import dev.colonnade.sql.analyze.query.group.GroupingSets;
import dev.colonnade.sql.analyze.query.window.WindowAnalyzer;
import dev.colonnade.sql.analyze.scope.Conjuncts;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of one SELECT, in the order of PostgreSQL's {@code transformSelectStmt}. */
public final class SelectAnalyzer {
  private final SelectContext context;
  private final @Nullable List<KeyedTable> keys;
  private final TargetList targets = new TargetList();
  private final OutputReferences outputs;

  /** Different keys of GROUP BY that are no columns. */
  private final List<TypedExpression> hiddenKeys = new ArrayList<>();

  /** Creates the analysis of a SELECT. */
  public SelectAnalyzer(QueryContext context) {
    this(context, null);
  }

  /**
   * Variant that also reads the keys of the tables of FROM.
   *
   * @param keys to which the tables are added; null if the keys are not needed
   */
  public SelectAnalyzer(QueryContext context, @Nullable List<KeyedTable> keys) {
    this.context = new SelectContext(requireNonNull(context, "context is null"));
    this.keys = keys;
    this.outputs = new OutputReferences(targets, this.context.scope());
  }

  /** Returns an analyzed SELECT. */
  public SelectDraft select(Query.Select select, Ending ending) {
    Query.Into into = select.into();
    if (into != null) {
      throw ScopeErrors.at(
          ErrorCode.SYNTAX_ERROR, "SELECT ... INTO is not allowed here", into.name().position());
    }
    Query.GroupBy groupBy = select.aggregation().groupBy();
    if (groupBy != null && hasSets(groupBy)) {
      context.setGroupingSets();
    }
    SelectClauses clauses = new SelectClauses();
    context.level().setInFrom(true);
    clauses.plan =
        new FromAnalyzer(context.query(), context.scope(), context.level(), keys)
            .analyze(null, select.from().items());
    context.level().setInFrom(false);
    new SelectItems(context, targets).analyze(select.items());
    var condition = select.from().condition();
    if (condition != null) {
      clauses.where = Conjuncts.of(context.expressions(ClauseKind.WHERE).predicate(condition));
    }
    var having = select.aggregation().having();
    if (having != null) {
      clauses.isGrouped = true;
      clauses.having = Conjuncts.of(context.expressions(ClauseKind.HAVING).predicate(having));
    }
    order(ending, clauses);
    if (groupBy != null) {
      clauses.isGrouped = true;
      clauses.grouping = grouping(groupBy);
    }
    Query.Distinct distinct = select.distinct();
    if (distinct != null) {
      distinct(distinct, clauses);
    }
    limit(ending, clauses);
    windows(select, clauses);
    TargetList.requireSize(targets.size() + hiddenKeys.size());
    if (context.level().hasAggregates() && readsWorkingTable(clauses.plan)) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_RECURSION,
          "aggregate functions are not allowed in a recursive query's recursive term",
          context.level().firstAggregatePosition());
    }
    context.passOuterReads();
    return new SelectDraft(context, targets, clauses);
  }

  /** Returns whether FROM itself, not a subquery of it, refers to a recursion. */
  private static boolean readsWorkingTable(LogicalPlan plan) {
    return plan instanceof LogicalSource.WorkingTable
        || (plan instanceof LogicalJoin join
            && join.inputs().stream().anyMatch(SelectAnalyzer::readsWorkingTable));
  }

  /**
   * Returns rows with ORDER BY and LIMIT.
   *
   * @param isSetOperation whether ORDER BY allows names only
   */
  public SelectDraft rows(AnalyzedQuery query, Ending ending, boolean isSetOperation) {
    SelectClauses clauses = new SelectClauses();
    clauses.plan = query.plan();
    List<NamedColumn> columns = new ArrayList<>();
    for (ResultColumn column : query.columns()) {
      TypedExpression value = column.value(TypedExpression.NO_POSITION);
      columns.add(new NamedColumn(column.name(), value, column.origin()));
      targets.add(new Target(column.name(), value, column.origin(), false));
    }
    context.scope().add(ScopeRelation.of("*VALUES*", ScopeRelation.Kind.ALIASED, columns));
    int count = targets.size();
    order(ending, clauses);
    if (isSetOperation && targets.size() > count) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "invalid UNION/INTERSECT/EXCEPT ORDER BY clause",
          ErrorFields.at(hiddenPosition(ending, count) + 1)
              .withDetail("Only result column names can be used, not expressions or functions.")
              .withHint(
                  "Add the expression/function to every SELECT, or move the UNION into a FROM"
                      + " clause."));
    }
    limit(ending, clauses);
    TargetList.requireSize(targets.size());
    return new SelectDraft(context, targets, clauses);
  }

  /** Returns the offset of the key whose column is the first hidden one. */
  private int hiddenPosition(Ending ending, int target) {
    for (SortKey key : ending.orderBy()) {
      if (outputs.find(key.value(), ClauseKind.ORDER_BY) < 0) {
        return StartPositions.of(key.value());
      }
    }
    return targets.get(target).value().position();
  }

  private void order(Ending ending, SelectClauses clauses) {
    for (SortKey key : ending.orderBy()) {
      int target = target(key.value(), ClauseKind.ORDER_BY);
      context
          .expressions(ClauseKind.ORDER_BY)
          .sortItem(targets.get(target).value().at(StartPositions.of(key.value())), key);
      if (clauses.order.stream().noneMatch(known -> known.target() == target)) {
        clauses.order.add(new SelectClauses.OrderKey(target, key));
      }
    }
  }

  /** Returns the column that an expression of ORDER BY or DISTINCT ON is, with a decided type. */
  private int target(dev.colonnade.sql.syntax.query.Expression node, ClauseKind clause) {
    int found = outputs.find(node, clause);
    ExpressionAnalyzer expressions = context.expressions(clause);
    int target = found < 0 ? targets.findOrAdd(expressions.analyze(node)) : found;
    targets.set(target, expressions.decided(targets.get(target).value()));
    return target;
  }

  private Grouping grouping(Query.GroupBy groupBy) {
    List<Grouping.Key> found = new ArrayList<>();
    List<List<Integer>> sets =
        new GroupingSets(node -> Grouping.findOrAdd(found, key(node))).expand(groupBy);
    return new Grouping(found, sets, hasSets(groupBy));
  }

  private static boolean hasSets(Query.GroupBy groupBy) {
    return groupBy.elements().stream()
        .anyMatch(element -> !(element instanceof Query.Grouping.Simple));
  }

  private Grouping.Key key(dev.colonnade.sql.syntax.query.Expression node) {
    int target = outputs.find(node, ClauseKind.GROUP_BY);
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.GROUP_BY);
    if (target < 0) {
      TypedExpression value = expressions.decided(expressions.analyze(node));
      expressions.groupable(value);
      int column = targets.find(value);
      return column < 0 ? Grouping.hiddenKey(hiddenKeys, value) : new Grouping.Key(value, column);
    }
    TypedExpression value = expressions.decided(targets.get(target).value());
    context.level().requireRowValue(value.expression());
    targets.set(target, value);
    expressions.groupable(value.at(StartPositions.of(node)));
    return new Grouping.Key(value, target);
  }

  private void distinct(Query.Distinct distinct, SelectClauses clauses) {
    if (distinct.on().isEmpty()) {
      clauses.isDistinct = true;
      ExpressionAnalyzer expressions = context.expressions(ClauseKind.SELECT);
      for (int i = 0; i < targets.size(); i++) {
        if (!targets.get(i).isHidden()) {
          targets.set(i, expressions.decided(targets.get(i).value()));
          expressions.groupable(targets.get(i).value());
        }
      }
      for (SelectClauses.OrderKey key : clauses.order) {
        if (targets.get(key.target()).isHidden()) {
          throw ScopeErrors.at(
              ErrorCode.INVALID_COLUMN_REFERENCE,
              "for SELECT DISTINCT, ORDER BY expressions must appear in select list",
              StartPositions.of(key.node().value()));
        }
      }
      return;
    }
    List<Integer> positions = new ArrayList<>();
    for (var node : distinct.on()) {
      int target = target(node, ClauseKind.DISTINCT_ON);
      context
          .expressions(ClauseKind.DISTINCT_ON)
          .groupable(targets.get(target).value().at(StartPositions.of(node)));
      if (!clauses.distinctOn.contains(target)) {
        clauses.distinctOn.add(target);
        positions.add(StartPositions.of(node));
      }
    }
    requireInitialKeys(clauses, positions);
  }

  /** Throws if the keys of DISTINCT ON are not the first ones of ORDER BY. */
  private static void requireInitialKeys(SelectClauses clauses, List<Integer> positions) {
    int matched = 0;
    boolean hasSkipped = false;
    for (SelectClauses.OrderKey key : clauses.order) {
      boolean isKey = clauses.distinctOn.contains(key.target());
      if (isKey && hasSkipped) {
        throw mismatch(StartPositions.of(key.node().value()));
      }
      matched += isKey ? 1 : 0;
      hasSkipped |= !isKey;
    }
    if (hasSkipped && matched < clauses.distinctOn.size()) {
      for (int i = 0; i < positions.size(); i++) {
        int target = clauses.distinctOn.get(i);
        if (clauses.order.stream().noneMatch(key -> key.target() == target)) {
          throw mismatch(positions.get(i));
        }
      }
    }
  }

  private static ColonnadeException mismatch(int position) {
    return ScopeErrors.at(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "SELECT DISTINCT ON expressions must match initial ORDER BY expressions",
        position);
  }

  private void limit(Ending ending, SelectClauses clauses) {
    Query.Limit limit = ending.limit();
    if (limit == null) {
      return;
    }
    var offset = limit.offset();
    if (offset != null) {
      clauses.offset = number(offset, ClauseKind.OFFSET);
    }
    var count = limit.count();
    if (count != null) {
      clauses.count = number(count, ClauseKind.LIMIT);
    }
    clauses.hasTies = limit.withTies();
  }

  private Expression number(dev.colonnade.sql.syntax.query.Expression node, ClauseKind clause) {
    return context.expressions(clause).number(node, clause.text());
  }

  private void windows(Query.Select select, SelectClauses clauses) {
    WindowAnalyzer windows = new WindowAnalyzer(context::expressions);
    windows.define(select.aggregation().windows());
    for (SelectLevel.WindowCall call : context.level().windows()) {
      clauses.windows.add(windows.resolve(call.over()));
    }
  }
}
