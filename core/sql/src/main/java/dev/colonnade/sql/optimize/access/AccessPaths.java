package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Implication;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Choice of the access paths of tables by their cost. */
public final class AccessPaths {
  /** Fractions of two unknown bounds add up to less: they are not those of a narrow range. */
  private final PlanningContext context;

  private final CardinalityEstimator estimator;

  public AccessPaths(PlanningContext context, CardinalityEstimator estimator) {
    this.context = requireNonNull(context, "context is null");
    this.estimator = requireNonNull(estimator, "estimator is null");
  }

  /**
   * Returns the cheapest access path.
   *
   * @param values translates the values of predicates on expressions of an index
   */
  public AccessChoice choose(AccessRequest request, ScanValues values) {
    AccessChoice best = null;
    for (Candidate candidate : candidates(request, values)) {
      for (AccessChoice choice : choices(candidate, request)) {
        if (best == null || choice.comparedNanos() < best.comparedNanos()) {
          best = choice;
        }
      }
    }
    return requireNonNull(best, "table has no access path");
  }

  /** Path with the wanted order by its columns. */
  private record Candidate(AccessPath path, List<WantedOrder> order) {}

  private List<AccessChoice> choices(Candidate candidate, AccessRequest request) {
    AccessPath path = candidate.path;
    List<AccessChoice> choices = new ArrayList<>(2);
    boolean isWanted = !candidate.order.isEmpty();
    double all = path.rows();
    double some =
        Math.min(all, Math.max(1, request.rowLimit() * all / Math.max(1, request.rows())));
    // Without a search, entries are read in place of rows only if there are fewer of them.
    if (path.isPlain() || path.isSearched() || path.isPartial()) {
      choices.add(choice(path, Order.ANY, isWanted ? all : some, request, !isWanted));
    }
    Order order = isWanted ? path.orderFor(candidate.order) : Order.ANY;
    if (order != Order.ANY) {
      choices.add(choice(path, order, some, request, true));
    }
    return choices;
  }

  private AccessChoice choice(
      AccessPath path, Order order, double rows, AccessRequest request, boolean isOrdered) {
    double nanos = path.cost(rows, request, order != Order.ANY);
    double sort = isOrdered ? 0 : request.orderNanos();
    return new AccessChoice(
        path.access(order),
        rows,
        nanos,
        path.isSearched(),
        isOrdered,
        nanos + sort + penalty(path));
  }

  private double penalty(AccessPath path) {
    if (!path.isPlain()) {
      return context.settings().penalty(Algorithm.INDEX_SCAN);
    }
    return path.isSearched() ? 0 : context.settings().penalty(Algorithm.SEQUENTIAL_SCAN);
  }

  private List<Candidate> candidates(AccessRequest request, ScanValues values) {
    Table table = request.table();
    List<ColumnBound> bounds = bounds(request);
    List<Candidate> paths = new ArrayList<>(1 + table.indexes().size());
    paths.add(
        new Candidate(AccessPath.ofRows(table, bounds, request.tableRows()), request.order()));
    if (!context.settings().isEnabled(Algorithm.INDEX_SCAN)
        && context.settings().isEnabled(Algorithm.SEQUENTIAL_SCAN)) {
      return paths;
    }
    for (TableIndex index : table.indexes()) {
      if (index.descriptor().isReady() && isImplied(index, request)) {
        paths.add(candidate(index, bounds, request, values));
      }
    }
    return paths;
  }

  private Candidate candidate(
      TableIndex index, List<ColumnBound> bounds, AccessRequest request, ScanValues values) {
    double rows = entryCount(index, request);
    boolean isComputed = false;
    for (WantedOrder wanted : request.order()) {
      isComputed |= wanted.isComputed();
    }
    if ((index.descriptor().definition().expressions().isEmpty() && !index.hasSortKeys())
        || (request.predicates().isEmpty() && !isComputed)) {
      return new Candidate(
          AccessPath.ofIndex(index, request.needed(), bounds, List.of(), rows), request.order());
    }
    List<Expression> keys = context.indexExpressions().keys(request.table(), index);
    ScanColumns columns = ScanColumns.of(request.scan()).with(index, keys);
    ScanPredicates translator = new ScanPredicates(columns, values);
    List<ScanPredicate> onEntries = new ArrayList<>();
    List<ColumnBound> all = new ArrayList<>(bounds);
    List<Expression> sources = new ArrayList<>();
    for (TranslatedPredicate predicate : request.predicates()) {
      List<ScanPredicate> found = onEntries(predicate, index, translator);
      onEntries.addAll(found);
      addBounds(found, predicate.source(), request, all);
      while (bounds.size() + sources.size() < all.size()) {
        sources.add(predicate.source());
      }
    }
    addBetween(all, sources, request);
    List<WantedOrder> order = new ArrayList<>(request.order().size());
    request.order().forEach(wanted -> order.add(wanted.in(columns)));
    return new Candidate(AccessPath.ofIndex(index, request.needed(), all, onEntries, rows), order);
  }

