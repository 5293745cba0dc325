package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.AccessCatalog;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Immutable snapshot of the catalog: all objects of all databases at one version. A request uses
 * one snapshot from start to end. {@link NameScope} resolves names in it along the search path of a
 * SQL session.
 *
 * <p>A reader of rows must pin its read timestamp before it obtains the snapshot: the snapshot then
 * contains every schema version of every visible row.
 */
public final class CatalogSnapshot implements AccessCatalog {

  static final CatalogSnapshot EMPTY =
      new CatalogSnapshot(0, BuiltIns.FIRST_OBJECT_ID, CatalogObjects.builtIn());

  private static final ObjectAccess DEFAULT_ACCESS = new ObjectAccess(BuiltIns.BOOTSTRAP_ID);

  /** Owner and privileges of a schema {@code public} whose privileges no statement has changed. */
  private static final ObjectAccess PUBLIC_ACCESS =
      new ObjectAccess(BuiltIns.DATABASE_OWNER_ID)
          .with(
              new Acl(
                  List.of(
                      new AclItem(
                          BuiltIns.DATABASE_OWNER_ID,
                          BuiltIns.DATABASE_OWNER_ID,
                          SecuredKind.SCHEMA.all(),
                          0),
                      new AclItem(
                          AclItem.PUBLIC, BuiltIns.DATABASE_OWNER_ID, Privilege.USAGE.bit(), 0))));

  /** Version of a catalog of one table. */
  private static final long OF_TABLE_VERSION = Long.MIN_VALUE;

  private final long version;
  private final int nextObjectId;
  private final CatalogObjects objects;
  private final Map<Integer, Relation> relationsById;
  private final List<Table> tables;
  private final Map<Integer, List<Reference>> referencesByTarget = new HashMap<>();

  /** Objects that readers have derived from the snapshot, by type and database. */
  private final Map<DerivedKey, Object> derived = new ConcurrentHashMap<>();

  /** Creates a snapshot, which becomes the owner of {@code objects}. */
  CatalogSnapshot(long version, int nextObjectId, CatalogObjects objects) {
    this.version = version;
    this.nextObjectId = nextObjectId;
    this.objects = objects;
    this.relationsById = HashMap.newHashMap(objects.relations().size());
    List<Table> found = new ArrayList<>(objects.relations().size());
    for (Relation relation : objects.relations().values()) {
      relationsById.put(relation.id(), relation);
      if (relation instanceof Table table) {
        found.add(table);
        addReferences(table);
      }
    }
    this.tables = Collections.unmodifiableList(found);
  }

  private void addReferences(Table table) {
    for (ForeignKey key : table.descriptor().constraints().foreignKeys()) {
      referencesByTarget
          .computeIfAbsent(key.target().tableId(), id -> new ArrayList<>())
          .add(new Reference(table, key));
    }
  }

  /**
   * Returns a catalog with one table and the enums of its columns, in which expressions over the
   * rows of that table can be planned.
   */
  public static CatalogSnapshot ofTable(Table table) {
    CatalogObjects objects = CatalogObjects.builtIn();
    objects.relations().put(ObjectName.ofPublic(table.name()), table);
    TypeReferences.of(table.history())
        .values()
        .forEach(type -> objects.types().put(ObjectName.ofPublic(type.name()), type));
    return new CatalogSnapshot(OF_TABLE_VERSION, BuiltIns.FIRST_OBJECT_ID, objects);
  }

  /** Returns whether the catalog is one {@link #ofTable of a table}, whose types have no schema. */
  public boolean isOfTable() {
    return version == OF_TABLE_VERSION;
  }

  private record DerivedKey(Class<?> type, int databaseId) {}

  /**
   * Returns an object that depends on nothing but this snapshot and a database. It is computed at
   * the first call and kept as long as the snapshot.
   *
   * @param compute must not call this method
   */
  public <T> T derived(Class<T> type, int databaseId, Supplier<T> compute) {
    return type.cast(derived.computeIfAbsent(new DerivedKey(type, databaseId), _ -> compute.get()));
  }

