package dev.colonnade.catalog;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.rule.ForeignKey;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The whole catalogue at one version, of all databases. Immutable; a request takes one and keeps to
 * it. {@link NameScope} finds names in it as a session of SQL sees them.
 *
 * <p>Whoever reads rows pins the read timestamp first and takes the snapshot afterwards: then it
 * knows every schema version that a visible row can have.
 */
public final class CatalogSnapshot {
  /** Ids below this are kept for what a fresh store has. */
  public static final int FIRST_OBJECT_ID = 100;

  static final CatalogSnapshot EMPTY =
      new CatalogSnapshot(0, FIRST_OBJECT_ID, CatalogObjects.builtIn());

  private final long version;
  private final int nextObjectId;
  private final CatalogObjects objects;
  private final Map<Integer, Relation> relationsById;
  private final Map<Integer, List<Reference>> referencesByTarget = new HashMap<>();

  /** Takes the objects over. */
  CatalogSnapshot(long version, int nextObjectId, CatalogObjects objects) {
    this.version = version;
    this.nextObjectId = nextObjectId;
    this.objects = objects;
    this.relationsById = HashMap.newHashMap(objects.relations().size());
    objects.relations().values().forEach(found -> relationsById.put(found.id(), found));
    tables().forEach(this::addReferences);
  }

  private void addReferences(Table table) {
    for (ForeignKey key : table.descriptor().rules().foreignKeys()) {
      referencesByTarget
          .computeIfAbsent(key.target().tableId(), id -> new ArrayList<>())
          .add(new Reference(table, key));
    }
  }

  /** A catalogue of one table and the enums of its columns, for questions about its rows. */
  public static CatalogSnapshot alone(Table table) {
    CatalogObjects objects = CatalogObjects.builtIn();
    objects.relations().put(ObjectName.ofPublic(table.name()), table);
    EnumUse.of(table.history())
        .values()
        .forEach(type -> objects.enums().put(ObjectName.ofPublic(type.name()), type));
    return new CatalogSnapshot(0, FIRST_OBJECT_ID, objects);
  }

  /** A foreign key and the table that has it. */
  public record Reference(Table table, ForeignKey key) {}

  /** The foreign keys that refer to a table, its own included. */
  public List<Reference> referencesTo(int tableId) {
    return referencesByTarget.getOrDefault(tableId, List.of());
  }

  /** The table that has an index of this name, which is in the table's schema; or null. */
  public @Nullable Table findTableOfIndex(ObjectName indexName) {
    for (Table table : tables(indexName.schemaId())) {
      if (table.descriptor().rules().findIndex(indexName.name()) != null) {
        return table;
      }
    }
    return null;
  }

  /** As {@link #findTableOfIndex(ObjectName)}, in {@code colonnade.public}. */
  public @Nullable Table findTableOfIndex(String indexName) {
    return findTableOfIndex(ObjectName.ofPublic(indexName));
  }

  /**
   * Rises by one with every change. Negative, and like no other, for what a transaction sees that
   * is changing the catalogue.
   */
  public long version() {
    return version;
  }

  /** Whether this is what one transaction sees only. */
  public boolean isDraft() {
    return version < 0;
  }

  /** The id that the next new object gets; no object ever had it or a greater one. */
  public int nextObjectId() {
    return nextObjectId;
  }

  /** The tables of all schemas, in the order of schemas and names. */
  public List<Table> tables() {
    return tablesOf(objects.relations().values());
  }

  /** The tables of a schema in the order of their names. */
  public List<Table> tables(int schemaId) {
    return tablesOf(relations(schemaId));
  }

  /** The tables, views and sequences of a schema in the order of their names. */
  public List<Relation> relations(int schemaId) {
    return List.copyOf(within(objects.relations(), schemaId).values());
  }

  /** All tables, views and sequences. */
  public Collection<Relation> relations() {
    return relationsById.values();
  }

  /** The enums of all schemas. */
  public List<EnumType> enums() {
    return List.copyOf(objects.enums().values());
  }

  /** The enums of a schema in the order of their names. */
  public List<EnumType> enums(int schemaId) {
    return List.copyOf(within(objects.enums(), schemaId).values());
  }

  /** The databases in the order of their ids. */
  public List<DatabaseEntry> databases() {
    return List.copyOf(objects.databases().values());
  }

