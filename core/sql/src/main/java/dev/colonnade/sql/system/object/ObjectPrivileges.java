package dev.colonnade.sql.system.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleGraph;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Owners and privileges of objects as the system catalog shows them. Immutable. */
public final class ObjectPrivileges {
  private static final int OID_DIGITS_MAX = Long.toString(0xFFFF_FFFFL).length();

  private final NameScope scope;
  private final CatalogSnapshot catalog;

  ObjectPrivileges(NameScope scope) {
    this.scope = requireNonNull(scope, "scope is null");
    this.catalog = scope.catalog();
  }

  /** Returns the rights of the current user. */
  public RolePrivileges user() {
    return scope.privileges();
  }

  /**
   * Returns whether a user is a member of a role, has its privileges, or may grant it.
   *
   * @param user name or OID
   * @param role name or OID
   * @param membership MEMBER, USAGE, or either with an option
   */
  boolean hasRole(String user, String role, String membership) {
    RoleEntry member = role(user);
    RoleEntry group = role(role);
    if (member == null || group == null) {
      return member != null && member.isSuperuser();
    }
    if (membership.endsWith("OPTION")) {
      return new RoleGraph(catalog.roles()).isAdmin(member, group);
    }
    RolePrivileges rights = RolePrivileges.of(catalog, member.id(), scope.database().id());
    return membership.startsWith("USAGE")
        ? rights.hasRole(group.id())
        : rights.isMember(group.id());
  }

  /** Returns a role by its name or OID; null if there is none of the OID. */
  private @Nullable RoleEntry role(String nameOrOid) {
    RoleEntry named = catalog.findRole(nameOrOid);
    if (named != null) {
      return named;
    }
    if (!isNumber(nameOrOid)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "role \"%s\" does not exist".formatted(nameOrOid));
    }
    return catalog.roles().stream()
        .filter(role -> Long.toString(SystemOids.role(role)).equals(nameOrOid))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether a text is an OID. */
  static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= OID_DIGITS_MAX
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Returns the OID of the owner of an object of the catalog. */
  public long ownerOid(int objectId) {
    return roleOid(catalog.access(objectId).ownerId());
  }

  /** Returns the OID of the owner of a relation; an index belongs to the owner of its table. */
  public long ownerOid(SystemRelation relation) {
    int id = idOf(relation);
    return id < 0 ? SystemOids.OWNER : ownerOid(id);
  }

  /** Returns the name of the owner of a schema. */
  public String ownerName(SystemRelation.Schema schema) {
    return roleName(
        schema.isOfSystem() ? BuiltIns.BOOTSTRAP_ID : catalog.access(schema.id()).ownerId());
  }

  /** Returns whether the current user has the rights of the owner of a schema. */
  public boolean isOwner(SystemRelation.Schema schema) {
    return user().isSuperuser() || (!schema.isOfSystem() && user().owns(schema.id()));
  }

  /** Returns whether the current user may access the objects of a schema by its name. */
  boolean isUsable(SystemRelation.Schema schema) {
    return schema.isOfSystem()
        || schema.name().equals(scope.temporaryName())
        || user().has(Privilege.USAGE, SecuredKind.SCHEMA, schema.id());
  }

  /** Returns whether the current user owns a schema, may use it or create objects in it. */
  public boolean isAccessible(SystemRelation.Schema schema) {
    return isOwner(schema)
        || isUsable(schema)
        || user().has(Privilege.CREATE, SecuredKind.SCHEMA, schema.id());
  }

  /** Returns whether the current user owns a relation or has a privilege beside SELECT on it. */
  public boolean isChangeable(SystemRelation relation) {
    RolePrivileges user = user();
    int id = idOf(relation);
    int mask = ~Privilege.SELECT.bit();
    return isOwner(relation)
        || (id >= 0
            && ((user.mask(kindOf(relation), id) & mask) != 0
                || catalog.access(id).columns().values().stream()
                    .anyMatch(acl -> (acl.privileges(user::hasRole) & mask) != 0)));
  }

  /** Returns whether the current user has the rights of the owner of a relation. */
  public boolean isOwner(SystemRelation relation) {
    int id = idOf(relation);
    return user().isSuperuser() || (id >= 0 && user().owns(id));
  }

  /** Returns the name of the owner of a relation. */
  public String ownerName(SystemRelation relation) {
    int id = idOf(relation);
    return roleName(id < 0 ? BuiltIns.BOOTSTRAP_ID : catalog.access(id).ownerId());
  }

