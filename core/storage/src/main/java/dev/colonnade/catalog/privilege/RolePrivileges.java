package dev.colonnade.catalog.privilege;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleMembership;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rights of one role in one database, in one state of the catalog: the only place that decides
 * whether a role has a privilege. A superuser has all of them. A role that does not exist has those
 * of PUBLIC. Immutable, and safe for many threads.
 */
public final class RolePrivileges {
  private static final int WRITES =
      Privilege.mask(Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE);

  private final AccessCatalog catalog;
  private final @Nullable RoleEntry role;
  private final int databaseId;
  private final boolean isSuperuser;
  private final Set<Integer> inherited;
  private final Set<Integer> member;

  private RolePrivileges(
      AccessCatalog catalog, @Nullable RoleEntry role, boolean isSuperuser, int databaseId) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.role = role;
    this.databaseId = databaseId;
    this.isSuperuser = isSuperuser;
    this.inherited = closure(true);
    this.member = closure(false);
  }

  private static RolePrivileges of(
      AccessCatalog catalog, @Nullable RoleEntry role, int databaseId) {
    return new RolePrivileges(catalog, role, role != null && role.isSuperuser(), databaseId);
  }

  /** Returns the rights of the system itself: those of a superuser. */
  public static RolePrivileges ofSystem(AccessCatalog catalog) {
    return new RolePrivileges(catalog, null, true, 0);
  }

  /** Returns the rights of a role by its name. */
  public static RolePrivileges of(AccessCatalog catalog, String name, int databaseId) {
    return of(catalog, catalog.findRole(name), databaseId);
  }

  /** Returns the rights of a role by its id. */
  public static RolePrivileges of(AccessCatalog catalog, int roleId, int databaseId) {
    return of(catalog, catalog.findRole(roleId), databaseId);
  }

  /** Returns the rights of the same role in another state of the catalog. */
  public RolePrivileges in(AccessCatalog other) {
    return role == null
        ? new RolePrivileges(other, null, isSuperuser, databaseId)
        : of(other, role.id(), databaseId);
  }

  private Set<Integer> closure(boolean onlyInherited) {
    Set<Integer> closure = new HashSet<>();
    if (role == null) {
      return closure;
    }
    int databaseOwner = catalog.access(databaseId).ownerId();
    Deque<RoleEntry> next = new ArrayDeque<>();
    next.add(role);
    while (!next.isEmpty()) {
      RoleEntry known = next.remove();
      if (!closure.add(known.id()) || (onlyInherited && !known.options().inherits())) {
        continue;
      }
      if (known.id() == databaseOwner) {
        closure.add(BuiltIns.DATABASE_OWNER_ID);
      }
      for (RoleMembership membership : known.memberships()) {
        RoleEntry group = catalog.findRole(membership.roleId());
        if (group != null) {
          next.add(group);
        }
      }
    }
    return Set.copyOf(closure);
  }

  /** Returns whether these are the rights of the system, or of a program that is trusted. */
  public boolean isSystem() {
    return isSuperuser && role == null;
  }

  public boolean isSuperuser() {
    return isSuperuser;
  }

  /**
   * Returns the id of the role: that of the bootstrap superuser for the system, and {@link
   * AclItem#PUBLIC} for a role that does not exist.
   */
  public int roleId() {
    return role != null ? role.id() : isSuperuser ? BuiltIns.BOOTSTRAP_ID : AclItem.PUBLIC;
  }

  /** Returns the role; null if it does not exist. */
  public @Nullable RoleEntry role() {
    return role;
  }

  /** Returns the ids of the roles whose privileges the role has. */
  public Set<Integer> inheritedIds() {
    return inherited;
  }

  /** Returns whether the role has the privileges of another one without SET ROLE. */
  public boolean hasRole(int roleId) {
    return isSuperuser || inherited.contains(roleId);
  }

  /** Returns whether the role is another one or a member of it, so that it may SET ROLE to it. */
  public boolean isMember(int roleId) {
    return isSuperuser || member.contains(roleId);
  }

  /** Returns whether the role is another one or a member of it, superuser or not. */
  public boolean isMemberNotSuper(int roleId) {
    return member.contains(roleId);
  }

  /** Returns whether the role has the rights of the owner of an object. */
  public boolean owns(int objectId) {
    return isSuperuser || inherited.contains(catalog.access(objectId).ownerId());
  }

  /** Returns whether the role has the rights of the owner of an object, superuser or not. */
  public boolean ownsNotSuper(int objectId) {
    return inherited.contains(catalog.access(objectId).ownerId());
  }

  public boolean mayCreateRoles() {
    return isSuperuser || (role != null && role.options().createsRoles());
  }

  public boolean mayCreateDatabases() {
    return isSuperuser || (role != null && role.options().createsDatabases());
  }

  /** Returns whether row-level security does not apply to the role. */
  public boolean bypassesRowSecurity() {
    return isSuperuser || (role != null && role.options().bypassesRowSecurity());
  }

  /** Returns whether the role has a privilege on an object. */
  public boolean has(Privilege privilege, SecuredKind kind, int objectId) {
    return isSuperuser || (mask(kind, objectId) & privilege.bit()) != 0;
  }

  /** Returns the privileges of the role on an object. */
  public int mask(SecuredKind kind, int objectId) {
    if (isSuperuser) {
      return kind.all();
    }
    ObjectAccess access = catalog.access(objectId);
    return access.effective(kind).privileges(inherited::contains) | predefined(kind);
  }

  /** Returns the privileges of the role on a column that it does not have on the relation. */
  public int columnMask(int relationId, int columnId) {
    return isSuperuser
        ? SecuredKind.COLUMN.all()
        : catalog.access(relationId).column(columnId).privileges(inherited::contains);
  }

  /** Returns the privileges on all objects of a kind that predefined roles have. */
  private int predefined(SecuredKind kind) {
    boolean reads = inherited.contains(BuiltIns.READ_ALL_DATA_ID);
    boolean writes = inherited.contains(BuiltIns.WRITE_ALL_DATA_ID);
    if (!reads && !writes) {
      return 0;
    }
    return switch (kind) {
      case TABLE -> (reads ? Privilege.SELECT.bit() : 0) | (writes ? WRITES : 0);
      case SEQUENCE -> (reads ? Privilege.SELECT.bit() : 0) | (writes ? Privilege.UPDATE.bit() : 0);
      case SCHEMA -> Privilege.USAGE.bit();
      default -> 0;
    };
  }

  /** Returns the privileges on an object that the role may grant. */
  public int options(SecuredKind kind, int objectId) {
    if (isSuperuser) {
      return kind.all();
    }
    ObjectAccess access = catalog.access(objectId);
    return access.effective(kind).options(inherited::contains, access.ownerId()) & kind.all();
  }

  /** Returns the privileges on a column that the role may grant. */
  public int columnOptions(int relationId, int columnId) {
    ObjectAccess access = catalog.access(relationId);
    int own = access.column(columnId).options(inherited::contains, access.ownerId());
    return (own | options(SecuredKind.TABLE, relationId)) & SecuredKind.COLUMN.all();
  }

  /** Returns whether a policy applies to the role. */
  public boolean isSubjectTo(RowPolicy policy) {
    return policy.roleIds().contains(AclItem.PUBLIC)
        || policy.roleIds().stream().anyMatch(inherited::contains);
  }
}
