package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.codec.CatalogLayout;
import dev.colonnade.catalog.codec.NamespaceCodec;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CatalogLimits;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectNameValidator;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.UserType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes of databases, schemas and roles within a {@link CatalogEdit}. */
public final class NamespaceEdit {
  private final CatalogEdit edit;

  /** Creates changes that become part of {@code edit}. */
  public NamespaceEdit(CatalogEdit edit) {
    this.edit = requireNonNull(edit, "edit is null");
  }

  /** Creates a database with a schema {@code public}. */
  public DatabaseEntry createDatabase(String name) {
    return createDatabase(name, false);
  }

  /** Creates a database that no session sees before {@link #completeRestore}. */
  public DatabaseEntry beginRestore(String name) {
    return createDatabase(name, true);
  }

  /** Makes a database visible whose restore is complete. */
  public void completeRestore(DatabaseEntry database) {
    put(new DatabaseEntry(database.id(), database.name()));
  }

  private DatabaseEntry createDatabase(String name, boolean isRestoring) {
    requireNewDatabase(name);
    DatabaseEntry created = new DatabaseEntry(edit.nextObjectId(), name, isRestoring);
    put(created);
    edit.own(SecuredKind.DATABASE, created.id(), created.id());
    put(new SchemaEntry(edit.nextObjectId(), created.id(), BuiltIns.PUBLIC));
    return created;
  }

  /** Throws DUPLICATE_DATABASE, INVALID_NAME or LIMIT_EXCEEDED if no database can get a name. */
  public void requireNewDatabase(String name) {
    ObjectNameValidator.require("database", name);
    requireNoDatabase(name);
    CatalogLimits.requireBelow(
        "databases", edit.objects().databases().size(), CatalogLimits.DATABASES_MAX);
  }

  /** Renames a database. */
  public void renameDatabase(DatabaseEntry database, String newName) {
    ObjectNameValidator.require("database", newName);
    requireNoDatabase(newName);
    put(new DatabaseEntry(database.id(), newName));
  }

  /** Drops a database with all its objects. */
  public void dropDatabase(DatabaseEntry database) {
    for (SchemaEntry schema : edit.snapshot().schemas(database.id())) {
      edit.snapshot().relations(schema.id()).forEach(edit::remove);
      edit.snapshot().types(schema.id()).forEach(edit::dropOrRetain);
      dropSchema(schema);
    }
    edit.objects().databases().remove(database.id());
    edit.removeAttachments(database.id());
    edit.change(CatalogLayout.databaseKey(database.id()), removal(database.id()));
  }

  /** Removes dropped types whose values were in rows of tables that are cleared now. */
  void removeUnusedTypes() {
    CatalogSnapshot present = edit.snapshot();
    List<UserType> retained = present.types(CatalogLayout.NO_SCHEMA);
    if (retained.isEmpty()) {
      return;
    }
    Set<Integer> used = new HashSet<>();
    Stream.concat(present.tables().stream(), present.droppedTables().stream())
        .forEach(table -> used.addAll(TypeReferences.of(table.history()).keySet()));
    present.types().forEach(type -> used.addAll(type.references()));
    retained.stream().filter(type -> !used.contains(type.id())).forEach(edit::remove);
  }

  /** Creates a schema. */
  public SchemaEntry createSchema(int databaseId, String name) {
    ObjectNameValidator.require("schema", name);
    requireNoSchema(databaseId, name);
    CatalogLimits.requireBelow(
        "schemas", edit.objects().schemas().size(), CatalogLimits.SCHEMAS_MAX);
    SchemaEntry created = new SchemaEntry(edit.nextObjectId(), databaseId, name);
    put(created);
    edit.own(SecuredKind.SCHEMA, created.id(), databaseId);
    return created;
  }

  /**
   * Returns the schema for the temporary objects of a session, and creates it if it does not exist.
   */
  public SchemaEntry temporarySchema(int databaseId, String name) {
    SchemaEntry present = edit.snapshot().findSchema(databaseId, name);
    if (present != null) {
      return present;
    }
    CatalogLimits.requireBelow(
        "schemas", edit.objects().schemas().size(), CatalogLimits.SCHEMAS_MAX);
    SchemaEntry created = new SchemaEntry(edit.nextObjectId(), databaseId, name);
    put(created);
    return created;
  }

