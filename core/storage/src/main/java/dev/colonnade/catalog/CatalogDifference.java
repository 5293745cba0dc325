package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that differ between two states of the catalog, the later of which is the result of
 * changes of one transaction. It states what the changes must lock, and applies them to a state
 * that others have changed.
 *
 * @param dropped ids of tables whose rows are to be cleared, with null for those that are cleared
 * @param named ids of objects that texts in the changes name
 */
record CatalogDifference(
    List<Change<Relation>> relations,
    List<Change<NamedType>> types,
    List<Change<DatabaseEntry>> databases,
    List<Change<SchemaEntry>> schemas,
    List<Change<RoleEntry>> roles,
    Map<CommentTarget, Change<String>> comments,
    AccessChanges access,
    Map<Integer, Change<Table>> dropped,
    Set<Integer> named) {
  /** Object before and after; null where it does not exist. */
  record Change<T>(@Nullable T before, @Nullable T after) {
    static <T> Change<T> of(@Nullable T before, @Nullable T after) {
      return new Change<>(before, after);
    }
  }

  /** Changes of owners, privileges and policies. */
  record AccessChanges(
      Map<Integer, Change<ObjectAccess>> objects,
      Map<DefaultAclKey, Change<Acl>> defaults,
      Map<Integer, Change<RowSecurity>> rowSecurity,
      Map<SettingScope, Change<Map<String, String>>> settings) {
    static AccessChanges between(CatalogObjects.Access before, CatalogObjects.Access after) {
      return new AccessChanges(
          changes(before.objects(), after.objects()),
          changes(before.defaults(), after.defaults()),
          changes(before.rowSecurity(), after.rowSecurity()),
          changes(before.settings(), after.settings()));
    }

    /** Returns the ids of the objects whose entries change. */
    Set<Integer> objectIds() {
      Set<Integer> ids = new LinkedHashSet<>(objects.keySet());
      ids.addAll(rowSecurity.keySet());
      defaults.keySet().forEach(key -> ids.add(key.roleId()));
      settings.keySet().forEach(scope -> addScope(ids, scope));
      return ids;
    }

    /** Returns the ids of the roles that new entries refer to. */
    Set<Integer> roleIds() {
      Set<Integer> ids = new LinkedHashSet<>();
      for (Change<ObjectAccess> change : objects.values()) {
        ObjectAccess after = change.after();
        if (after != null) {
          ids.add(after.ownerId());
          Stream.concat(Stream.ofNullable(after.acl()), after.columns().values().stream())
              .forEach(acl -> addRoles(ids, acl));
        }
      }
      for (Change<Acl> change : defaults.values()) {
        if (change.after() != null) {
          addRoles(ids, change.after());
        }
      }
      for (Change<RowSecurity> change : rowSecurity.values()) {
        if (change.after() != null) {
          change.after().policies().forEach(policy -> ids.addAll(policy.roleIds()));
        }
      }
      settings.forEach(
          (scope, change) -> {
            if (change.after() != null) {
              addScope(ids, scope);
            }
          });
      ids.remove(AclItem.PUBLIC);
      return ids;
    }

    private static void addScope(Set<Integer> ids, SettingScope scope) {
      ids.add(scope.databaseId());
      ids.add(scope.roleId());
      ids.remove(SettingScope.ANY);
    }

    private static void addRoles(Set<Integer> ids, Acl acl) {
      for (AclItem item : acl.items()) {
        ids.add(item.granteeId());
        ids.add(item.grantorId());
      }
    }

    void applyTo(CatalogObjects.Access latest) {
      objects.forEach((id, change) -> apply(latest.objects(), id, change));
      defaults.forEach((key, change) -> apply(latest.defaults(), key, change));
      rowSecurity.forEach((id, change) -> apply(latest.rowSecurity(), id, change));
      settings.forEach((scope, change) -> apply(latest.settings(), scope, change));
    }
  }

  /** Type with its name. */
  record NamedType(ObjectName name, UserType type) {}

  /** Name that an object takes. */
  private record TakenName(CatalogLock.NameKind kind, int spaceId, String name) {
    static TakenName of(ObjectName name) {
      return new TakenName(CatalogLock.NameKind.RELATION, name.schemaId(), name.name());
    }
  }

  /**
   * Returns the difference of two states.
   *
   * @param isWritten whether the later state of a relation is written: tables that differ in the
   *     labels of their enums only are not
   * @param named ids of objects that texts in the changes name
   */
  static CatalogDifference between(
      CatalogObjects before,
      CatalogObjects after,
      Predicate<Relation> isWritten,
      Set<Integer> named) {
    List<Change<Relation>> relations = new ArrayList<>();
    for (Change<Relation> change : relationChanges(before.relations(), after.relations())) {
      Relation relation = change.after() == null ? change.before() : change.after();
      if (isWritten.test(requireNonNull(relation, "relation is null"))) {
        relations.add(change);
      }
    }
    return new CatalogDifference(
        relations,
        List.copyOf(changes(typesById(before), typesById(after)).values()),
        List.copyOf(changes(before.databases(), after.databases()).values()),
        List.copyOf(changes(before.schemas(), after.schemas()).values()),
        List.copyOf(changes(before.roles(), after.roles()).values()),
        changes(before.comments(), after.comments()),
        AccessChanges.between(before.access(), after.access()),
        changes(before.droppedTables(), after.droppedTables()),
        named);
  }

  /**
   * Returns the changes of relations in the order of their ids. Both maps are read in one pass:
   * nearly all of their relations are the same objects.
   */
  private static Collection<Change<Relation>> relationChanges(
      NavigableMap<ObjectName, Relation> before, NavigableMap<ObjectName, Relation> after) {
    Map<Integer, Relation> old = new HashMap<>();
    Map<Integer, Relation> now = new HashMap<>();
    Iterator<Relation> olds = before.values().iterator();
    Iterator<Relation> nows = after.values().iterator();
    @Nullable Relation left = next(olds);
    @Nullable Relation right = next(nows);
    while (left != null || right != null) {
      if (left == right) {
        left = next(olds);
        right = next(nows);
        continue;
      }
      int order =
          left == null ? 1 : right == null ? -1 : left.objectName().compareTo(right.objectName());
      if (left != null && order <= 0) {
        old.put(left.id(), left);
        left = next(olds);
      }
      if (right != null && order >= 0) {
        now.put(right.id(), right);
        right = next(nows);
      }
    }
    return changes(old, now).values();
  }

  private static @Nullable Relation next(Iterator<Relation> relations) {
    return relations.hasNext() ? relations.next() : null;
  }

  private static Map<Integer, NamedType> typesById(CatalogObjects objects) {
    Map<Integer, NamedType> byId = HashMap.newHashMap(objects.types().size());
    objects.types().forEach((name, type) -> byId.put(type.id(), new NamedType(name, type)));
    return byId;
  }

  private static <K, T> Map<K, Change<T>> changes(Map<K, T> before, Map<K, T> after) {
    Map<K, Change<T>> changes = new TreeMap<>();
    before.forEach(
        (key, old) -> {
          T now = after.get(key);
          if (now != old && !(old instanceof NamedType && old.equals(now))) {
            changes.put(key, Change.of(old, now));
          }
        });
    after.forEach(
        (key, now) -> {
          if (!before.containsKey(key)) {
            changes.put(key, Change.of(null, now));
          }
        });
    return changes;
  }

  /** Returns the locks of what is changed, of new names, and of what new objects depend on. */
  List<CatalogLock> locks() {
    Set<CatalogLock> locks = new LinkedHashSet<>();
    Set<Integer> own = changedIds();
    own.forEach(id -> locks.add(CatalogLock.exclusive(id)));
    for (TakenName name : takenNames()) {
      locks.add(CatalogLock.name(name.kind(), name.spaceId(), name.name()));
    }
    for (int id : dependencies()) {
      if (!own.contains(id)) {
        locks.add(CatalogLock.shared(id));
      }
    }
    return List.copyOf(locks);
  }

  /**
   * Returns the locks of the places of tables that are changed, in the order of their ids: strong
   * ones of those that lose a part that writers may use, which wait for writers and row locks.
   *
   * @param committed state that others see
   */
  Map<Key, LockStrength> placeLocks(CatalogSnapshot committed) {
    Map<Key, LockStrength> locks = new LinkedHashMap<>();
    for (Change<Relation> change : relations) {
      if (change.before() instanceof Table table && committed.findTable(table.id()) != null) {
        boolean isLosing = table.hasMoreThan(change.after() instanceof Table now ? now : null);
        locks.put(table.placeLockKey(), isLosing ? LockStrength.UPDATE : LockStrength.KEY_SHARE);
      }
    }
    return locks;
  }

  /**
   * Returns whether the changes could have another result in a later state: something that they
   * change may differ, a name is taken, or something that they depend on has changed.
   *
   * @param seen state that the changes were computed from
   */
  boolean conflictsWith(CatalogSnapshot seen, CatalogSnapshot latest) {
    boolean changesOld =
        Stream.of(relations, types, databases, schemas, roles)
            .flatMap(List::stream)
            .anyMatch(change -> change.before() != null);
    Set<Integer> created = newIds();
    boolean changesAccess = access.objectIds().stream().anyMatch(id -> !created.contains(id));
    return changesOld
        || changesAccess
        || takenNames().stream().anyMatch(name -> isTaken(name, latest))
        || !dependencies().stream()
            .allMatch(id -> Objects.equals(objectOf(id, seen), objectOf(id, latest)));
  }

  /** Returns the ids of objects that exist before and are changed or dropped. */
  private Set<Integer> changedIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    relations.forEach(change -> add(ids, change.before() == null ? null : change.before().id()));
    types.forEach(change -> add(ids, change.before() == null ? null : change.before().type().id()));
    databases.forEach(change -> add(ids, change.before() == null ? null : change.before().id()));
    schemas.forEach(change -> add(ids, change.before() == null ? null : change.before().id()));
    roles.forEach(change -> add(ids, change.before() == null ? null : change.before().id()));
    ids.addAll(access.objectIds());
    ids.removeAll(newIds());
    return ids;
  }

  private static void add(Set<Integer> ids, @Nullable Integer id) {
    if (id != null) {
      ids.add(id);
    }
  }

  private Set<TakenName> takenNames() {
    Set<TakenName> names = new LinkedHashSet<>();
    for (Change<Relation> change : relations) {
      Set<TakenName> added = namesOf(change.after());
      added.removeAll(namesOf(change.before()));
      names.addAll(added);
    }
    addTaken(
        names,
        types,
        type ->
            new TakenName(CatalogLock.NameKind.TYPE, type.name().schemaId(), type.name().name()));
    addTaken(
        names,
        schemas,
        schema -> new TakenName(CatalogLock.NameKind.SCHEMA, schema.databaseId(), schema.name()));
    addTaken(
        names,
        databases,
        database -> new TakenName(CatalogLock.NameKind.DATABASE, 0, database.name()));
    addTaken(names, roles, role -> new TakenName(CatalogLock.NameKind.ROLE, 0, role.name()));
    return names;
  }

  private static <T> void addTaken(
      Set<TakenName> names, List<Change<T>> changes, Function<T, TakenName> nameOf) {
    for (Change<T> change : changes) {
      T after = change.after();
      T before = change.before();
      if (after != null && (before == null || !nameOf.apply(after).equals(nameOf.apply(before)))) {
        names.add(nameOf.apply(after));
      }
    }
  }

  /** Returns the names of a relation and of its indexes, which share one space. */
  private static Set<TakenName> namesOf(@Nullable Relation relation) {
    Set<TakenName> names = new HashSet<>();
    if (relation != null) {
      names.add(TakenName.of(relation.objectName()));
    }
    if (relation instanceof Table table) {
      for (Index index : table.descriptor().constraints().indexes()) {
        names.add(TakenName.of(new ObjectName(table.schemaId(), index.name())));
      }
    }
    return names;
  }

  private static boolean isTaken(TakenName name, CatalogSnapshot latest) {
    ObjectName inSchema = new ObjectName(name.spaceId(), name.name());
    return switch (name.kind()) {
      case RELATION ->
          latest.findRelation(inSchema) != null || latest.findTableOfIndex(inSchema) != null;
      case TYPE -> latest.findType(inSchema) != null;
      case SCHEMA -> latest.findSchema(name.spaceId(), name.name()) != null;
      case DATABASE ->
          latest.databases().stream().anyMatch(database -> database.name().equals(name.name()));
      case ROLE -> latest.findRole(name.name()) != null;
    };
  }

  /** Returns the ids of the objects that created and changed ones newly depend on. */
  private Set<Integer> dependencies() {
    Set<Integer> ids = new LinkedHashSet<>();
    for (Change<Relation> change : relations) {
      Set<Integer> added = dependenciesOf(change.after());
      added.removeAll(dependenciesOf(change.before()));
      ids.addAll(added);
    }
    for (Change<NamedType> change : types) {
      if (change.after() != null) {
        ids.add(change.after().name().schemaId());
        ids.addAll(change.after().type().references());
        ids.addAll(sequencesOf(change.after().type()));
      }
    }
    for (Change<SchemaEntry> change : schemas) {
      if (change.after() != null) {
        ids.add(change.after().databaseId());
      }
    }
    comments.keySet().forEach(target -> ids.add(target.objectId()));
    ids.addAll(access.roleIds());
    ids.addAll(named);
    ids.removeAll(createdIds());
    return ids;
  }

  /** Returns the ids of the sequences in the default of a domain. */
  static Set<Integer> sequencesOf(UserType type) {
    String text = type instanceof DomainType domain ? domain.defaultText() : null;
    return text == null ? Set.of() : Set.copyOf(DefaultClause.sequencesIn(text));
  }

  /** Returns the ids of objects that do not exist before. */
  private Set<Integer> newIds() {
    Set<Integer> ids = createdIds();
    relations.forEach(change -> remove(ids, change.before() == null ? null : change.before().id()));
    types.forEach(
        change -> remove(ids, change.before() == null ? null : change.before().type().id()));
    databases.forEach(change -> remove(ids, change.before() == null ? null : change.before().id()));
    schemas.forEach(change -> remove(ids, change.before() == null ? null : change.before().id()));
    roles.forEach(change -> remove(ids, change.before() == null ? null : change.before().id()));
    return ids;
  }

  private static void remove(Set<Integer> ids, @Nullable Integer id) {
    if (id != null) {
      ids.remove(id);
    }
  }

  private Set<Integer> createdIds() {
    Set<Integer> ids = new HashSet<>();
    relations.forEach(change -> add(ids, change.after() == null ? null : change.after().id()));
    types.forEach(change -> add(ids, change.after() == null ? null : change.after().type().id()));
    databases.forEach(change -> add(ids, change.after() == null ? null : change.after().id()));
    schemas.forEach(change -> add(ids, change.after() == null ? null : change.after().id()));
    roles.forEach(change -> add(ids, change.after() == null ? null : change.after().id()));
    return ids;
  }

  private static Set<Integer> dependenciesOf(@Nullable Relation relation) {
    Set<Integer> ids = new LinkedHashSet<>();
    if (relation == null) {
      return ids;
    }
    ids.add(relation.schemaId());
    switch (relation) {
      case Table table -> {
        ids.addAll(TypeReferences.idsOf(table.history()));
        for (ForeignKey key : table.descriptor().constraints().foreignKeys()) {
          ids.add(key.target().tableId());
        }
        for (String text : table.descriptor().defaults().values()) {
          ids.addAll(DefaultClause.sequencesIn(text));
        }
      }
      case View view ->
          view.lookup().dependencies().forEach(dependency -> ids.add(dependency.objectId()));
      case SequenceEntry sequence -> {
        SequenceEntry.Owner owner = sequence.owner();
        if (owner != null) {
          ids.add(owner.tableId());
        }
      }
    }
    ids.remove(relation.id());
    return ids;
  }

  /** Returns the object of an id; null if there is none. */
  private static @Nullable Object objectOf(int id, CatalogSnapshot catalog) {
    CatalogObjects objects = catalog.objects();
    return Stream.<@Nullable Object>of(
            catalog.findRelation(id),
            objects.schemas().get(id),
            objects.databases().get(id),
            objects.roles().get(id))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> typesById(objects).get(id));
  }

  /** Applies the changes to the objects of a later state, and returns these. */
  CatalogObjects appliedTo(CatalogObjects latest) {
    relations.forEach(
        change -> {
          if (change.before() != null) {
            latest.relations().remove(change.before().objectName());
          }
        });
    relations.forEach(
        change -> {
          if (change.after() != null) {
            latest.relations().put(change.after().objectName(), change.after());
          }
        });
    types.forEach(
        change -> {
          if (change.before() != null) {
            latest.types().remove(change.before().name());
          }
        });
    types.forEach(
        change -> {
          if (change.after() != null) {
            latest.types().put(change.after().name(), change.after().type());
          }
        });
    databases.forEach(change -> apply(latest.databases(), change, DatabaseEntry::id));
    schemas.forEach(change -> apply(latest.schemas(), change, SchemaEntry::id));
    roles.forEach(change -> apply(latest.roles(), change, RoleEntry::id));
    comments.forEach((target, change) -> apply(latest.comments(), target, change));
    access.applyTo(latest.access());
    dropped.forEach((id, change) -> apply(latest.droppedTables(), id, change));
    refreshTypes(latest);
    return latest;
  }

  private static <T> void apply(Map<Integer, T> objects, Change<T> change, ToIntFunction<T> id) {
    T known = change.before() == null ? change.after() : change.before();
    apply(objects, id.applyAsInt(requireNonNull(known, "object is null")), change);
  }

  private static <K, T> void apply(Map<K, T> objects, K key, Change<T> change) {
    if (change.after() == null) {
      objects.remove(key);
    } else {
      objects.put(key, change.after());
    }
  }

  /** Replaces the types in tables by those of the state: either may have changed on its own. */
  private void refreshTypes(CatalogObjects objects) {
    Set<UserType> stale = new LinkedHashSet<>();
    types.stream()
        .map(Change::after)
        .filter(Objects::nonNull)
        .forEach(named -> stale.add(named.type()));
    for (Change<Relation> change : relations) {
      if (change.after() instanceof Table table) {
        Set<Integer> used = TypeReferences.of(table.history()).keySet();
        objects.types().values().stream()
            .filter(type -> used.contains(type.id()))
            .forEach(stale::add);
      }
    }
    stale.forEach(objects::refresh);
  }
}
