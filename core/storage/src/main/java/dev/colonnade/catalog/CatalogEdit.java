package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.codec.AccessCodec;
import dev.colonnade.catalog.codec.CatalogCodec;
import dev.colonnade.catalog.codec.CatalogCodec.State;
import dev.colonnade.catalog.codec.CatalogLayout;
import dev.colonnade.catalog.codec.NamespaceCodec;
import dev.colonnade.catalog.codec.UserTypeCodec;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CatalogLimits;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.ObjectNameValidator;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.NamedParts;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Uncommitted change of the catalog: the records to write and the resulting snapshot. It starts
 * from a snapshot and consists of any number of steps; {@link NamespaceEdit} changes databases,
 * schemas and roles, {@link ObjectDrop} drops objects with their dependents. Checks names, limits
 * and references; accesses neither the store nor the commit pipeline. Not thread-safe.
 */
public final class CatalogEdit {
  /** Mark of a record to be deleted. */
  private static final byte[] REMOVED = {};

  private final CatalogSnapshot before;
  private final Numbers numbers;
  private final CatalogObjects objects;
  private final Map<Key, byte[]> changes;
  private int nextObjectId;

  /** Role that owns the objects that the next steps create. */
  private int creatorId = BuiltIns.BOOTSTRAP_ID;

  /** Ids of the objects that texts in the changes name. */
  private final Set<Integer> named;

  private @Nullable CatalogSnapshot cachedSnapshot;

  /** Numbers that all edits of a catalog share; each is used once. */
  record Numbers(LongSupplier uncommittedVersions, IntSupplier objectIds) {}

  CatalogEdit(CatalogSnapshot before, Numbers numbers) {
    this(
        before,
        numbers,
        before.objects().copy(),
        new LinkedHashMap<>(),
        Set.of(),
        before.nextObjectId());
  }

  private CatalogEdit(
      CatalogSnapshot before,
      Numbers numbers,
      CatalogObjects objects,
      Map<Key, byte[]> changes,
      Set<Integer> named,
      int nextObjectId) {
    this.named = new HashSet<>(named);
    this.before = before;
    this.numbers = numbers;
    this.objects = objects;
    this.changes = changes;
    this.nextObjectId = nextObjectId;
  }

  /** Returns a copy, to which a savepoint can roll back. */
  public CatalogEdit copy() {
    return new CatalogEdit(
            before, numbers, objects.copy(), new LinkedHashMap<>(changes), named, nextObjectId)
        .ownedBy(creatorId);
  }

  /** Sets the role that owns the objects that the next steps create; returns this edit. */
  public CatalogEdit ownedBy(int roleId) {
    creatorId = roleId;
    return this;
  }

  /**
   * Returns the same change of a later catalog. The caller holds the {@link #locks} of the change,
   * so that nothing that it depends on has changed meanwhile.
   */
  public CatalogEdit rebasedOn(CatalogSnapshot latest) {
    if (latest == before) {
      return this;
    }
    return new CatalogEdit(
            latest,
            numbers,
            difference(before).appliedTo(latest.objects().copy()),
            new LinkedHashMap<>(changes),
            named,
            Math.max(nextObjectId, latest.nextObjectId()))
        .ownedBy(creatorId);
  }

  /** Makes the change depend on objects that its texts name. */
  public void dependOn(Set<Integer> objectIds) {
    named.addAll(objectIds);
  }

  /** Returns the locks of what is changed, of new names, and shared ones of dependencies. */
  List<CatalogLock> locks() {
    return difference(before).locks();
  }

  /** Returns the locks of {@link #locks()} that the steps not in {@code earlier} need. */
  public List<CatalogLock> locks(CatalogEdit earlier) {
    return difference(earlier.snapshot()).locks();
  }

  /** Returns the locks of places of tables that the steps not in {@code earlier} need. */
  public Map<Key, LockStrength> placeLocks(CatalogEdit earlier) {
    return difference(earlier.snapshot()).placeLocks(before);
  }