  /** Foreign key with its referencing table. */
  public record Reference(Table table, ForeignKey key) {}

  /** Returns the foreign keys that reference a table, its self-references included. */
  public List<Reference> referencesTo(int tableId) {
    return referencesByTarget.getOrDefault(tableId, List.of());
  }

  /**
   * Returns the table with the index of this name, or null. An index is in the schema of its table.
   */
  public @Nullable Table findTableOfIndex(ObjectName indexName) {
    for (Relation relation : within(objects.relations(), indexName.schemaId()).values()) {
      if (relation instanceof Table table
          && table.descriptor().constraints().findIndex(indexName.name()) != null) {
        return table;
      }
    }
    return null;
  }

  /** Variant of {@link #findTableOfIndex(ObjectName)} for the schema {@code colonnade.public}. */
  public @Nullable Table findTableOfIndex(String indexName) {
    return findTableOfIndex(ObjectName.ofPublic(indexName));
  }

  /**
   * Returns the version: it rises by one with every committed change. A snapshot with uncommitted
   * changes has a negative, unique version.
   */
  public long version() {
    return version;
  }

  /** Returns whether the snapshot contains uncommitted changes, visible to one transaction only. */
  public boolean isUncommitted() {
    return version < 0;
  }

  /** Returns the id of the next new object; no object ever had this id or a greater one. */
  public int nextObjectId() {
    return nextObjectId;
  }

  /** Returns the tables of all schemas, in the order of schema ids and names. */
  public List<Table> tables() {
    return tables;
  }

  /** Returns the tables of a schema in the order of their names. */
  public List<Table> tables(int schemaId) {
    List<Table> found = new ArrayList<>();
    for (Relation relation : within(objects.relations(), schemaId).values()) {
      if (relation instanceof Table table) {
        found.add(table);
      }
    }
    return found;
  }

  /** Returns the tables, views and sequences of a schema in the order of their names. */
  public List<Relation> relations(int schemaId) {
    return List.copyOf(within(objects.relations(), schemaId).values());
  }

  /** Returns all tables, views and sequences. */
  public Collection<Relation> relations() {
    return relationsById.values();
  }

  /** Returns the types of all schemas. */
  public List<UserType> types() {
    return List.copyOf(objects.types().values());
  }

  /** Returns the types of a schema in the order of their names. */
  public List<UserType> types(int schemaId) {
    return List.copyOf(within(objects.types(), schemaId).values());
  }

  /** Returns the databases that sessions can access, in the order of their ids. */
  public List<DatabaseEntry> databases() {
    return objects.databases().values().stream()
        .filter(database -> !database.isRestoring())
        .toList();
  }

  /** Returns the databases whose restore is not complete. */
  public List<DatabaseEntry> restoringDatabases() {
    return objects.databases().values().stream().filter(DatabaseEntry::isRestoring).toList();
  }