  /** Renames a schema. */
  public void renameSchema(SchemaEntry schema, String newName) {
    ObjectNameValidator.require("schema", newName);
    requireNoSchema(schema.databaseId(), newName);
    put(schema.withName(newName));
  }

  /** Drops an empty schema. */
  public void dropSchema(SchemaEntry schema) {
    List<?> relations = edit.snapshot().relations(schema.id());
    List<?> types = edit.snapshot().types(schema.id());
    if (!relations.isEmpty() || !types.isEmpty()) {
      throw new IllegalStateException("schema is not empty: schema=" + schema);
    }
    edit.objects().schemas().remove(schema.id());
    edit.removeAttachments(schema.id());
    edit.change(CatalogLayout.schemaKey(schema.id()), removal(schema.id()));
  }

  /** Creates a role. */
  public RoleEntry createRole(String name) {
    ObjectNameValidator.require("role", name);
    requireNoRole(name);
    CatalogLimits.requireBelow("roles", edit.objects().roles().size(), CatalogLimits.ROLES_MAX);
    RoleEntry created = new RoleEntry(edit.nextObjectId(), name, false, false, null);
    put(created);
    return created;
  }

  /** Replaces the role that has the same id. */
  public void changeRole(RoleEntry changed) {
    RoleEntry before = edit.objects().roles().get(changed.id());
    if (before == null || !before.name().equals(changed.name())) {
      ObjectNameValidator.require("role", changed.name());
      requireNoRole(changed.name());
    }
    put(changed);
  }

  /** Drops a role and the memberships in it. */
  public void dropRole(RoleEntry role) {
    for (RoleEntry member : List.copyOf(edit.objects().roles().values())) {
      if (member.membership(role.id()) != null) {
        put(member.without(role.id()));
      }
    }
    edit.objects().roles().remove(role.id());
    edit.removeAttachments(role.id());
    edit.change(CatalogLayout.roleKey(role.id()), removal(role.id()));
  }

  private void put(DatabaseEntry database) {
    edit.objects().databases().put(database.id(), database);
    edit.change(CatalogLayout.databaseKey(database.id()), NamespaceCodec.encode(database));
  }

  private void put(SchemaEntry schema) {
    edit.objects().schemas().put(schema.id(), schema);
    edit.change(CatalogLayout.schemaKey(schema.id()), NamespaceCodec.encode(schema));
  }

  private void put(RoleEntry role) {
    edit.objects().roles().put(role.id(), role);
    edit.change(CatalogLayout.roleKey(role.id()), NamespaceCodec.encode(role));
  }

  /**
   * Returns the record of a dropped object: a tombstone if the object is built in, otherwise null,
   * because a missing record suffices.
   */
  private static byte @Nullable [] removal(int id) {
    return id < BuiltIns.FIRST_OBJECT_ID ? NamespaceCodec.tombstone() : null;
  }

  private void requireNoDatabase(String name) {
    if (edit.objects().databases().values().stream().anyMatch(d -> d.name().equals(name))) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_DATABASE, "database \"%s\" already exists".formatted(name));
    }
  }

  private void requireNoSchema(int databaseId, String name) {
    if (edit.snapshot().findSchema(databaseId, name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_SCHEMA, "schema \"%s\" already exists".formatted(name));
    }
    if (name.startsWith("pg_") || name.equals("information_schema")) {
      throw new ColonnadeException(
          ErrorCode.RESERVED_NAME,
          "unacceptable schema name \"%s\"".formatted(name),
          name.startsWith("pg_")
              ? ErrorFields.NONE.withDetail("The prefix \"pg_\" is reserved for system schemas.")
              : ErrorFields.NONE);
    }
  }

  private void requireNoRole(String name) {
    if (edit.snapshot().findRole(name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "role \"%s\" already exists".formatted(name));
    }
    if (name.startsWith("pg_") || name.equals("public") || name.equals("none")) {
      throw new ColonnadeException(
          ErrorCode.RESERVED_NAME,
          "role name \"%s\" is reserved".formatted(name),
          name.startsWith("pg_")
              ? ErrorFields.NONE.withDetail("Role names starting with \"pg_\" are reserved.")
              : ErrorFields.NONE);
    }
  }
}