  /** Returns whether the steps not in {@code earlier} may have another result on a later state. */
  public boolean conflictsWith(CatalogEdit earlier, CatalogSnapshot latest) {
    return latest != before && difference(earlier.snapshot()).conflictsWith(before, latest);
  }

  /** Returns the difference of the change to an earlier state of it. */
  CatalogDifference difference(CatalogSnapshot earlier) {
    return CatalogDifference.between(
        earlier.objects(),
        objects,
        relation -> changes.containsKey(CatalogLayout.keyOf(relation)),
        named);
  }

  /** Returns the catalog with all changes so far. */
  public CatalogSnapshot snapshot() {
    if (isEmpty()) {
      return before;
    }
    if (cachedSnapshot == null) {
      cachedSnapshot =
          new CatalogSnapshot(
              numbers.uncommittedVersions().getAsLong(), nextObjectId, objects.copy());
    }
    return cachedSnapshot;
  }

  /** Returns whether the edit contains no change. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Returns the catalog before the change. */
  public CatalogSnapshot before() {
    return before;
  }

  /** Creates a table. The types of its columns must be in the catalog. */
  public Table createTable(
      ObjectName name,
      SchemaHistory history,
      TableProperties properties,
      TableConstraints constraints) {
    requireNewRelation(name);
    TypeReferences.requireKnown(history, objects.types().values());
    for (Index index : constraints.indexes()) {
      requireFree(new ObjectName(name.schemaId(), index.name()));
    }
    int id = nextObjectId();
    // Self-references of a detached table use the placeholder id.
    TableConstraints own = constraints.withTarget(Table.DETACHED_ID, id);
    own(SecuredKind.TABLE, id, name.schemaId());
    return put(Table.of(new TableDescriptor(id, name, history, properties, own)));
  }

  /** Creates the catalog entry of the sequence whose state is stored under {@code sequenceId}. */
  public SequenceEntry createSequence(
      ObjectName name, long sequenceId, SequenceEntry.@Nullable Owner owner) {
    requireNewRelation(name);
    int id = nextObjectId();
    own(SecuredKind.SEQUENCE, id, name.schemaId());
    return put(new SequenceEntry(id, name, sequenceId, owner));
  }

  /** Creates a view. */
  public View createView(
      ObjectName name,
      String query,
      List<String> columnNames,
      View.Lookup lookup,
      CheckOption checkOption) {
    requireNewRelation(name);
    int id = nextObjectId();
    own(SecuredKind.TABLE, id, name.schemaId());
    return put(new View(id, name, query, columnNames, lookup, checkOption));
  }

  /** Renames a relation, or moves it to another schema; its id stays. */
  public <R extends Relation> R rename(R relation, ObjectName newName) {
    requireFree(newName);
    objects.relations().remove(relation.objectName());
    @SuppressWarnings("unchecked") // a renamed relation is of the same class
    R renamed = (R) relation.renamed(newName);
    return put(renamed);
  }

  /** Replaces the columns of a table. */
  public Table changeColumns(Table table, SchemaHistory history) {
    TypeReferences.requireKnown(history, objects.types().values());
    ObjectAccess access = objects.access().objects().get(table.id());
    if (access != null) {
      ObjectAccess remaining = access;
      for (int columnId : access.columns().keySet()) {
        if (!history.latest().hasColumn(columnId)) {
          remaining = remaining.withColumn(columnId, Acl.NONE);
        }
      }
      if (!remaining.equals(access)) {
        changeAccess(table.id(), remaining);
      }
    }
    return put(table.with(table.descriptor().withHistory(history)));
  }

