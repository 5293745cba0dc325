package dev.colonnade.catalog;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes of databases, schemas and roles, as a part of an edit. */
public final class NameEdits {
  private final CatalogEdit edit;

  NameEdits(CatalogEdit edit) {
    this.edit = edit;
  }

  /** Creates a database with a schema {@code public}. */
  public DatabaseEntry createDatabase(String name) {
    ObjectNames.require("database", name);
    requireNoDatabase(name);
    CatalogEdit.requireRoom("databases", edit.objects().databases().size(), Catalog.DATABASES_MAX);
    DatabaseEntry created = new DatabaseEntry(edit.nextObjectId(), name);
    put(created);
    createSchema(created.id(), BuiltIns.PUBLIC);
    return created;
  }

  /** Renames a database. */
  public void renameDatabase(DatabaseEntry database, String newName) {
    ObjectNames.require("database", newName);
    requireNoDatabase(newName);
    put(new DatabaseEntry(database.id(), newName));
  }

  /** Drops a database with all that is in it. */
  public void dropDatabase(DatabaseEntry database) {
    for (SchemaEntry schema : edit.snapshot().schemas(database.id())) {
      edit.snapshot().relations(schema.id()).forEach(edit::remove);
      edit.snapshot().enums(schema.id()).forEach(edit::remove);
      dropSchema(schema);
    }
    edit.objects().databases().remove(database.id());
    edit.forgetComments(database.id());
    edit.change(CatalogLayout.databaseKey(database.id()), removal(database.id()));
  }

  /** Creates a schema. */
  public SchemaEntry createSchema(int databaseId, String name) {
    ObjectNames.require("schema", name);
    requireNoSchema(databaseId, name);
    CatalogEdit.requireRoom("schemas", edit.objects().schemas().size(), Catalog.SCHEMAS_MAX);
    SchemaEntry created = new SchemaEntry(edit.nextObjectId(), databaseId, name);
    put(created);
    return created;
  }

  /** The schema of a session for what is temporary; created if it is not there. */
  public SchemaEntry temporarySchema(int databaseId, String name) {
    SchemaEntry present = edit.snapshot().findSchema(databaseId, name);
    if (present != null) {
      return present;
    }
    CatalogEdit.requireRoom("schemas", edit.objects().schemas().size(), Catalog.SCHEMAS_MAX);
    SchemaEntry created = new SchemaEntry(edit.nextObjectId(), databaseId, name);
    put(created);
    return created;
  }

  /** Renames a schema. */
  public void renameSchema(SchemaEntry schema, String newName) {
    ObjectNames.require("schema", newName);
    requireNoSchema(schema.databaseId(), newName);
    put(schema.withName(newName));
  }

  /** Drops a schema in which nothing is. */
  public void dropSchema(SchemaEntry schema) {
    List<?> relations = edit.snapshot().relations(schema.id());
    List<?> enums = edit.snapshot().enums(schema.id());
    if (!relations.isEmpty() || !enums.isEmpty()) {
      throw new IllegalStateException("schema is not empty: schema=" + schema);
    }
    edit.objects().schemas().remove(schema.id());
    edit.forgetComments(schema.id());
    edit.change(CatalogLayout.schemaKey(schema.id()), removal(schema.id()));
  }

  /** Creates a role. */
  public RoleEntry createRole(String name, boolean canLogin, boolean isSuperuser) {
    ObjectNames.require("role", name);
    requireNoRole(name);
    CatalogEdit.requireRoom("roles", edit.objects().roles().size(), Catalog.ROLES_MAX);
    RoleEntry created = new RoleEntry(edit.nextObjectId(), name, canLogin, isSuperuser, null);
    put(created);
    return created;
  }

  /** Puts a role in the place of the one that has its id. */
  public void changeRole(RoleEntry changed) {
    RoleEntry before = edit.objects().roles().get(changed.id());
    if (before == null || !before.name().equals(changed.name())) {
      ObjectNames.require("role", changed.name());
      requireNoRole(changed.name());
    }
    put(changed);
  }

  /** Drops a role. */
  public void dropRole(RoleEntry role) {
    edit.objects().roles().remove(role.id());
    edit.forgetComments(role.id());
    edit.change(CatalogLayout.roleKey(role.id()), removal(role.id()));
  }

  private void put(DatabaseEntry database) {
    edit.objects().databases().put(database.id(), database);
    edit.change(CatalogLayout.databaseKey(database.id()), NameCodec.encode(database));
  }

  private void put(SchemaEntry schema) {
    edit.objects().schemas().put(schema.id(), schema);
    edit.change(CatalogLayout.schemaKey(schema.id()), NameCodec.encode(schema));
  }

  private void put(RoleEntry role) {
    edit.objects().roles().put(role.id(), role);
    edit.change(CatalogLayout.roleKey(role.id()), NameCodec.encode(role));
  }

  /** What a fresh store has needs a record that says that it is gone. */
  private static byte @Nullable [] removal(int id) {
    return id < CatalogSnapshot.FIRST_OBJECT_ID ? NameCodec.gone() : null;
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
