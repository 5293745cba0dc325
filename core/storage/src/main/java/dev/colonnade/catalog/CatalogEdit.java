package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogCodec.State;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.CheckOption;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A change of the catalogue, worked out from a snapshot in as many steps as it takes: what has to
 * be written, and the snapshot that holds afterwards. Checks names, limits and references; touches
 * neither store nor pipeline. One thread.
 */
public final class CatalogEdit {
  /** What is written in the place of a record that goes. */
  private static final byte[] REMOVED = {};

  private final CatalogSnapshot before;
  private final LongSupplier draftVersions;
  private final CatalogObjects objects;
  private final Map<Key, byte[]> changes;
  private int nextObjectId;
  private @Nullable CatalogSnapshot seen;

  CatalogEdit(CatalogSnapshot before, LongSupplier draftVersions) {
    this(before, draftVersions, before.objects().copy(), new LinkedHashMap<>());
    this.nextObjectId = before.nextObjectId();
  }

  private CatalogEdit(
      CatalogSnapshot before,
      LongSupplier draftVersions,
      CatalogObjects objects,
      Map<Key, byte[]> changes) {
    this.before = before;
    this.draftVersions = draftVersions;
    this.objects = objects;
    this.changes = changes;
  }

  /** This edit as it is now, to go back to. */
  public CatalogEdit copy() {
    CatalogEdit copy =
        new CatalogEdit(before, draftVersions, objects.copy(), new LinkedHashMap<>(changes));
    copy.nextObjectId = nextObjectId;
    return copy;
  }

  /** The catalogue as far as it is changed by now. */
  public CatalogSnapshot snapshot() {
    if (isEmpty()) {
      return before;
    }
    if (seen == null) {
      seen = new CatalogSnapshot(draftVersions.getAsLong(), nextObjectId, objects.copy());
    }
    return seen;
  }

  /** Whether nothing is changed. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** What the change began with. */
  public CatalogSnapshot before() {
    return before;
  }

  /** Databases, schemas and roles. */
  public NameEdits names() {
    return new NameEdits(this);
  }

  /** Creates a table; enums in it must be those of the catalogue. */
  public Table createTable(
      ObjectName name, SchemaHistory history, TableClauses clauses, TableRules rules) {
    requireNewRelation(name);
    requireKnownEnums(history);
    rules.indexes().forEach(index -> requireFree(new ObjectName(name.schemaId(), index.name())));
    int id = nextObjectId();
    // A table that is sketched cannot know its id when it refers to itself.
    TableRules own = rules.withTarget(Table.SKETCH_ID, id);
    return put(Table.of(new TableDescriptor(id, name, history, clauses, own)));
  }

  /** Creates a sequence that counts by {@code sequenceId}. */
  public SequenceEntry createSequence(
      ObjectName name, long sequenceId, SequenceEntry.@Nullable Owner owner) {
    requireNewRelation(name);
    return put(new SequenceEntry(nextObjectId(), name, sequenceId, owner));
  }

  /** Creates a view. */
  public View createView(
      ObjectName name,
      String query,
      List<String> columnNames,
      View.Lookup lookup,
      CheckOption checkOption) {
    requireNewRelation(name);
    return put(new View(nextObjectId(), name, query, columnNames, lookup, checkOption));
  }

  /** Renames a relation, or moves it to another schema; its id stays. */
  public <R extends Relation> R rename(R relation, ObjectName newName) {
    requireFree(newName);
    objects.relations().remove(relation.objectName());
    @SuppressWarnings("unchecked") // a relation by another name is of the same kind
    R renamed = (R) relation.renamed(newName);
    return put(renamed);
  }

  /** Gives a table other columns. */
  public Table changeColumns(Table table, SchemaHistory history) {
    requireKnownEnums(history);
    return put(table.with(table.descriptor().withHistory(history)));
  }

  /** Gives a table other indexes and constraints. */
  public Table changeRules(Table table, TableRules rules) {
    for (Index index : rules.indexes()) {
      if (table.descriptor().rules().findIndex(index.name()) == null) {
        ObjectNames.require("index", index.name());
        requireFree(new ObjectName(table.schemaId(), index.name()));
      }
    }
    return put(table.with(table.descriptor().withRules(rules)));
  }