  /** Replaces the indexes and constraints of a table. */
  public Table changeConstraints(Table table, TableConstraints constraints) {
    for (Index index : constraints.indexes()) {
      if (table.descriptor().constraints().findIndex(index.name()) == null) {
        ObjectNameValidator.require("index", index.name());
        requireFree(new ObjectName(table.schemaId(), index.name()));
      }
    }
    Table changed = put(table.with(table.descriptor().withConstraints(constraints)));
    for (NamedParts.Move move :
        NamedParts.moves(objects.commentTargets(table.id()), table, changed)) {
      String text = objects.comments().get(move.before());
      comment(move.before(), null);
      if (move.after() != null) {
        comment(move.after(), text);
      }
    }
    return changed;
  }

  /** Replaces the definition of a table that is not renamed. */
  public Table change(Table table, TableDescriptor changed) {
    return put(table.with(changed));
  }

  /** Replaces the defaults, identities and settings of a table. */
  public Table changeProperties(Table table, TableProperties properties) {
    return put(table.with(table.descriptor().withProperties(properties)));
  }

  /** Replaces the relation that has the same name and id. */
  public <R extends Relation> R replace(R relation) {
    Relation replaced = objects.relations().get(relation.objectName());
    if (replaced == null || replaced.id() != relation.id()) {
      throw new IllegalStateException("relation does not exist: relation=" + relation);
    }
    return put(relation);
  }

  /** Drops a sequence. The caller ensures that no object depends on it. */
  public void dropSequence(SequenceEntry sequence) {
    remove(sequence);
  }

  /** Drops a relation without a check of dependents, which {@link ObjectDrop} does. */
  void remove(Relation relation) {
    objects.relations().remove(relation.objectName());
    change(CatalogLayout.keyOf(relation), REMOVED);
    removeAttachments(relation.id());
    if (relation instanceof Table table) {
      // A clean-up after the commit clears the key span of the table.
      objects.droppedTables().put(table.id(), table);
      change(CatalogLayout.cleanUpKey(table.id()), CatalogCodec.encode(table.descriptor()));
    }
  }

  /** Creates an enum type. The order of {@code labels} is their sort order. */
  public EnumType createEnum(ObjectName name, List<String> labels) {
    requireNewType("enum", name);
    int id = nextObjectId();
    own(SecuredKind.TYPE, id, name.schemaId());
    return put(name, EnumType.create(id, name.name(), labels));
  }

  /** Creates a domain with the properties of {@code detached} but its id and name. */
  public DomainType createDomain(ObjectName name, DomainType detached) {
    requireNewType("domain", name);
    int id = nextObjectId();
    own(SecuredKind.TYPE, id, name.schemaId());
    return put(
        name,
        new DomainType(
            id,
            name.name(),
            detached.stored(),
            detached.base(),
            detached.nullable(),
            detached.defaultText(),
            detached.checks()));
  }

  /** Creates a composite type with the attributes of {@code detached}. */
  public CompositeType createComposite(ObjectName name, CompositeType detached) {
    requireNewType("type", name);
    requireFree(name);
    int id = nextObjectId();
    own(SecuredKind.TYPE, id, name.schemaId());
    return put(
        name,
        new CompositeType(id, name.name(), detached.attributes(), detached.nextAttributeId()));
  }

  /** Replaces a type by a new version of it, in all tables too. */
  public <T extends UserType> T changeType(T changed) {
    ObjectName name = snapshot().typeName(changed.id());
    objects.refresh(changed);
    return put(name, changed);
  }

  /** Renames a type, or moves it to another schema. */
  public UserType renameType(UserType type, ObjectName newName) {
    requireFreeType(newName);
    ObjectNameValidator.require("type", newName.name());
    objects.types().remove(snapshot().typeName(type.id()));
    UserType renamed = type.withName(newName.name());
    objects.refresh(renamed);
    return put(newName, renamed);
  }

  /** Drops a type without a check of dependents, which {@link ObjectDrop} does. */
  void remove(UserType type) {
    objects.types().remove(snapshot().typeName(type.id()));
    change(CatalogLayout.keyOf(type), REMOVED);
    removeAttachments(type.id());
  }