  /** The database of this name; UNKNOWN_DATABASE if there is none. */
  public DatabaseEntry database(String name) {
    return objects.databases().values().stream()
        .filter(database -> database.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNKNOWN_DATABASE, "database \"%s\" does not exist".formatted(name)));
  }

  /** The schemas of a database in the order of their ids. */
  public List<SchemaEntry> schemas(int databaseId) {
    return objects.schemas().values().stream()
        .filter(schema -> schema.databaseId() == databaseId)
        .toList();
  }

  /** The schema of this id, or null. */
  public @Nullable SchemaEntry findSchema(int id) {
    return objects.schemas().get(id);
  }

  /** The schema of this name, or null. */
  public @Nullable SchemaEntry findSchema(int databaseId, String name) {
    return schemas(databaseId).stream()
        .filter(schema -> schema.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** The roles in the order of their ids. */
  public List<RoleEntry> roles() {
    return List.copyOf(objects.roles().values());
  }

  /** The role of this name, or null. */
  public @Nullable RoleEntry findRole(String name) {
    return objects.roles().values().stream()
        .filter(role -> role.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** What is said about something, or null. */
  public @Nullable String comment(CommentTarget target) {
    return objects.comments().get(target);
  }

  /** The relation of this name, or null. */
  public @Nullable Relation findRelation(ObjectName name) {
    return objects.relations().get(name);
  }

  /** The relation of this id, or null. */
  public @Nullable Relation findRelation(int id) {
    return relationsById.get(id);
  }

  /**
   * The table of this name in {@code colonnade.public}, or, with a point in it, of a schema of
   * {@code colonnade}; null if there is none.
   */
  public @Nullable Table findTable(String name) {
    return objects.relations().get(plainName(name)) instanceof Table table ? table : null;
  }

  /** As {@link #findTable(String)}; UNKNOWN_TABLE if there is none. */
  public Table table(String name) {
    Table table = findTable(name);
    if (table == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "no such table: table=" + name + hint(name));
    }
    return table;
  }

  /** The table of this id; UNKNOWN_TABLE if there is none. */
  public Table table(int id) {
    Table table = findTable(id);
    if (table == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_TABLE, "no such table: id=" + id);
    }
    return table;
  }

  /** The table of this id, or null. */
  public @Nullable Table findTable(int id) {
    return relationsById.get(id) instanceof Table table ? table : null;
  }

  /** As {@link #findTable(int)}; also one that was dropped and has rows in the store still. */
  public @Nullable Table findStored(int id) {
    Table table = findTable(id);
    return table != null ? table : objects.doomed().get(id);
  }

  /** The tables that were dropped and have rows in the store still. */
  public List<Table> doomed() {
    return List.copyOf(objects.doomed().values());
  }

  /** The enum of this name, or null. */
  public @Nullable EnumType findEnum(ObjectName name) {
    return objects.enums().get(name);
  }

  /** The enum of this name in {@code colonnade.public}, or null. */
  public @Nullable EnumType findEnum(String name) {
    return objects.enums().get(plainName(name));
  }

  /** As {@link #findEnum(String)}; UNKNOWN_OBJECT if there is none. */
  public EnumType enumType(String name) {
    EnumType type = findEnum(name);
    if (type == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such enum: enum=" + name);
    }
    return type;
  }

  /** The whole name of the enum of this id; UNKNOWN_OBJECT if there is none. */
  public ObjectName enumName(int id) {
    return objects.enums().entrySet().stream()
        .filter(entry -> entry.getValue().id() == id)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () -> new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such enum: id=" + id));
  }

  /**
   * The whole name that a name without a database stands for outside of SQL: in {@code public}, or,
   * where nothing is called so and the name has a point, in the schema in front of it.
   */
  public ObjectName plainName(String name) {
    ObjectName inPublic = ObjectName.ofPublic(name);
    int point = name.indexOf('.');
    if (point < 0 || objects.relations().containsKey(inPublic)) {
      return inPublic;
    }
    SchemaEntry schema = findSchema(BuiltIns.COLONNADE.id(), name.substring(0, point));
    return schema == null ? inPublic : new ObjectName(schema.id(), name.substring(point + 1));
  }

  /** For an edit, which copies them. */
  CatalogObjects objects() {
    return objects;
  }

  private static List<Table> tablesOf(Collection<Relation> relations) {
    return relations.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
  }

  private static <T> NavigableMap<ObjectName, T> within(
      NavigableMap<ObjectName, T> all, int schemaId) {
    return all.subMap(ObjectName.first(schemaId), true, ObjectName.first(schemaId + 1), false);
  }

  /** The most helpful thing to say about a name that is not there: it is, in other letters. */
  private String hint(String name) {
    return tables().stream()
        .map(Table::name)
        .filter(other -> other.equalsIgnoreCase(name))
        .min(Comparator.naturalOrder())
        .map(other -> " (there is a table=" + other + ")")
        .orElse("");
  }
}
