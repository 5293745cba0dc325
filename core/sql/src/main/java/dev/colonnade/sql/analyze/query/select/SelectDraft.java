package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.draft.QueryDraft;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analyzed SELECT whose plan is not made yet. */
public final class SelectDraft implements QueryDraft {
  private final SelectContext context;
  private final TargetList targets;
  private final SelectClauses clauses;

  SelectDraft(SelectContext context, TargetList targets, SelectClauses clauses) {
    this.context = context;
    this.targets = targets;
    this.clauses = clauses;
  }

  @Override
  public List<TypedExpression> values() {
    return targets.visible().stream().map(Target::value).toList();
  }

  @Override
  public AnalyzedQuery finish(List<TypeReference> wanted) {
    return finish(wanted, List.of());
  }

  /**
   * Variant whose plan has more columns behind those of the result.
   *
   * @param extra variables of FROM
   */
  public AnalyzedQuery finish(List<TypeReference> wanted, List<Variable> extra) {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.SELECT);
    int column = 0;
    for (int i = 0; i < targets.size(); i++) {
      TypedExpression value = targets.get(i).value();
      boolean isVisible = !targets.get(i).isHidden();
      if (value.isUnknown()) {
        boolean isWanted = isVisible && column < wanted.size();
        targets.set(
            i,
            isWanted && !wanted.get(column).type().isUnknown()
                ? expressions.convert(value, wanted.get(column))
                : expressions.decided(value));
      }
      column += isVisible ? 1 : 0;
    }
    return new SelectPlan(context, targets, clauses).build(extra);
  }

  /** Returns OFFSET, which locking applies itself; null without. */
  public @Nullable Expression takeOffset() {
    Expression offset = clauses.offset;
    clauses.offset = null;
    return offset;
  }

  /** Returns LIMIT, which locking applies itself; null without. */
  public @Nullable Expression takeCount() {
    Expression count = clauses.count;
    clauses.count = null;
    return count;
  }

  /**
   * Returns the clause because of which rows of the result are not rows of tables, as errors of row
   * locks name it; null if there is none.
   */
  public @Nullable String obstacle() {
    if (clauses.isDistinct || !clauses.distinctOn.isEmpty()) {
      return "DISTINCT clause";
    }
    if (!clauses.grouping.keys().isEmpty() || clauses.grouping.hasSets()) {
      return "GROUP BY clause";
    }
    if (clauses.isGrouped) {
      return "HAVING clause";
    }
    if (context.level().hasAggregates()) {
      return "aggregate functions";
    }
    if (!context.level().windows().isEmpty()) {
      return "window functions";
    }
    return context.level().setFunctions().isEmpty()
        ? null
        : "set-returning functions in the target list";
  }
}
