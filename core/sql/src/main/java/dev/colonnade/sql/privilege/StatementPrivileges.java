package dev.colonnade.sql.privilege;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Privileges that the executions of a plan need. Safe for use by many threads.
 *
 * <p>The check is repeated only when the catalog or the user differs from that of the last
 * successful check: an execution usually compares a number and a reference.
 */
public final class StatementPrivileges {
  /** Privileges of a statement that needs none. */
  public static final StatementPrivileges NONE = new StatementPrivileges(List.of(), List.of());

  private static final int OF_COLUMNS = SecuredKind.COLUMN.all();

  private final List<RelationAccess> relations;
  private final List<SystemTableAccess> systemTables;

  /** Last successful check; written and read by all threads. */
  private volatile @Nullable Checked checked;

  private record Checked(long catalogVersion, String user, boolean isSuperuser) {
    boolean isFor(NameScope names, CatalogSnapshot catalog) {
      return catalogVersion == catalog.version()
          && user.equals(names.user())
          && isSuperuser == names.privileges().isSuperuser();
    }
  }

  StatementPrivileges(List<RelationAccess> relations, List<SystemTableAccess> systemTables) {
    this.relations = List.copyOf(relations);
    this.systemTables = List.copyOf(systemTables);
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user lacks a privilege.
   *
   * @param catalog that the statement sees
   */
  public void require(NameScope names, CatalogSnapshot catalog) {
    if (relations.isEmpty() && systemTables.isEmpty()) {
      return;
    }
    Checked last = checked;
    if (last != null && last.isFor(names, catalog)) {
      return;
    }
    if (!names.privileges().isSuperuser()) {
      check(names, catalog);
    }
    checked = new Checked(catalog.version(), names.user(), names.privileges().isSuperuser());
  }

  private void check(NameScope names, CatalogSnapshot catalog) {
    RolePrivileges user = names.privileges();
    for (SystemTableAccess table : systemTables) {
      if (!user.hasRole(BuiltIns.READ_ALL_DATA_ID)) {
        throw PrivilegeChecks.denied(table.kind(), table.name());
      }
    }
    for (RelationAccess access : relations) {
      Relation relation = catalog.findRelation(access.relationId());
      if (relation == null) {
        continue; // the plan is not valid any more
      }
      RolePrivileges role =
          access.viewId() == RelationAccess.NO_VIEW
              ? user
              : RolePrivileges.of(
                  catalog, catalog.access(access.viewId()).ownerId(), names.database().id());
      if (!isAllowed(role, relation, access.columns())) {
        throw PrivilegeChecks.denied(relation);
      }
    }
  }

  private static boolean isAllowed(
      RolePrivileges role, Relation relation, Map<Privilege, Set<Integer>> needed) {
    if (role.isSuperuser()) {
      return true;
    }
    int mask = role.mask(PrivilegeChecks.kindOf(relation), relation.id());
    for (Map.Entry<Privilege, Set<Integer>> entry : needed.entrySet()) {
      int bit = entry.getKey().bit();
      if ((mask & bit) == 0
          && ((bit & OF_COLUMNS) == 0 || !isAllowed(role, relation, bit, entry.getValue()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a role has a privilege on some columns; on any column if none is given. */
  private static boolean isAllowed(
      RolePrivileges role, Relation relation, int bit, Set<Integer> columns) {
    if (columns.isEmpty()) {
      return columnIds(relation).stream()
          .anyMatch(column -> (role.columnMask(relation.id(), column) & bit) != 0);
    }
    return columns.stream().allMatch(column -> (role.columnMask(relation.id(), column) & bit) != 0);
  }

  private static List<Integer> columnIds(Relation relation) {
    return switch (relation) {
      case Table table ->
          table.schema().visibleColumns().stream().map(column -> column.id()).toList();
      case View view -> IntStream.rangeClosed(1, view.columnNames().size()).boxed().toList();
      case SequenceEntry _ -> List.of();
    };
  }
}