  /**
   * Drops a type. If rows may still contain values of it in dropped columns, it is retained without
   * a schema, because decoding these rows requires it.
   */
  void dropOrRetain(UserType type) {
    boolean isReferenced =
        Stream.concat(snapshot().tables().stream(), objects.droppedTables().values().stream())
            .anyMatch(table -> table.descriptor().uses(type));
    if (isReferenced) {
      renameType(type, new ObjectName(CatalogLayout.NO_SCHEMA, "dropped " + type.id()));
      removeAttachments(type.id());
    } else {
      remove(type);
    }
  }

  /** Removes the clean-up record of a dropped table whose key span has been cleared. */
  void removeCleanUp(int tableId) {
    objects.droppedTables().remove(tableId);
    change(CatalogLayout.cleanUpKey(tableId), null);
  }

  /** Sets the comment of an object or a column; null or an empty text removes it. */
  public void comment(CommentTarget target, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      objects.comments().remove(target);
      change(CatalogLayout.commentKey(target), REMOVED);
    } else {
      objects.comments().put(target, text);
      change(CatalogLayout.commentKey(target), CatalogCodec.encodeComment(text));
    }
  }

  /** Sets the owner and the privileges of an object. */
  public void changeAccess(int objectId, ObjectAccess access) {
    objects.access().objects().put(objectId, access);
    change(CatalogLayout.accessKey(objectId), AccessCodec.encode(access));
  }

  /** Sets default privileges; null removes them. */
  public void changeDefaultAcl(DefaultAclKey key, @Nullable Acl acl) {
    if (acl == null) {
      objects.access().defaults().remove(key);
      change(CatalogLayout.defaultAclKey(key), REMOVED);
    } else {
      objects.access().defaults().put(key, acl);
      change(CatalogLayout.defaultAclKey(key), AccessCodec.encode(acl));
    }
  }

  /** Sets the row-level security of a table. */
  public void changeRowSecurity(int tableId, RowSecurity security) {
    if (security.equals(RowSecurity.NONE)) {
      objects.access().rowSecurity().remove(tableId);
      change(CatalogLayout.policiesKey(tableId), REMOVED);
    } else {
      objects.access().rowSecurity().put(tableId, security);
      change(CatalogLayout.policiesKey(tableId), AccessCodec.encode(security));
    }
  }

  /** Sets the stored settings of a scope by name; an empty map removes them. */
  public void changeSettings(SettingScope scope, Map<String, String> settings) {
    if (settings.isEmpty()) {
      objects.access().settings().remove(scope);
      change(CatalogLayout.settingsKey(scope), REMOVED);
    } else {
      objects.access().settings().put(scope, settings);
      change(CatalogLayout.settingsKey(scope), NamespaceCodec.encode(settings));
    }
  }

  /**
   * Makes the creator the owner of a new object, with the default privileges that are defined for
   * new objects of the kind in the schema.
   *
   * @param parentId schema of the object, or database of a schema
   */
  void own(SecuredKind kind, int objectId, int parentId) {
    Map<DefaultAclKey, Acl> defaults = objects.access().defaults();
    SchemaEntry schema = objects.schemas().get(parentId);
    int databaseId = schema == null ? parentId : schema.databaseId();
    Acl inSchema =
        schema == null ? null : defaults.get(new DefaultAclKey(creatorId, schema.id(), kind));
    Acl standard = kind.defaultAcl(creatorId);
    Acl acl = objects.access().defaultAcl(creatorId, databaseId, kind);
    if (inSchema != null) {
      acl = acl.merged(inSchema, creatorId);
    }
    boolean isStandard = acl.equals(standard);
    // A schema without an entry has the privileges of the first schema of a database.
    if (!isStandard || creatorId != BuiltIns.BOOTSTRAP_ID || kind == SecuredKind.SCHEMA) {
      changeAccess(objectId, new ObjectAccess(creatorId, isStandard ? null : acl, Map.of()));
    }
  }

  /** Removes what belongs to a dropped object: comments, privileges, policies and settings. */
  void removeAttachments(int objectId) {
    removeComments(objectId);
    if (objects.access().objects().remove(objectId) != null) {
      change(CatalogLayout.accessKey(objectId), REMOVED);
    }
    if (objects.access().rowSecurity().remove(objectId) != null) {
      change(CatalogLayout.policiesKey(objectId), REMOVED);
    }
    for (DefaultAclKey key : List.copyOf(objects.access().defaults().keySet())) {
      if (key.roleId() == objectId || key.scopeId() == objectId) {
        changeDefaultAcl(key, null);
      }
    }
    for (SettingScope scope : List.copyOf(objects.access().settings().keySet())) {
      if (scope.mentions(objectId)) {
        changeSettings(scope, Map.of());
      }
    }
  }

  /** Returns the catalog after the commit of the change. */
  CatalogSnapshot after() {
    return new CatalogSnapshot(before.version() + 1, nextObjectId, objects.copy());
  }

  /** Passes every record to be written to {@code visitor}, with a null value for a deletion. */
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

  /** Returns the objects; the caller changes them together with {@link #change}. */
  CatalogObjects objects() {
    return objects;
  }

  /** Adds the write of a record, or its deletion if the value is null. */
  void change(Key key, byte @Nullable [] value) {
    changes.put(key, value == null ? REMOVED : value);
    cachedSnapshot = null;
  }

  /** Returns a new id, which no other edit of the catalog gets. */
  public int nextObjectId() {
    int id = numbers.objectIds().getAsInt();
    nextObjectId = Math.max(nextObjectId, id + 1);
    return id;
  }

  void removeComments(int objectId) {
    objects.commentTargets(objectId).forEach(target -> comment(target, null));
  }

  private <R extends Relation> R put(R relation) {
    byte[] record = CatalogCodec.encode(requireNonNull(relation, "relation is null"));
    if (record.length > CatalogLimits.RECORD_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "%s has a catalog record that is too large: %s=%s bytes=%d bytesMax=%d"
              .formatted(
                  relation.kind(),
                  relation.kind(),
                  relation.name(),
                  record.length,
                  CatalogLimits.RECORD_BYTES_MAX));
    }
    objects.relations().put(relation.objectName(), relation);
    change(CatalogLayout.keyOf(relation), record);
    return relation;
  }

  private <T extends UserType> T put(ObjectName name, T type) {
    objects.types().put(name, type);
    change(CatalogLayout.keyOf(type), UserTypeCodec.encode(name.schemaId(), type));
    return type;
  }

  private void requireNewType(String kind, ObjectName name) {
    requireFreeType(name);
    CatalogLimits.requireBelow("types", objects.types().size(), CatalogLimits.TYPES_MAX);
    ObjectNameValidator.require(kind, name.name());
  }

  private void requireNewRelation(ObjectName name) {
    requireFree(name);
    CatalogLimits.requireBelow("relations", objects.relations().size(), CatalogLimits.TABLES_MAX);
  }

  /** Throws DUPLICATE_TABLE if a relation or an index has a name. */
  public void requireFree(ObjectName name) {
    boolean isTaken =
        objects.relations().containsKey(name) || snapshot().findTableOfIndex(name) != null;
    if (isTaken) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
    }
  }

  private void requireFreeType(ObjectName name) {
    if (objects.types().containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "type \"%s\" already exists".formatted(name.name()));
    }
  }

  /** Visitor of the {@code META} records that a change writes. */
  @FunctionalInterface
  public interface RecordVisitor {
    /** Visits a record; {@code value} is null for a deletion. */
    void record(Key key, byte @Nullable [] value);
  }
}
