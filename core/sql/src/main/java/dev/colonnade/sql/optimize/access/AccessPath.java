package dev.colonnade.sql.optimize.access;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.physical.access.TableAccess.Order;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Key that a scan could read by, and the cost of that. Immutable. */
public final class AccessPath {
  /** Plans are cached while tables grow: a table counts as at least this number of rows. */
  public static final double ROWS_MIN = 1000;

  private final @Nullable TableIndex index;
  private final boolean lookup;
  private final List<KeyColumn> key;
  private final List<ColumnBound> bounds;

  /** Columns that have no NULL in the rows that are read. */
  private final Set<Integer> withoutNull;

  private final List<ScanPredicate> entryPredicates;
  private final double searches;
  private final double rows;
  private final boolean isUnique;

  private AccessPath(
      @Nullable TableIndex index,
      boolean lookup,
      List<KeyColumn> key,
      List<KeyColumn> searched,
      List<ColumnBound> all,
      List<ScanPredicate> entryPredicates,
      double tableRows) {
    this.index = index;
    this.lookup = lookup;
    this.key = key;
    this.bounds = matching(searched, all);
    this.withoutNull = withoutNull(all);
    this.entryPredicates = entryPredicates;
    this.searches = searchesOf(bounds);
    int width = index == null ? key.size() : index.columns().size();
    this.isUnique =
        (index == null || index.isUnique()) && bounds.size() == width && arePoints(bounds);
    this.rows =
        isUnique
            ? searches
            : estimate(bounds, isPartial() ? tableRows : Math.max(ROWS_MIN, tableRows));
  }

  private static double searchesOf(List<ColumnBound> bounds) {
    double searches = 1;
    for (ColumnBound bound : bounds) {
      searches *= bound.values();
    }
    return searches;
  }

  private static double estimate(List<ColumnBound> bounds, double tableRows) {
    double part = 1;
    for (ColumnBound bound : bounds) {
      part *= bound.selectivity();
    }
    return Math.max(1, tableRows * part);
  }

  private static boolean arePoints(List<ColumnBound> bounds) {
    for (ColumnBound bound : bounds) {
      if (!bound.isPoint() || bound.kind() == ColumnBound.Kind.NULL) {
        return false;
      }
    }
    return true;
  }

  /** Returns the path by the primary key. */
  public static AccessPath ofRows(Table table, List<ColumnBound> all, double tableRows) {
    List<KeyColumn> key = table.schema().primaryKey();
    return new AccessPath(null, false, key, key, all, List.of(), tableRows);
  }

  /**
   * Returns the path by an index.
   *
   * @param needed ids of the columns that are read
   * @param entryPredicates on expressions of the index
   */
  public static AccessPath ofIndex(
      TableIndex index,
      Set<Integer> needed,
      List<ColumnBound> all,
      List<ScanPredicate> entryPredicates,
      double tableRows) {
    boolean lookup = false;
    for (int id : needed) {
      lookup |= !index.isExact(id);
    }
    return new AccessPath(
        index,
        lookup,
        index.schema().primaryKey(),
        index.keyColumns(),
        all,
        entryPredicates,
        tableRows);
  }

  /** Returns the bounds of the first columns of a key, up to the first that is no point. */
  private static List<ColumnBound> matching(List<KeyColumn> key, List<ColumnBound> all) {
    List<ColumnBound> found = new ArrayList<>(key.size());
    for (KeyColumn part : key) {
      ColumnBound best = null;
      for (ColumnBound bound : all) {
        boolean isBetter =
            best == null
                || (bound.isPoint() && !best.isPoint())
                || (bound.isPoint() == best.isPoint() && bound.selectivity() < best.selectivity());
        boolean isSearched =
            bound.columnId() == part.columnId() && bound.kind() != ColumnBound.Kind.NOT_NULL;
        best = isSearched && isBetter ? bound : best;
      }
      if (best == null) {
        return found;
      }
      found.add(best);
      if (!best.isPoint()) {
        return found;
      }
    }
    return found;
  }

