package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that a scan could go by, and what that would cost: in rows of the table that could be
 * scanned instead.
 */
public final class AccessPath {
  /** Cost of looking up one row. */
  private static final double LOOKUP_COST = 8;

  /**
   * Cost of finding a row by its key for a join, many at a time: some microseconds, where a scan of
   * cached columns takes some hundredths of one for a row.
   */
  private static final double JOINED_COST = 200;

  /** Cost of each search in a key before the first row comes. */
  private static final double SEARCH_COST = 3;

  /** So many rows a table has at least: plans are kept while it grows. */
  public static final double ROWS_MIN = 1000;

  private final Access access;
  private final @Nullable TableIndex index;
  private final List<KeyColumn> key;
  private final List<ColumnBound> bounds;
  private final double tableRows;
  private final double rows;

  private AccessPath(
      Access access, List<KeyColumn> key, List<ColumnBound> bounds, double tableRows) {
    this.access = access;
    this.index = access.index();
    this.key = key;
    this.bounds = bounds;
    this.tableRows = tableRows;
    this.rows = estimate();
  }

  /** The way by the primary key. */
  public static AccessPath ofRows(Table table, List<ColumnBound> all, double tableRows) {
    List<KeyColumn> key = table.schema().primaryKey();
    return new AccessPath(Access.ROWS, key, matching(key, all), Math.max(ROWS_MIN, tableRows));
  }

  /**
   * The way by an index.
   *
   * @param needed the columns that rows are wanted with
   */
  public static AccessPath ofIndex(
      TableIndex index, Set<Integer> needed, List<ColumnBound> all, double tableRows) {
    return ofIndex(Access.by(index, needed, List.of()), index, all, tableRows);
  }

  /** Returns the path by an index, on whose entries some conditions can be evaluated. */
  static AccessPath ofIndex(
      Access access, TableIndex index, List<ColumnBound> all, double tableRows) {
    return new AccessPath(
        access,
        index.schema().primaryKey(),
        matching(index.columns(), all),
        Math.max(ROWS_MIN, tableRows));
  }

  /** Returns the bounds that a scan's conditions set on columns that keys can be searched by. */
  public static List<ColumnBound> bounds(ScanSpec spec) {
    return ScanPaths.bounds(spec);
  }

  /** The ways by keys that no two rows have. */
  static List<AccessPath> unique(ScanSpec spec, double tableRows) {
    List<ColumnBound> bounds = ScanPaths.bounds(spec);
    List<AccessPath> paths = new ArrayList<>();
    if (!bounds.isEmpty()) {
      paths.add(ofRows(spec.table(), bounds, tableRows));
      for (TableIndex index : spec.table().indexes()) {
        if (index.isUnique() && index.descriptor().definition().predicate() == null) {
          paths.add(ofIndex(index, Set.of(), bounds, tableRows));
        }
      }
    }
    return paths;
  }

  /** The bounds of the first columns of a key, up to the first that is no point. */
  private static List<ColumnBound> matching(List<KeyColumn> key, List<ColumnBound> all) {
    List<ColumnBound> found = new ArrayList<>();
    for (KeyColumn part : key) {
      ColumnBound best = null;
      for (ColumnBound bound : all) {
        boolean isBetter = best == null || bound.selectivity() < best.selectivity();
        best = bound.columnId() == part.columnId() && isBetter ? bound : best;
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

  private double estimate() {
    double part = 1;
    double searches = 1;
    boolean isNull = false;
    for (ColumnBound bound : bounds) {
      part *= bound.selectivity();
      searches *= bound.values();
      isNull |= bound.kind() == ColumnBound.Kind.NULL;
    }
    int width = index == null ? key.size() : index.columns().size();
    boolean isPoint =
        bounds.size() == width && bounds.stream().allMatch(ColumnBound::isPoint) && !isNull;
    boolean isUnique = index == null || index.isUnique();
    return isPoint && isUnique ? searches : Math.max(1, tableRows * part);
  }

  /** Returns the estimated number of rows that are read. */
  double rows() {
    return rows;
  }

  /** Returns whether the key is searched, and not only read from one end to the other. */
  public boolean isSearched() {
    return !bounds.isEmpty();
  }

  /** Returns the cost of reading some of the rows. */
  double cost(double rowsRead) {
    double searches = 0;
    if (isSearched()) {
      searches = SEARCH_COST;
      for (ColumnBound bound : bounds) {
        searches *= bound.values();
      }
    }
    double perRow = access.lookup() ? LOOKUP_COST : index == null ? 1 : 0.8;
    return searches + rowsRead * perRow;
  }

  /**
   * Returns the cost of looking up the matches of some rows of a join.
   *
   * @param rowsLeast minimum of the estimated number of matches of each
   */
  public double joinCost(double searches, double rowsLeast) {
    return searches
        * (JOINED_COST + Math.max(rows, rowsLeast) * (access.lookup() ? JOINED_COST : 1));
  }

  /** Returns the cost of reading all rows. */
  public double totalCost() {
    return cost(rows);
  }

  /** The access in some order. */
  public Access access(Access.Order order) {
    return access.inOrder(order);
  }

  /** The index whose entries are read; null for the table's own rows. */
  @Nullable TableIndex index() {
    return index;
  }

  /** Returns whether no row that is read has a NULL in the column. */
  boolean excludesNull(int columnId) {
    return bounds.stream()
        .anyMatch(bound -> bound.columnId() == columnId && bound.kind() != ColumnBound.Kind.NULL);
  }

  /** Returns whether this reads the table's rows as if there was no key. */
  boolean isPlain() {
    return index == null;
  }

  /**
   * The order in which rows come as wanted; ANY if in none.
   *
   * @param wanted columns in the order that they are sorted by
   */
  Access.Order orderFor(List<WantedOrder> wanted) {
    Set<Integer> constant = new HashSet<>();
    for (ColumnBound bound : bounds) {
      if (bound.kind() == ColumnBound.Kind.EQUAL || bound.kind() == ColumnBound.Kind.NULL) {
        constant.add(bound.columnId());
      } else if (bound.kind() == ColumnBound.Kind.SEVERAL) {
        break;
      }
    }
    Access.Order order = Access.Order.ANY;
    int at = 0;
    for (WantedOrder one : wanted) {
      if (constant.contains(one.columnId())) {
        continue;
      }
      while (at < key.size() && constant.contains(key.get(at).columnId())) {
        at++;
      }
      if (at == key.size()) {
        break; // the key is unique
      }
      Access.Order found = one.by(key.get(at));
      if (found == Access.Order.ANY || (order != Access.Order.ANY && order != found)) {
        return Access.Order.ANY;
      }
      order = found;
      at++;
    }
    return order == Access.Order.ANY ? Access.Order.FORWARD : order;
  }

  /**
   * A column that rows are sorted by.
   *
   * @param nullsFirst null if it has no NULLs
   */
  record WantedOrder(int columnId, boolean descending, @Nullable Boolean nullsFirst) {
    /** The direction in which a key's column comes in this order; ANY if in none. */
    Access.Order by(KeyColumn part) {
      if (part.columnId() != columnId) {
        return Access.Order.ANY;
      }
      boolean isAscending = part.direction() == dev.colonnade.key.SortDirection.ASCENDING;
      boolean isForward = isAscending != descending;
      // NULL is the least value of a key.
      boolean fits = nullsFirst == null || nullsFirst != descending;
      if (!fits) {
        return Access.Order.ANY;
      }
      return isForward ? Access.Order.FORWARD : Access.Order.BACKWARD;
    }
  }
}
