package dev.colonnade.catalog;

import dev.colonnade.catalog.codec.AccessCodec;
import dev.colonnade.catalog.codec.CatalogCodec;
import dev.colonnade.catalog.codec.CatalogCodec.State;
import dev.colonnade.catalog.codec.CatalogLayout;
import dev.colonnade.catalog.codec.NamespaceCodec;
import dev.colonnade.catalog.codec.RelationCodec;
import dev.colonnade.catalog.codec.UserTypeCodec;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import dev.colonnade.type.UserType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Loader of the catalog from the store. Throws STORE_CORRUPT if the records are inconsistent. */
final class CatalogLoader {
  private final StoreReader store;
  private final State state;

  /** Catalog before a change of the store, whose tables share their drop flags with the result. */
  private final CatalogSnapshot before;

  private final CatalogObjects objects = CatalogObjects.builtIn();
  private final Map<Integer, UserType> typesById = new HashMap<>();

  private CatalogLoader(StoreReader store, State state, CatalogSnapshot before) {
    this.store = store;
    this.state = state;
    this.before = before;
  }

  static CatalogSnapshot load(StoreReader store) {
    return load(store, CatalogSnapshot.EMPTY);
  }

  /** Variant of {@link #load(StoreReader)} for a store that has changed since {@code before}. */
  static CatalogSnapshot load(StoreReader store, CatalogSnapshot before) {
    byte[] state = store.get(Space.META, CatalogLayout.STATE_KEY);
    if (state == null) {
      requireEmpty(store, CatalogLayout.enumSpan());
      requireEmpty(store, CatalogLayout.tableSpan());
      return CatalogSnapshot.EMPTY;
    }
    return new CatalogLoader(
            store, CatalogCodec.decodeState(CatalogLayout.STATE_KEY, state), before)
        .load();
  }

  private CatalogSnapshot load() {
    loadNames();
    forEach(store, CatalogLayout.enumSpan(), this::addEnum);
    loadOverOthers();
    forEach(
        store,
        CatalogLayout.tableSpan(),
        (key, value) -> add(key, newTable(CatalogCodec.decodeTable(key, value, typesById))));
    forEach(store, CatalogLayout.cleanUpSpan(), this::addDroppedTable);
    forEach(
        store,
        CatalogLayout.viewSpan(),
        (key, value) -> add(key, RelationCodec.decodeView(key, value)));
    forEach(
        store,
        CatalogLayout.sequenceSpan(),
        (key, value) -> add(key, RelationCodec.decodeSequence(key, value)));
    forEach(
        store,
        CatalogLayout.commentSpan(),
        (key, value) ->
            objects
                .comments()
                .put(CatalogLayout.commentTarget(key), CatalogCodec.decodeComment(key, value)));
    forEach(
        store,
        CatalogLayout.commentPartSpan(),
        (key, value) ->
            objects
                .comments()
                .put(CatalogLayout.commentedPart(key), CatalogCodec.decodeComment(key, value)));
    loadAccess();
    return new CatalogSnapshot(state.version(), state.nextObjectId(), objects);
  }

  private Table newTable(TableDescriptor descriptor) {
    Table known = before.findTableOrDropped(descriptor.id());
    return known == null ? Table.of(descriptor) : known.with(descriptor);
  }

  private void loadAccess() {
    CatalogObjects.Access access = objects.access();
    forEach(
        store,
        CatalogLayout.accessSpan(),
        (key, value) ->
            access.objects().put(CatalogLayout.idOf(key), AccessCodec.decodeAccess(key, value)));
    forEach(
        store,
        CatalogLayout.defaultAclSpan(),
        (key, value) ->
            access
                .defaults()
                .put(AccessCodec.defaultAclKey(key), AccessCodec.decodeAcl(key, value)));
    forEach(
        store,
        CatalogLayout.policiesSpan(),
        (key, value) ->
            access
                .rowSecurity()
                .put(CatalogLayout.idOf(key), AccessCodec.decodeRowSecurity(key, value)));
    forEach(
        store,
        CatalogLayout.settingsSpan(),
        (key, value) ->
            access
                .settings()
                .put(CatalogLayout.settingScope(key), NamespaceCodec.decodeSettings(key, value)));
  }

