package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogDifference.Change;
import dev.colonnade.catalog.CatalogDifference.NamedType;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Check of the objects that a statement has changed in the catalog: the user owns those that
 * existed, and may create those that are new. Statements check the objects that they name, with
 * better errors; this check holds for all of them, whatever they forget.
 *
 * <p>Objects that are dropped or changed by CASCADE may belong to others, as in PostgreSQL: they
 * are allowed if the statement drops an object of the user.
 */
public final class DefinitionGuard {
  private final CatalogDifference difference;
  private final CatalogSnapshot before;
  private final NameScope names;
  private final RolePrivileges user;

  private DefinitionGuard(CatalogDifference difference, CatalogSnapshot before, NameScope names) {
    this.difference = difference;
    this.before = before;
    this.names = names;
    this.user = names.in(before).privileges();
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user may not make a change.
   *
   * @param before catalog that the statement has changed
   * @param edit change, with that of the statement
   */
  public static void require(CatalogSnapshot before, CatalogEdit edit, NameScope names) {
    if (!names.privileges().isSuperuser()) {
      new DefinitionGuard(edit.difference(requireNonNull(before, "before is null")), before, names)
          .require();
    }
  }

  private void require() {
    boolean isCascade = dropsOwn() || dropsOwnDatabase();
    difference.relations().forEach(change -> require(change, isCascade));
    difference.types().forEach(change -> requireType(change, isCascade));
    difference.schemas().forEach(change -> requireSchema(change, isCascade));
    difference.databases().forEach(this::requireDatabase);
    difference.roles().forEach(this::requireRole);
    difference.comments().keySet().forEach(this::requireComment);
    if (!isCascade) { // texts of policies follow the names of what they read
      difference.access().rowSecurity().keySet().forEach(this::requirePolicies);
    }
  }

  /** Returns whether the statement drops or changes an object that the user owns. */
  private boolean dropsOwn() {
    return difference.relations().stream()
            .anyMatch(change -> change.before() != null && owns(change.before()))
        || difference.types().stream()
            .anyMatch(change -> change.before() != null && user.owns(change.before().type().id()))
        || difference.schemas().stream()
            .anyMatch(change -> change.before() != null && owns(change.before()));
  }

  /** Returns whether the statement drops a database that the user owns, with all its objects. */
  private boolean dropsOwnDatabase() {
    return difference.databases().stream()
        .anyMatch(
            change ->
                change.before() != null
                    && change.after() == null
                    && user.owns(change.before().id()));
  }

  private boolean isOfDroppedDatabase(SchemaEntry schema) {
    return difference.databases().stream()
        .anyMatch(
            change ->
                change.before() != null
                    && change.after() == null
                    && change.before().id() == schema.databaseId());
  }

  private boolean owns(Relation relation) {
    return user.owns(relation.id()) || isTemporary(relation.schemaId());
  }

  private boolean owns(SchemaEntry schema) {
    return user.owns(schema.id()) || isOwnTemporary(schema);
  }

  private boolean isOwnTemporary(SchemaEntry schema) {
    return schema.name().equals(names.temporaryName());
  }

  private boolean isTemporary(int schemaId) {
    SchemaEntry schema = before.findSchema(schemaId);
    if (schema == null) {
      schema =
          difference.schemas().stream()
              .map(Change::after)
              .filter(created -> created != null && created.id() == schemaId)
              .findFirst()
              .orElse(null);
      return schema != null; // the statement creates the schema, too
    }
    return isOwnTemporary(schema);
  }

  private void require(Change<Relation> change, boolean isCascade) {
    Relation old = change.before();
    Relation now = change.after();
    if (old == null) {
      requireCreate(requireNonNull(now, "relation is null").schemaId());
      return;
    }
    boolean isOwner = owns(old) || (now == null && user.owns(old.schemaId()));
    if (!isOwner && !isCascade) {
      throw notOwner(old.kind(), old.name());
    }
    if (now != null && !now.objectName().equals(old.objectName())) {
      requireCreate(now.schemaId());
    }
  }

  private void requireType(Change<NamedType> change, boolean isCascade) {
    NamedType old = change.before();
    NamedType now = change.after();
    if (old == null) {
      requireCreate(requireNonNull(now, "type is null").name().schemaId());
      return;
    }
    int schemaId = old.name().schemaId();
    boolean isOwner =
        user.owns(old.type().id()) || isTemporary(schemaId) || (now == null && user.owns(schemaId));
    if (!isOwner && !isCascade) {
      throw notOwner("type", textOf(old.name()));
    }
    if (now != null
        && !now.name().equals(old.name())
        && before.findSchema(now.name().schemaId()) != null) {
      requireCreate(now.name().schemaId());
    }
  }

  private void requireCreate(int schemaId) {
    SchemaEntry schema = before.findSchema(schemaId);
    if (schema != null
        && !isOwnTemporary(schema)
        && !user.has(Privilege.CREATE, SecuredKind.SCHEMA, schemaId)) {
      throw denied("schema", schema.name());
    }
  }

  private void requireSchema(Change<SchemaEntry> change, boolean isCascade) {
    SchemaEntry old = change.before();
    SchemaEntry now = change.after();
    if (old != null && !owns(old) && !(isCascade && isOfDroppedDatabase(old))) {
      throw notOwner("schema", old.name());
    }
    if (now == null || (old != null && old.name().equals(now.name()))) {
      return;
    }
    if (before.findDatabase(now.databaseId()) != null) {
      Privilege privilege = isOwnTemporary(now) ? Privilege.TEMPORARY : Privilege.CREATE;
      if (!user.has(privilege, SecuredKind.DATABASE, now.databaseId())) {
        throw isOwnTemporary(now)
            ? new ColonnadeException(
                ErrorCode.INSUFFICIENT_PRIVILEGE,
                "permission denied to create temporary tables in database \"%s\""
                    .formatted(names.database().name()))
            : denied("database", names.database().name());
      }
    }
  }

  private void requireDatabase(Change<DatabaseEntry> change) {
    DatabaseEntry old = change.before();
    if (old != null && !user.owns(old.id())) {
      throw notOwner("database", old.name());
    }
    if (old == null && !user.mayCreateDatabases()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to create database");
    }
  }

  /** Only its own password, and memberships in roles that the user administers, are left. */
  private void requireRole(Change<RoleEntry> change) {
    RoleEntry old = change.before();
    RoleEntry now = change.after();
    if (user.mayCreateRoles()) {
      boolean makesSuperuser =
          now != null && now.isSuperuser() && (old == null || !old.isSuperuser());
      if (makesSuperuser) {
        throw deniedRole();
      }
      return;
    }
    if (old == null || now == null || !isPasswordOrMembership(old, now)) {
      throw deniedRole();
    }
  }

  private boolean isPasswordOrMembership(RoleEntry old, RoleEntry now) {
    boolean isOwn = old.id() == user.roleId();
    RoleEntry sameRest =
        new RoleEntry(
            old.id(),
            old.name(),
            old.canLogin(),
            old.isSuperuser(),
            isOwn ? now.verifier() : old.verifier(),
            now.memberships(),
            old.options());
    return sameRest.equals(now);
  }

  private void requireComment(CommentTarget target) {
    int id = target.objectId();
    boolean exists =
        before.findRelation(id) != null
            || before.findNamedType(id) != null
            || before.findSchema(id) != null
            || before.findDatabase(id) != null;
    if (exists && !user.owns(id) && !isDropped(id)) {
      throw notOwner(id);
    }
    if (before.findRole(id) != null && !user.mayCreateRoles()) {
      throw deniedRole();
    }
  }

  private ColonnadeException notOwner(int id) {
    Relation relation = before.findRelation(id);
    if (relation != null) {
      return notOwner(relation.kind(), relation.name());
    }
    SchemaEntry schema = before.findSchema(id);
    if (schema != null) {
      return notOwner("schema", schema.name());
    }
    DatabaseEntry database = before.findDatabase(id);
    return database != null
        ? notOwner("database", database.name())
        : notOwner("type", textOf(before.typeName(id)));
  }

  /** Returns the name of a type, with its schema unless the search path finds it. */
  private String textOf(ObjectName name) {
    SchemaEntry schema = before.findSchema(name.schemaId());
    return schema == null || names.pathIds().contains(name.schemaId())
        ? NameScope.quoted(name.name())
        : NameScope.quoted(schema.name()) + "." + NameScope.quoted(name.name());
  }

  private boolean isDropped(int id) {
    return difference.relations().stream()
            .anyMatch(
                change ->
                    change.after() == null && change.before() != null && change.before().id() == id)
        || difference.types().stream()
            .anyMatch(
                change ->
                    change.after() == null
                        && change.before() != null
                        && change.before().type().id() == id);
  }

  private void requirePolicies(int tableId) {
    @Nullable Relation table = before.findRelation(tableId);
    if (table != null && !owns(table) && !isDropped(tableId)) {
      throw notOwner("table", table.name());
    }
  }

  private static ColonnadeException deniedRole() {
    return new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied");
  }

  private static ColonnadeException denied(String kind, String name) {
    return new ColonnadeException(
        ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied for %s %s".formatted(kind, name));
  }

  private static ColonnadeException notOwner(String kind, String name) {
    return new ColonnadeException(
        ErrorCode.INSUFFICIENT_PRIVILEGE, "must be owner of %s %s".formatted(kind, name));
  }
}