  /** Says something else of a table. */
  public Table changeClauses(Table table, TableClauses clauses) {
    return put(table.with(table.descriptor().withClauses(clauses)));
  }

  /** Puts a relation in the place of the one that has its name and id. */
  public <R extends Relation> R replace(R relation) {
    Relation replaced = objects.relations().get(relation.objectName());
    if (replaced == null || replaced.id() != relation.id()) {
      throw new IllegalStateException("relation is not there: relation=" + relation);
    }
    return put(relation);
  }

  /** Drops a sequence that nothing needs any more. */
  public void dropSequence(SequenceEntry sequence) {
    remove(sequence);
  }

  /** Drops a relation, whatever needs it: {@link Drops} looks after that. */
  void remove(Relation relation) {
    objects.relations().remove(relation.objectName());
    change(CatalogLayout.keyOf(relation), REMOVED);
    forgetComments(relation.id());
    if (relation instanceof Table table) {
      // What the table's span holds is cleared afterwards.
      objects.doomed().put(table.id(), table);
      change(CatalogLayout.cleanUpKey(table.id()), CatalogCodec.encode(table.descriptor()));
    }
  }

  EnumType createEnum(String name, List<String> labels) {
    return createEnum(ObjectName.ofPublic(name), labels);
  }

  /** Creates an enum type with labels in the order given. */
  public EnumType createEnum(ObjectName name, List<String> labels) {
    requireFreeType(name);
    requireRoom("enums", objects.enums().size(), Catalog.ENUMS_MAX);
    ObjectNames.require("enum", name.name());
    return put(name, EnumType.create(nextObjectId(), name.name(), labels));
  }

  /** Replaces an enum by another form of it, in all tables too. */
  public EnumType changeEnum(EnumType changed) {
    ObjectName name = snapshot().enumName(changed.id());
    putInTables(changed);
    return put(name, changed);
  }

  /** Renames an enum, or moves it to another schema. */
  public EnumType renameEnum(EnumType type, ObjectName newName) {
    requireFreeType(newName);
    ObjectNames.require("enum", newName.name());
    objects.enums().remove(snapshot().enumName(type.id()));
    EnumType renamed = new EnumType(type.id(), newName.name(), type.labels());
    putInTables(renamed);
    return put(newName, renamed);
  }

  /** Drops an enum, whatever needs it: {@link Drops} looks after that. */
  void remove(EnumType type) {
    objects.enums().remove(snapshot().enumName(type.id()));
    change(CatalogLayout.enumKey(type.id()), REMOVED);
    forgetComments(type.id());
  }

  /**
   * Drops an enum by its name. Where rows may hold its ranks still, in columns that were dropped,
   * its labels stay, in no schema.
   */
  void bury(EnumType type) {
    boolean isHeld =
        Stream.concat(snapshot().tables().stream(), objects.doomed().values().stream())
            .anyMatch(table -> table.descriptor().uses(type));
    if (isHeld) {
      renameEnum(type, new ObjectName(CatalogLayout.NO_SCHEMA, "dropped " + type.id()));
      forgetComments(type.id());
    } else {
      remove(type);
    }
  }

  /** Says that nothing is left of a table that was dropped. */
  void cleaned(int tableId) {
    objects.doomed().remove(tableId);
    change(CatalogLayout.cleanUpKey(tableId), null);
  }

