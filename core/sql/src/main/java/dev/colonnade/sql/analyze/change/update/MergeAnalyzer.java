package dev.colonnade.sql.analyze.change.update;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.query.from.FromAnalyzer;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.syntax.query.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Analyzer of MERGE: the source is joined with the target, and each pair gets its branch. */
public final class MergeAnalyzer {
  private final QueryContext context;
  private final UnaryOperator<LogicalPlan> with;

  /**
   * Creates the analyzer.
   *
   * @param with adds the common table expressions of the statement to its source
   */
  public MergeAnalyzer(QueryContext context, UnaryOperator<LogicalPlan> with) {
    this.context = requireNonNull(context, "context is null");
    this.with = requireNonNull(with, "with is null");
  }

  /** Returns the analyzed statement. */
  public AnalyzedQuery analyze(Change.Merge node) {
    requireReachable(node.whens());
    requireTable(node.target());
    ChangeScope scope = ChangeScope.of(context);
    ChangedRelation target = ChangedRelation.of(node.target(), ChangeKind.UPDATE, scope);
    if (target.policies().isActive()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "MERGE is not supported for tables with row-level security: \"%s\""
              .formatted(target.name()),
          ErrorFields.NONE.withHint("Use INSERT ... ON CONFLICT, UPDATE and DELETE instead."));
    }
    LogicalPlan source =
        new FromAnalyzer(context, scope.scope(), scope.level())
            .analyze(null, List.of(node.source()));
    scope.level().define(source.columns());
    List<NamespaceItem> sources = scope.scope().items();
    requireOtherName(target, sources);
    ChangedRelation.Rows rows = target.rows();
    NamespaceItem item = NamespaceItem.visible(target.relation(rows.row()));
    ChangeScope pairs = scope.empty();
    pairs.show(all(item, sources));
    ChangeScope alone = scope.empty();
    alone.show(all(item.hidden(true), sources));
    Expression condition = pairs.expressions(ClauseKind.JOIN_ON).predicate(node.condition());
    boolean isInner = node.whens().stream().allMatch(Change.MergeWhen::matched);
    LogicalPlan joined =
        LogicalJoin.of(
            isInner ? LogicalJoin.Kind.INNER : LogicalJoin.Kind.LEFT,
            source,
            rows.plan(),
            List.of(condition));
    MergeBranches branches = new MergeBranches(target, rows.row(), pairs, alone);
    node.whens().forEach(branches::add);
    LogicalPlan plan = branches.plan(joined);
    scope.requireValidConstants();
    return new AnalyzedQuery(
        new LogicalChange.Merge(with.apply(plan), target.table(), branches.branches()), List.of());
  }

  private static List<NamespaceItem> all(NamespaceItem target, List<NamespaceItem> sources) {
    List<NamespaceItem> items = new ArrayList<>();
    items.add(target);
    items.addAll(sources);
    return items;
  }

  private static void requireReachable(List<Change.MergeWhen> whens) {
    boolean[] isClosed = new boolean[2];
    for (Change.MergeWhen when : whens) {
      int kind = when.matched() ? 1 : 0;
      if (isClosed[kind]) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "unreachable WHEN clause specified after unconditional WHEN clause");
      }
      isClosed[kind] = when.condition() == null;
    }
  }

  private void requireTable(Change.Target node) {
    Relation relation = context.statement().names().findRelation(node.relation().name().parts());
    if (relation instanceof View || relation instanceof SequenceEntry) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot execute MERGE on relation \"%s\"".formatted(relation.name()),
          ErrorFields.NONE.withDetail(
              "This operation is not supported for %ss.".formatted(relation.kind())));
    }
  }

  private static void requireOtherName(ChangedRelation target, List<NamespaceItem> sources) {
    for (NamespaceItem source : sources) {
      if (source.isNameVisible() && source.relation().name().equals(target.alias())) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_ALIAS,
            "name \"%s\" specified more than once".formatted(target.alias()),
            ErrorFields.NONE.withDetail(
                "The name is used both as MERGE target table and data source."));
      }
    }
  }
}
