package dev.colonnade.catalog;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * All objects of a catalog. A snapshot never changes them; an edit changes its own copy.
 *
 * @param access owners, privileges and policies
 * @param droppedTables dropped tables, whose key spans may not yet be cleared from the store
 */
record CatalogObjects(
    NavigableMap<ObjectName, Relation> relations,
    NavigableMap<ObjectName, UserType> types,
    Names names,
    NavigableMap<CommentTarget, String> comments,
    Access access,
    NavigableMap<Integer, Table> droppedTables) {
  /** Databases, schemas and roles by their ids. */
  record Names(
      NavigableMap<Integer, DatabaseEntry> databases,
      NavigableMap<Integer, SchemaEntry> schemas,
      NavigableMap<Integer, RoleEntry> roles) {}

  /**
   * Owners and privileges by object, default privileges, policies by table, and values of settings
   * by name.
   */
  record Access(
      NavigableMap<Integer, ObjectAccess> objects,
      NavigableMap<DefaultAclKey, Acl> defaults,
      NavigableMap<Integer, RowSecurity> rowSecurity,
      NavigableMap<SettingScope, Map<String, String>> settings) {
    static Access empty() {
      return new Access(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    /** Returns the privileges of new objects of a kind that a role creates in a database. */
    Acl defaultAcl(int roleId, int databaseId, SecuredKind kind) {
      Acl acl = defaults.get(new DefaultAclKey(roleId, databaseId, kind));
      if (acl == null) {
        acl = defaults.get(new DefaultAclKey(roleId, DefaultAclKey.ALL_DATABASES, kind));
      }
      return acl == null ? kind.defaultAcl(roleId) : acl;
    }

    Access copy() {
      return new Access(
          new TreeMap<>(objects),
          new TreeMap<>(defaults),
          new TreeMap<>(rowSecurity),
          new TreeMap<>(settings));
    }
  }

  /** Returns the objects of a new store. */
  static CatalogObjects builtIn() {
    Names names = new Names(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    BuiltIns.DATABASES.forEach(database -> names.databases().put(database.id(), database));
    BuiltIns.SCHEMAS.forEach(schema -> names.schemas().put(schema.id(), schema));
    BuiltIns.ROLES.forEach(role -> names.roles().put(role.id(), role));
    return new CatalogObjects(
        new TreeMap<>(), new TreeMap<>(), names, new TreeMap<>(), Access.empty(), new TreeMap<>());
  }

  CatalogObjects copy() {
    return new CatalogObjects(
        new TreeMap<>(relations),
        new TreeMap<>(types),
        new Names(
            new TreeMap<>(names.databases()),
            new TreeMap<>(names.schemas()),
            new TreeMap<>(names.roles())),
        new TreeMap<>(comments),
        access.copy(),
        new TreeMap<>(droppedTables));
  }

  /** Returns the object, its columns and its parts as far as they have comments. */
  List<CommentTarget> commentTargets(int objectId) {
    return List.copyOf(
        comments
            .subMap(new CommentTarget(objectId, 0), new CommentTarget(objectId + 1, 0))
            .keySet());
  }

  NavigableMap<Integer, DatabaseEntry> databases() {
    return names.databases();
  }

  NavigableMap<Integer, SchemaEntry> schemas() {
    return names.schemas();
  }

  NavigableMap<Integer, RoleEntry> roles() {
    return names.roles();
  }

  /**
   * Replaces a type in the tables and types that contain it. Their records reference it by id and
   * need no write.
   */
  void refresh(UserType changed) {
    for (Map.Entry<ObjectName, UserType> entry : types.entrySet()) {
      entry.setValue(entry.getValue().over(changed));
    }
    for (Relation relation : new ArrayList<>(relations.values())) {
      if (relation instanceof Table table && isStale(table, changed)) {
        SchemaHistory history = table.history().over(changed);
        relations.put(table.objectName(), table.with(table.descriptor().withTypes(history)));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // a type that was changed is another object
  private static boolean isStale(Table table, UserType changed) {
    UserType known = TypeReferences.of(table.history()).get(changed.id());
    return known != null && known != changed;
  }
}