  /** Returns what the entries decide of a predicate beside that which all scans decide. */
  private static List<ScanPredicate> onEntries(
      TranslatedPredicate predicate, TableIndex index, ScanPredicates translator) {
    if (!predicate.isDecided()) {
      return translator.conjunctsOf(predicate.source());
    }
    List<ScanPredicate> found = new ArrayList<>();
    if (index.hasSortKeys()) {
      for (ScanPredicate conjunct : translator.conjunctsOf(predicate.source())) {
        ColumnBound bound = ColumnBound.of(conjunct, 1);
        if (bound != null && TableIndex.isSortKey(bound.columnId())) {
          found.add(conjunct);
        }
      }
    }
    return found;
  }

  /** Returns the estimated number of entries of an index, which may be partial. */
  private double entryCount(TableIndex index, AccessRequest request) {
    Expression partial =
        index.descriptor().definition().predicate() == null
            ? null
            : context.indexExpressions().predicate(request.table(), index);
    Expression known =
        partial == null ? null : ScanColumns.of(request.scan()).overVariables(partial);
    double rows = Math.max(AccessPath.ROWS_MIN, request.tableRows());
    return known == null
        ? rows
        : Math.max(1, rows * estimator.selectivity(request.scan(), List.of(known)));
  }

  /** Returns the bounds that predicates set on columns of the table. */
  private List<ColumnBound> bounds(AccessRequest request) {
    List<ColumnBound> bounds = new ArrayList<>();
    List<Expression> sources = new ArrayList<>();
    for (TranslatedPredicate predicate : request.predicates()) {
      addBounds(predicate.predicates(), predicate.source(), request, bounds);
      while (sources.size() < bounds.size()) {
        sources.add(predicate.source());
      }
    }
    addBetween(bounds, sources, request);
    return bounds;
  }

  private void addBounds(
      List<ScanPredicate> predicates,
      Expression source,
      AccessRequest request,
      List<ColumnBound> into) {
    double selectivity = -1;
    for (ScanPredicate predicate : predicates) {
      if (ColumnBound.of(predicate, 1) != null) {
        selectivity =
            selectivity < 0 ? estimator.selectivity(request.scan(), List.of(source)) : selectivity;
        ColumnBound bound = ColumnBound.of(predicate, selectivity);
        if (bound != null) {
          into.add(bound);
        }
      }
    }
  }

  /**
   * Adds the bounds between two values that a lower and an upper one of a column are.
   *
   * @param sources predicates of the last bounds of the list, one for each
   */
  private void addBetween(
      List<ColumnBound> bounds, List<Expression> sources, AccessRequest request) {
    int first = bounds.size() - sources.size();
    for (int i = 0; i < sources.size(); i++) {
      for (int k = 0; k < sources.size(); k++) {
        ColumnBound lower = bounds.get(first + i);
        ColumnBound upper = bounds.get(first + k);
        if (lower.kind() == ColumnBound.Kind.ABOVE
            && upper.kind() == ColumnBound.Kind.BELOW
            && upper.columnId() == lower.columnId()) {
          double part =
              estimator.selectivity(request.scan(), List.of(sources.get(i), sources.get(k)));
          bounds.add(new ColumnBound(lower.columnId(), ColumnBound.Kind.BETWEEN, 1, part));
        }
      }
    }
  }

  /** Returns whether the predicates imply the predicate of a partial index. */
  private boolean isImplied(TableIndex index, AccessRequest request) {
    Index.Predicate partial = index.descriptor().definition().predicate();
    if (partial == null) {
      return true;
    }
    Expression predicate = context.indexExpressions().predicate(request.table(), index);
    if (predicate == null || request.predicates().isEmpty()) {
      return false;
    }
    Expression wanted = ScanColumns.of(request.scan()).overVariables(predicate);
    if (wanted == null) {
      return false;
    }
    List<Expression> known = new ArrayList<>();
    for (TranslatedPredicate translated : request.predicates()) {
      known.add(translated.source());
    }
    return Implication.implies(known, wanted);
  }

  /**
   * Returns the paths by which rows can be looked up by values of some columns.
   *
   * @param bounds of these columns
   * @param needed ids of the columns that are read
   */
  public List<AccessPath> lookups(
      Table table, List<ColumnBound> bounds, Set<Integer> needed, double tableRows) {
    List<AccessPath> paths = new ArrayList<>();
    AccessPath rows = AccessPath.ofRows(table, bounds, tableRows);
    if (rows.isSearched()) {
      paths.add(rows);
    }
    if (!context.settings().isEnabled(Algorithm.INDEX_SCAN)) {
      return paths;
    }
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      if (isWhole && index.descriptor().isReady()) {
        AccessPath path = AccessPath.ofIndex(index, needed, bounds, List.of(), tableRows);
        if (path.isSearched()) {
          paths.add(path);
        }
      }
    }
    return paths;
  }
}
