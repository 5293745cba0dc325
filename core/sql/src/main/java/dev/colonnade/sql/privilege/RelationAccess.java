package dev.colonnade.sql.privilege;

import dev.colonnade.catalog.privilege.Privilege;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Access of a statement to one relation. One thread, until the analysis is over.
 *
 * <p>A privilege without columns is of the relation as a whole, or, for those that columns can
 * have, of at least one of its columns.
 */
final class RelationAccess {
  /** Id that stands for the text of the statement itself instead of the query of a view. */
  static final int NO_VIEW = 0;

  private final int relationId;
  private final int viewId;
  private final Map<Privilege, Set<Integer>> columns = new EnumMap<>(Privilege.class);

  /**
   * Creates an access without privileges.
   *
   * @param viewId view in whose query the relation is, and whose owner needs the privileges; {@link
   *     #NO_VIEW} if it is the user
   */
  RelationAccess(int relationId, int viewId) {
    this.relationId = relationId;
    this.viewId = viewId;
  }

  int relationId() {
    return relationId;
  }

  int viewId() {
    return viewId;
  }

  void add(Privilege privilege) {
    Set<Integer> _ = columns.computeIfAbsent(privilege, _ -> new TreeSet<>());
  }

  void addColumn(Privilege privilege, int columnId) {
    columns.computeIfAbsent(privilege, _ -> new TreeSet<>()).add(columnId);
  }

  /** Returns the needed privileges with the columns that need them. */
  Map<Privilege, Set<Integer>> columns() {
    return columns;
  }
}