  /** Returns the catalog id of a relation or of the table of an index; -1 for the system's. */
  static int idOf(SystemRelation relation) {
    return relation.isSystem() ? -1 : SystemOids.blockOf(relation.oid());
  }

  /** Returns the privileges of a relation as texts; null if they are the default ones. */
  public @Nullable List<String> aclOf(SystemRelation relation) {
    int id = relation.kind() == SystemRelation.INDEX ? -1 : idOf(relation);
    return id < 0 ? null : aclOf(id);
  }

  /** Returns the privileges of an object as texts; null if they are the default ones. */
  public @Nullable List<String> aclOf(int objectId) {
    Acl acl = catalog.access(objectId).acl();
    return acl == null ? null : acl.texts(this::roleName);
  }

  /** Returns the privileges of a column as texts; null if there are none. */
  public @Nullable List<String> aclOf(SystemRelation relation, int column) {
    int id = idOf(relation);
    Acl acl = id < 0 ? Acl.NONE : catalog.access(id).column(column);
    return acl.items().isEmpty() ? null : acl.texts(this::roleName);
  }

  /** Returns the effective privileges of a relation; none for those of the system. */
  public Acl effective(SystemRelation relation) {
    int id = idOf(relation);
    return id < 0 ? Acl.NONE : catalog.access(id).effective(kindOf(relation));
  }

  /** Returns the effective privileges of a column. */
  public Acl effective(SystemRelation relation, int column) {
    int id = idOf(relation);
    return id < 0 ? Acl.NONE : catalog.access(id).column(column);
  }

  /** Returns the row-level security of a relation. */
  public RowSecurity rowSecurity(SystemRelation relation) {
    int id = relation.kind() == SystemRelation.TABLE ? idOf(relation) : -1;
    return id < 0 ? RowSecurity.NONE : catalog.rowSecurity(id);
  }

  static SecuredKind kindOf(SystemRelation relation) {
    return relation.kind() == SystemRelation.SEQUENCE ? SecuredKind.SEQUENCE : SecuredKind.TABLE;
  }

  /** Returns the name of a role; its id if it does not exist. */
  public String roleName(int roleId) {
    RoleEntry role = catalog.findRole(roleId);
    return role == null ? Integer.toString(roleId) : role.name();
  }

  /** Returns the OID of a role; 0 for PUBLIC. */
  public long roleOid(int roleId) {
    RoleEntry role = catalog.findRole(roleId);
    return role == null ? roleId == 0 ? 0 : SystemOids.OWNER : SystemOids.role(role);
  }

  /** Returns whether the current user has any privilege on a relation or one of its columns. */
  public boolean isAccessible(SystemRelation relation) {
    RolePrivileges user = user();
    int id = idOf(relation);
    if (user.isSuperuser() || id < 0) {
      return user.isSuperuser() || isReadable(relation);
    }
    return user.owns(id)
        || user.mask(kindOf(relation), id) != 0
        || catalog.access(id).columns().values().stream()
            .anyMatch(acl -> acl.privileges(user::hasRole) != 0);
  }

  /** Returns whether the current user has any privilege on a column. */
  public boolean isAccessible(SystemRelation relation, int column) {
    RolePrivileges user = user();
    int id = idOf(relation);
    if (user.isSuperuser() || id < 0) {
      return user.isSuperuser() || isReadable(relation);
    }
    int ofColumns = SecuredKind.COLUMN.all();
    return user.owns(id)
        || (user.mask(kindOf(relation), id) & ofColumns) != 0
        || user.columnMask(id, column) != 0;
  }

  /** Returns whether the current user may read a column. */
  public boolean isReadable(SystemRelation relation, int column) {
    RolePrivileges user = user();
    int id = idOf(relation);
    int bit = Privilege.SELECT.bit();
    return user.isSuperuser()
        || (id >= 0
            && ((user.mask(SecuredKind.TABLE, id) & bit) != 0
                || (user.columnMask(id, column) & bit) != 0));
  }

  /** Returns whether the current user may read a relation of the system. */
  boolean isReadable(SystemRelation relation) {
    SystemTable table = SystemTables.of(relation.schema().name()).get(relation.name());
    return table == null || !table.isRestricted() || user().hasRole(BuiltIns.READ_ALL_DATA_ID);
  }
}
