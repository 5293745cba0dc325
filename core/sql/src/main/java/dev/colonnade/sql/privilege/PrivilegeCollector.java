package dev.colonnade.sql.privilege;

import dev.colonnade.catalog.privilege.Privilege;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collector of the privileges that a statement needs, during its analysis. One thread. */
public final class PrivilegeCollector {
  /** Id that stands for the text of the statement itself instead of the query of a view. */
  public static final int NO_VIEW = RelationAccess.NO_VIEW;

  private final Map<Key, RelationAccess> relations = new LinkedHashMap<>();
  private final Set<SystemTableAccess> systemTables = new LinkedHashSet<>();

  private record Key(int relationId, int viewId) {}

  /**
   * Adds a privilege on a relation.
   *
   * @param viewId view in whose query the relation is; {@link #NO_VIEW} for the text itself
   */
  public void add(int relationId, int viewId, Privilege privilege) {
    access(relationId, viewId).add(privilege);
  }

  /** Adds a privilege on a column. */
  public void addColumn(int relationId, int viewId, Privilege privilege, int columnId) {
    access(relationId, viewId).addColumn(privilege, columnId);
  }

  /** Adds the reading of a table of the system catalog that only superusers may read. */
  public void addSystemTable(String kind, String name) {
    systemTables.add(new SystemTableAccess(kind, name));
  }

  private RelationAccess access(int relationId, int viewId) {
    return relations.computeIfAbsent(
        new Key(relationId, viewId), key -> new RelationAccess(key.relationId(), key.viewId()));
  }

  /** Returns the privileges that were collected. */
  public StatementPrivileges collected() {
    return new StatementPrivileges(List.copyOf(relations.values()), List.copyOf(systemTables));
  }
}