  void dropEnum(EnumType type) {
    for (Table table : snapshot().tables()) {
      if (table.descriptor().uses(type)) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "enum is in use: enum=" + type.name() + " table=" + table.name());
      }
    }
    remove(type);
  }

  /** Says something about an object or a column; null says nothing any more. */
  public void comment(CommentTarget target, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      objects.comments().remove(target);
      change(CatalogLayout.commentKey(target), REMOVED);
    } else {
      objects.comments().put(target, text);
      change(CatalogLayout.commentKey(target), CatalogCodec.encodeComment(text));
    }
  }

  /** The catalogue after the change. */
  CatalogSnapshot after() {
    return new CatalogSnapshot(before.version() + 1, nextObjectId, objects.copy());
  }

  /** Shows everything that has to be written; removals have no value. */
  public void forEachChange(RecordVisitor visitor) {
    changes.forEach(
        (key, value) -> visitor.record(key, value.length == REMOVED.length ? null : value));
    visitor.record(
        CatalogLayout.STATE_KEY,
        CatalogCodec.encode(new State(before.version() + 1, nextObjectId)));
  }

  void writeTo(Batch batch) {
    forEachChange(
        (key, value) -> {
          if (value == null) {
            batch.delete(Space.META, key.bytes());
          } else {
            batch.put(Space.META, key.bytes(), value);
          }
        });
  }

  /** The objects, to be changed together with {@link #change}. */
  CatalogObjects objects() {
    return objects;
  }

  /** Has a record written, or removed where the value is null. */
  void change(Key key, byte @Nullable [] value) {
    changes.put(key, value == null ? REMOVED : value);
    seen = null;
  }

  int nextObjectId() {
    if (nextObjectId == Integer.MAX_VALUE) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "no object ids are left: next=" + nextObjectId);
    }
    return nextObjectId++;
  }

  void forgetComments(int objectId) {
    for (CommentTarget target :
        List.copyOf(
            objects
                .comments()
                .subMap(new CommentTarget(objectId, 0), new CommentTarget(objectId + 1, 0))
                .keySet())) {
      comment(target, null);
    }
  }

  static void requireRoom(String what, int count, int countMax) {
    if (count >= countMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many " + what + ": count=" + count + " max=" + countMax);
    }
  }

  private <R extends Relation> R put(R relation) {
    byte[] record = CatalogCodec.encode(requireNonNull(relation, "relation is null"));
    if (record.length > Catalog.RECORD_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "%s takes too much room in the catalogue: %s=%s bytes=%d bytesMax=%d"
              .formatted(
                  relation.kind(),
                  relation.kind(),
                  relation.name(),
                  record.length,
                  Catalog.RECORD_BYTES_MAX));
    }
    objects.relations().put(relation.objectName(), relation);
    change(CatalogLayout.keyOf(relation), record);
    return relation;
  }

  private EnumType put(ObjectName name, EnumType type) {
    objects.enums().put(name, type);
    change(CatalogLayout.enumKey(type.id()), CatalogCodec.encode(name.schemaId(), type));
    return type;
  }

  /** The records of tables name an enum by its id only and stay as they are. */
  private void putInTables(EnumType changed) {
    for (Relation relation : new ArrayList<>(objects.relations().values())) {
      if (relation instanceof Table table && table.descriptor().uses(changed)) {
        SchemaHistory history = table.history().withEnum(changed);
        objects
            .relations()
            .put(table.objectName(), table.with(table.descriptor().withHistory(history)));
      }
    }
  }

  private void requireNewRelation(ObjectName name) {
    requireFree(name);
    requireRoom("relations", objects.relations().size(), Catalog.TABLES_MAX);
  }

  private void requireFree(ObjectName name) {
    boolean isTaken =
        objects.relations().containsKey(name) || snapshot().findTableOfIndex(name) != null;
    if (isTaken) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
    }
  }

  private void requireFreeType(ObjectName name) {
    if (objects.enums().containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "type \"%s\" already exists".formatted(name.name()));
    }
  }

  private void requireKnownEnums(SchemaHistory history) {
    for (EnumType used : EnumUse.of(history).values()) {
      boolean isKnown =
          objects.enums().values().stream().anyMatch(type -> Objects.equals(type, used));
      if (!isKnown) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "enum of a column is not the one in the catalogue: enum=" + used.name());
      }
    }
  }

  /** Sees records of {@code META} that a change writes. */
  @FunctionalInterface
  public interface RecordVisitor {
    /** A record; null where it is removed. */
    void record(Key key, byte @Nullable [] value);
  }
}