  private void loadNames() {
    forEach(
        store,
        CatalogLayout.databaseSpan(),
        (key, value) -> put(objects.databases(), key, NamespaceCodec.decodeDatabase(key, value)));
    forEach(
        store,
        CatalogLayout.schemaSpan(),
        (key, value) -> put(objects.schemas(), key, NamespaceCodec.decodeSchema(key, value)));
    forEach(
        store,
        CatalogLayout.roleSpan(),
        (key, value) -> put(objects.roles(), key, NamespaceCodec.decodeRole(key, value)));
  }

  private <T> void put(NavigableMap<Integer, T> entries, Key key, @Nullable T entry) {
    int id = CatalogLayout.idOf(key);
    requireAllocatedId(key, id);
    if (entry == null) {
      entries.remove(id);
    } else {
      entries.put(id, entry);
    }
  }

  private void addEnum(Key key, byte[] value) {
    CatalogCodec.EnumRecord found = CatalogCodec.decodeEnum(key, value);
    add(key, found.schemaId(), found.type());
  }

  /** Loads domains and composite types, each behind those that it is over. */
  private void loadOverOthers() {
    Map<Key, byte[]> waiting = new LinkedHashMap<>();
    forEach(store, CatalogLayout.domainSpan(), waiting::put);
    forEach(store, CatalogLayout.compositeSpan(), waiting::put);
    while (!waiting.isEmpty()) {
      int count = waiting.size();
      ColonnadeException missing = null;
      for (Map.Entry<Key, byte[]> entry : List.copyOf(waiting.entrySet())) {
        try {
          addOverOthers(entry.getKey(), entry.getValue());
          waiting.remove(entry.getKey());
        } catch (ColonnadeException e) {
          missing = e;
        }
      }
      if (missing != null && waiting.size() == count) {
        throw missing;
      }
    }
  }

  private void addOverOthers(Key key, byte[] value) {
    if (CatalogLayout.compositeSpan().contains(key)) {
      UserTypeCodec.CompositeRecord found = UserTypeCodec.decodeComposite(key, value, typesById);
      add(key, found.schemaId(), found.type());
      return;
    }
    UserTypeCodec.DomainRecord found = UserTypeCodec.decodeDomain(key, value, typesById);
    add(key, found.schemaId(), found.type());
  }

  private void add(Key key, int schemaId, UserType type) {
    ObjectName name = new ObjectName(schemaId, type.name());
    requireConsistent(objects.types().put(name, type) == null, key, "duplicate name");
    requireConsistent(
        schemaId == CatalogLayout.NO_SCHEMA || objects.schemas().containsKey(schemaId),
        key,
        "schema does not exist");
    requireAllocatedId(key, type.id());
    typesById.put(type.id(), type);
  }

  private void addDroppedTable(Key key, byte[] value) {
    Table table = newTable(CatalogCodec.decodeTable(key, value, typesById));
    table.dropFlag().set();
    objects.droppedTables().put(table.id(), table);
    requireAllocatedId(key, table.id());
  }

  private void add(Key key, Relation relation) {
    requireConsistent(
        objects.relations().put(relation.objectName(), relation) == null, key, "duplicate name");
    requireConsistent(
        objects.schemas().containsKey(relation.schemaId()), key, "schema does not exist");
    requireAllocatedId(key, relation.id());
  }

  private void requireAllocatedId(Key key, int id) {
    requireConsistent(id < state.nextObjectId(), key, "id was never allocated");
  }

  private static void requireEmpty(StoreReader store, KeySpan span) {
    forEach(
        store, span, (key, value) -> requireConsistent(false, key, "the state record is missing"));
  }

  private static void forEach(StoreReader store, KeySpan span, BiConsumer<Key, byte[]> action) {
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        action.accept(cursor.key(), cursor.value());
      }
      cursor.checkStatus();
    }
  }

  private static void requireConsistent(boolean holds, Key key, String problem) {
    if (!holds) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "catalog is inconsistent: key=" + key + " " + problem);
    }
  }
}