  /** Returns the estimated number of rows that are read. */
  public double rows() {
    return rows;
  }

  /** Returns whether the key is searched, and not only read from one end to the other. */
  public boolean isSearched() {
    return !bounds.isEmpty();
  }

  /** Returns whether at most one row is read for each search. */
  public boolean isUnique() {
    return isUnique;
  }

  /** Returns whether the table's own rows are read. */
  public boolean isPlain() {
    return index == null;
  }

  /** Returns whether the entries of an index are those of some rows only. */
  public boolean isPartial() {
    return index != null && index.descriptor().definition().predicate() != null;
  }

  /** Returns the cost of reading some of the rows of a request. */
  double cost(double rowsRead, AccessRequest request, boolean isOrdered) {
    double selected = rowsRead * Math.min(1, request.rows() / rows);
    double columnar =
        CostModel.columnarScan(rowsRead, request.predicates().size(), selected, request.width())
            + rowsRead * request.packedTests() * CostModel.PACKED_VALUE;
    double stepped = searches * CostModel.SEEK + rowsRead * CostModel.CURSOR_STEP;
    if (index == null) {
      return isSearched() || isOrdered ? Math.min(stepped, columnar + stepped / 8) : columnar;
    }
    double perLookup = isOrdered ? CostModel.RANDOM_LOOKUP : CostModel.BATCHED_LOOKUP;
    return lookup ? stepped + rowsRead * perLookup : stepped;
  }

  /**
   * Returns the cost of looking up the matches of some rows of a join. Rows with a whole key are
   * looked up in batches; each range of a key is sought on its own.
   *
   * @param matches estimated number of rows for each
   */
  public double joinCost(double lookups, double matches) {
    double perMatch = lookup ? CostModel.BATCHED_LOOKUP : CostModel.CURSOR_STEP;
    double perLookup = isUnique && index == null ? CostModel.BATCHED_LOOKUP : CostModel.SEEK;
    return CostModel.SEEK + lookups * (perLookup + matches * perMatch);
  }

  /** Returns the access in some order. */
  public TableAccess access(Order order) {
    return index == null && order == Order.ANY
        ? TableAccess.ROWS
        : new TableAccess(index, lookup, order, entryPredicates);
  }

  private static Set<Integer> withoutNull(List<ColumnBound> all) {
    Set<Integer> columns = new HashSet<>();
    for (ColumnBound bound : all) {
      if (bound.kind() != ColumnBound.Kind.NULL) {
        columns.add(bound.columnId());
      }
    }
    return columns;
  }

  /** Returns the order in which rows are as wanted; ANY if in none. */
  public Order orderFor(List<WantedOrder> wanted) {
    Set<Integer> constant = constants();
    Order order = Order.ANY;
    int at = 0;
    for (WantedOrder one : wanted) {
      if (constant.contains(one.columnId())) {
        continue;
      }
      while (at < key.size() && constant.contains(key.get(at).columnId())) {
        at++;
      }
      if (at == key.size()) {
        break; // The key is unique.
      }
      Order found = one.by(key.get(at), withoutNull.contains(one.columnId()));
      if (found == Order.ANY || (order != Order.ANY && order != found)) {
        return Order.ANY;
      }
      order = found;
      at++;
    }
    return order == Order.ANY ? Order.FORWARD : order;
  }

  /** Returns the columns that have one value in all rows. */
  private Set<Integer> constants() {
    Set<Integer> constant = new HashSet<>();
    for (ColumnBound bound : bounds) {
      if (bound.kind() == ColumnBound.Kind.EQUAL || bound.kind() == ColumnBound.Kind.NULL) {
        constant.add(bound.columnId());
      } else if (bound.kind() == ColumnBound.Kind.SEVERAL) {
        break;
      }
    }
    return constant;
  }
}