  /** Returns the database of this name. Throws UNKNOWN_DATABASE if there is none. */
  public DatabaseEntry database(String name) {
    return databases().stream()
        .filter(database -> database.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNKNOWN_DATABASE, "database \"%s\" does not exist".formatted(name)));
  }

  /** Returns the schemas of a database in the order of their ids. */
  public List<SchemaEntry> schemas(int databaseId) {
    return objects.schemas().values().stream()
        .filter(schema -> schema.databaseId() == databaseId)
        .toList();
  }

  /** Returns the schema of this id, or null. */
  public @Nullable SchemaEntry findSchema(int id) {
    return objects.schemas().get(id);
  }

  /** Returns the schema of this name, or null. */
  public @Nullable SchemaEntry findSchema(int databaseId, String name) {
    for (SchemaEntry schema : objects.schemas().values()) {
      if (schema.databaseId() == databaseId && schema.name().equals(name)) {
        return schema;
      }
    }
    return null;
  }

  /** Returns the roles in the order of their ids. */
  public List<RoleEntry> roles() {
    return List.copyOf(objects.roles().values());
  }

  /** Returns the role of this name, or null. */
  @Override
  public @Nullable RoleEntry findRole(String name) {
    return objects.roles().values().stream()
        .filter(role -> role.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable RoleEntry findRole(int id) {
    return objects.roles().get(id);
  }

  /** Returns the database of this id, or null. */
  public @Nullable DatabaseEntry findDatabase(int id) {
    return objects.databases().get(id);
  }

  @Override
  public ObjectAccess access(int objectId) {
    ObjectAccess access = objects.access().objects().get(objectId);
    if (access != null) {
      return access;
    }
    SchemaEntry schema = objects.schemas().get(objectId);
    return schema != null && schema.name().equals(BuiltIns.PUBLIC) ? PUBLIC_ACCESS : DEFAULT_ACCESS;
  }

  /** Returns the objects that have an owner or privileges of their own, by their ids. */
  public Map<Integer, ObjectAccess> accessEntries() {
    return Collections.unmodifiableMap(objects.access().objects());
  }

  /** Returns the default privileges of new objects. */
  public Map<DefaultAclKey, Acl> defaultAcls() {
    return Collections.unmodifiableMap(objects.access().defaults());
  }

  /** Returns the privileges of new objects of a kind that a role creates in a database. */
  public Acl defaultAcl(int roleId, int databaseId, SecuredKind kind) {
    return objects.access().defaultAcl(roleId, databaseId, kind);
  }

  /** Returns the stored settings, by scope and name. */
  public Map<SettingScope, Map<String, String>> settings() {
    return Collections.unmodifiableMap(objects.access().settings());
  }

  /** Returns the row-level security of a table. */
  public RowSecurity rowSecurity(int tableId) {
    return objects.access().rowSecurity().getOrDefault(tableId, RowSecurity.NONE);
  }

  /**
   * Returns the row-level security of a table as far as it applies to a role: NONE if the role sees
   * all rows.
   */
  RowSecurity rowSecurityOf(int tableId, int roleId, int databaseId) {
    RowSecurity security = rowSecurity(tableId);
    if (!security.isEnabled()) {
      return RowSecurity.NONE;
    }
    RolePrivileges role = RolePrivileges.of(this, roleId, databaseId);
    if (role.bypassesRowSecurity() || (role.owns(tableId) && !security.isForced())) {
      return RowSecurity.NONE;
    }
    return new RowSecurity(
        true, security.isForced(), security.policies().stream().filter(role::isSubjectTo).toList());
  }

  /** Returns whether row-level security applies to the rows of a table for a role. */
  public boolean hidesRows(int tableId, RolePrivileges role) {
    RowSecurity security = rowSecurity(tableId);
    return security.isEnabled()
        && !role.bypassesRowSecurity()
        && (security.isForced() || !role.owns(tableId));
  }

  /** Returns the row-level security of all tables that have any, by their ids. */
  public Map<Integer, RowSecurity> rowSecurity() {
    return Collections.unmodifiableMap(objects.access().rowSecurity());
  }

  /** Returns the comments on the indexes and constraints of a table or a domain. */
  public Map<CommentTarget, String> partComments(int ownerId) {
    Map<CommentTarget, String> found = new LinkedHashMap<>();
    for (CommentTarget target : objects.commentTargets(ownerId)) {
      if (target.isPart()) {
        found.put(target, requireNonNull(objects.comments().get(target), "no comment"));
      }
    }
    return found;
  }

  /** Returns all comments. */
  public Map<CommentTarget, String> comments() {
    return Collections.unmodifiableMap(objects.comments());
  }

  /** Returns the comment of an object, a column, an index or a constraint, or null. */
  public @Nullable String comment(CommentTarget target) {
    return objects.comments().get(target);
  }

  /** Returns the relation of this name, or null. */
  public @Nullable Relation findRelation(ObjectName name) {
    return objects.relations().get(name);
  }

  /** Returns the relation of this id, or null. */
  public @Nullable Relation findRelation(int id) {
    return relationsById.get(id);
  }

  /** Returns the table that {@link #qualifiedName} resolves the name to, or null. */
  public @Nullable Table findTable(String name) {
    return objects.relations().get(qualifiedName(name)) instanceof Table table ? table : null;
  }

  /**
   * Returns the table that {@link #qualifiedName} resolves the name to. Throws UNKNOWN_TABLE if
   * there is none.
   */
  public Table table(String name) {
    Table table = findTable(name);
    if (table == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "no such table: table=" + name + hint(name));
    }
    return table;
  }

  /** Returns the table of this id. Throws UNKNOWN_TABLE if there is none. */
  public Table table(int id) {
    Table table = findTable(id);
    if (table == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_TABLE, "no such table: id=" + id);
    }
    return table;
  }

  /** Returns the table of this id, or null. */
  public @Nullable Table findTable(int id) {
    return relationsById.get(id) instanceof Table table ? table : null;
  }

  /**
   * Returns the table of this id, which may be dropped and not yet cleared from the store; or null.
   */
  public @Nullable Table findTableOrDropped(int id) {
    Table table = findTable(id);
    return table != null ? table : objects.droppedTables().get(id);
  }

  /** Returns the dropped tables that are not yet cleared from the store. */
  public List<Table> droppedTables() {
    return List.copyOf(objects.droppedTables().values());
  }

  /** Returns the type of this name, or null. */
  public @Nullable UserType findType(ObjectName name) {
    return objects.types().get(name);
  }

  /** Returns the enum that {@link #qualifiedName} resolves the name to, or null. */
  public @Nullable EnumType findEnum(String name) {
    return objects.types().get(qualifiedName(name)) instanceof EnumType found ? found : null;
  }

  /**
   * Returns the enum that {@link #qualifiedName} resolves the name to. Throws UNKNOWN_OBJECT if
   * there is none.
   */
  public EnumType enumType(String name) {
    EnumType type = findEnum(name);
    if (type == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such enum: enum=" + name);
    }
    return type;
  }

  /** Returns the type of this id with its name, or null. */
  public Map.@Nullable Entry<ObjectName, UserType> findNamedType(int id) {
    for (Map.Entry<ObjectName, UserType> entry : objects.types().entrySet()) {
      if (entry.getValue().id() == id) {
        return Map.entry(entry.getKey(), entry.getValue());
      }
    }
    return null;
  }

  /** Returns the qualified name of the type of this id. Throws UNKNOWN_OBJECT if there is none. */
  public ObjectName typeName(int id) {
    Map.Entry<ObjectName, UserType> found = findNamedType(id);
    if (found == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such type: id=" + id);
    }
    return found.getKey();
  }

  /**
   * Returns the qualified name for a name that a client of the native protocol uses, in the
   * database {@code colonnade}: the name in the schema {@code public}; or, if {@code public} has no
   * such relation and the name contains a point, the name in the schema before the point.
   */
  public ObjectName qualifiedName(String name) {
    ObjectName inPublic = ObjectName.ofPublic(name);
    int point = name.indexOf('.');
    if (point < 0 || objects.relations().containsKey(inPublic)) {
      return inPublic;
    }
    SchemaEntry schema = findSchema(BuiltIns.COLONNADE.id(), name.substring(0, point));
    return schema == null ? inPublic : new ObjectName(schema.id(), name.substring(point + 1));
  }

  /** Returns the objects, of which an edit makes a copy. */
  CatalogObjects objects() {
    return objects;
  }

  private static <T> NavigableMap<ObjectName, T> within(
      NavigableMap<ObjectName, T> all, int schemaId) {
    return all.subMap(ObjectName.first(schemaId), true, ObjectName.first(schemaId + 1), false);
  }

  /** Returns a hint for an unknown name: an existing name that differs in case only. */
  private String hint(String name) {
    return tables().stream()
        .map(Table::name)
        .filter(other -> other.equalsIgnoreCase(name))
        .min(Comparator.naturalOrder())
        .map(other -> " (there is a table=" + other + ")")
        .orElse("");
  }
}
