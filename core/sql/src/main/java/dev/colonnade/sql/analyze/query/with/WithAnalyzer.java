package dev.colonnade.sql.analyze.query.with;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Analysis of WITH: the items are visible between {@link #open} and {@link #close}. */
public final class WithAnalyzer implements WithScope {
  private final QueryContext context;
  private final QueryDrafts drafts;
  private final List<Item> items = new ArrayList<>();
  private final Map<String, CommonTable> known = new HashMap<>();
  private final Set<String> inProgress = new HashSet<>();

  /** Analyzed item. */
  private record Item(
      int id, With.CommonTable node, CommonTable table, AnalyzedQuery query, boolean isRecursive) {}

  /**
   * Creates the analysis of a WITH clause.
   *
   * @param context of the query that it belongs to
   * @param drafts analysis of the queries of its items
   */
  public WithAnalyzer(QueryContext context, QueryDrafts drafts) {
    this.context = requireNonNull(context, "context is null");
    this.drafts = requireNonNull(drafts, "drafts is null");
  }

  @Override
  public QueryContext open(With with) {
    Set<String> names = new HashSet<>();
    for (With.CommonTable node : with.tables()) {
      if (!names.add(node.name())) {
        throw ScopeErrors.at(
            ErrorCode.DUPLICATE_ALIAS,
            "WITH query name \"%s\" specified more than once".formatted(node.name()),
            node.position());
      }
      requireSupported(node);
    }
    return with.recursive() ? recursive(with) : sequential(with);
  }

  private void requireSupported(With.CommonTable node) {
    if (!(node.statement() instanceof Query)) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED,
          "WITH clause containing a data-modifying statement must be at the top level",
          node.position());
    }
  }

  /** Throws SYNTAX_ERROR if an item without recursion has SEARCH or CYCLE. */
  private static void requireNoTraversal(With.CommonTable node) {
    if (node.search() != null || node.cycle() != null) {
      throw ScopeErrors.at(ErrorCode.SYNTAX_ERROR, "WITH query is not recursive", node.position());
    }
  }

  private QueryContext sequential(With with) {
    QueryContext inner = context;
    for (int i = 0; i < with.tables().size(); i++) {
      With.CommonTable node = with.tables().get(i);
      QueryContext visible = context;
      for (With.CommonTable later : with.tables().subList(i, with.tables().size())) {
        if (visible.findTable(later.name()) == null) {
          visible = visible.with(CommonTable.future(later.name()));
        }
      }
      for (With.CommonTable earlier : with.tables().subList(0, i)) {
        visible = visible.with(requireNonNull(known.get(earlier.name()), "item is null"));
      }
      AnalyzedQuery query = inside(visible).analyze(node);
      inner = inner.with(add(node, query, false));
    }
    return inner;
  }

  /** Analysis of items whose queries see the relations of no query but those around. */
  private record Inside(QueryContext context) {
    AnalyzedQuery analyze(With.CommonTable node) {
      if (node.statement() instanceof Query query) {
        return context.analyses().query(query, context);
      }
      throw new IllegalStateException("item of WITH is no query: name=" + node.name());
    }
  }

  private Inside inside(QueryContext visible) {
    return new Inside(
        visible.inside(new Scope(context.statement(), context.outer()), context.level()));
  }

  private QueryContext recursive(With with) {
    for (With.CommonTable node : with.tables()) {
      find(with, node);
    }
    QueryContext inner = context;
    for (With.CommonTable node : with.tables()) {
      inner = inner.with(requireNonNull(known.get(node.name()), "item is null"));
    }
    return inner;
  }

  /** Returns an item of WITH RECURSIVE, which may be referred to before it is analyzed. */
  private CommonTable find(With with, With.CommonTable node) {
    CommonTable table = known.get(node.name());
    if (table != null) {
      return table;
    }
    if (!inProgress.add(node.name())) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED,
          "mutual recursion between WITH items is not implemented",
          node.position());
    }
    QueryContext visible = context;
    for (With.CommonTable other : with.tables()) {
      visible = visible.with(CommonTable.lazy(other.name(), _ -> find(with, other)));
    }
    Inside inside = inside(visible);
    AnalyzedQuery recursion =
        new RecursiveItem(inside.context(), node, drafts)
            .analyze(inner -> new WithAnalyzer(inner, drafts));
    inProgress.remove(node.name());
    return recursion == null ? add(node, inside.analyze(node), false) : add(node, recursion, true);
  }

  private CommonTable add(With.CommonTable node, AnalyzedQuery query, boolean isRecursive) {
    if (!isRecursive) {
      requireNoTraversal(node);
    }
    List<CommonTable.Column> columns = ItemColumns.of(node, query.columns());
    int id = context.statement().variables().planId();
    CommonTable table =
        new CommonTable(
            node.name(),
            columns,
            variables -> new LogicalSource.CteReference(id, node.name(), variables));
    known.put(node.name(), table);
    items.add(new Item(id, node, table, query, isRecursive));
    return table;
  }

  @Override
  public LogicalPlan close(LogicalPlan body) {
    List<LogicalSet.CommonTable> tables = new ArrayList<>();
    for (Item item : items) {
      if (item.table().referenceCount() > 0) {
        tables.add(
            new LogicalSet.CommonTable(
                item.id(), item.node().name(), item.query().plan(), evaluation(item)));
      }
    }
    return tables.isEmpty() ? body : new LogicalSet.With(tables, body);
  }

  /** Returns the evaluation of an item by PostgreSQL's rule. */
  private static LogicalSet.Evaluation evaluation(Item item) {
    boolean isWanted =
        switch (item.node().materialization()) {
          case DEFAULT -> item.table().referenceCount() == 1;
          case MATERIALIZED -> false;
          case NOT_MATERIALIZED -> true;
        };
    return isWanted && !item.isRecursive() && PlanProperties.isInlinable(item.query().plan())
        ? LogicalSet.Evaluation.INLINED
        : LogicalSet.Evaluation.MATERIALIZED;
  }
}
