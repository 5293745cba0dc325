package dev.colonnade.catalog.restore;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.TableRows;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copy of the objects of a database of another catalog, as a part of a {@link CatalogEdit}: all but
 * temporary ones. The copies have new ids; the ids of columns, indexes and schema versions stay, so
 * that rows and entries can be copied as they are. Roles are those of the same names.
 */
public final class DatabaseCopy {
  private final CatalogSnapshot source;
  private final DatabaseEntry database;
  private final Map<Long, Long> sequenceIds;

  /**
   * Creates a copy, which can be added to any number of edits.
   *
   * @param sequenceIds storage ids of new sequences by those of the sequences in the other store
   */
  public DatabaseCopy(CatalogSnapshot source, DatabaseEntry database, Map<Long, Long> sequenceIds) {
    this.source = requireNonNull(source, "source is null");
    this.database = requireNonNull(database, "database is null");
    this.sequenceIds = Map.copyOf(sequenceIds);
  }

  /** Table with its copy, which has no rows. */
  public record CopiedTable(Table source, Table copy) {}

  /** Database whose restore is not complete, and its tables. */
  public record Result(DatabaseEntry database, List<CopiedTable> tables) {
    public Result {
      requireNonNull(database, "database is null");
      tables = List.copyOf(tables);
    }
  }

  /** Returns the sequences of a database, without temporary ones. */
  public static List<SequenceEntry> sequences(CatalogSnapshot source, DatabaseEntry database) {
    return relations(source, database, SequenceEntry.class);
  }

  private static List<SchemaEntry> schemas(CatalogSnapshot source, DatabaseEntry database) {
    return source.schemas(database.id()).stream().filter(schema -> !schema.isTemporary()).toList();
  }

  private static <R extends Relation> List<R> relations(
      CatalogSnapshot source, DatabaseEntry database, Class<R> kind) {
    return schemas(source, database).stream()
        .flatMap(schema -> source.relations(schema.id()).stream())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /**
   * Adds the database to a change, as one whose restore is not complete.
   *
   * @throws ColonnadeException DUPLICATE_DATABASE; UNKNOWN_OBJECT if a role does not exist;
   *     LIMIT_EXCEEDED
   */
  public Result addTo(CatalogEdit edit, String name) {
    CopiedIds ids = new CopiedIds(source, edit.snapshot());
    CopiedAccess access = new CopiedAccess(source, ids);
    DatabaseEntry created = new NamespaceEdit(edit).beginRestore(name);
    ids.put(database.id(), created.id());
    addSchemas(edit, ids, created);
    List<SequenceEntry> sequences = relations(source, database, SequenceEntry.class);
    for (SequenceEntry sequence : sequences) {
      long storageId = requireNonNull(sequenceIds.get(sequence.sequenceId()), "no sequence");
      ids.put(sequence.id(), edit.createSequence(copied(sequence, ids), storageId, null).id());
    }
    CopiedTypes types = new CopiedTypes(edit, ids);
    List<Table> tables = relations(source, database, Table.class);
    types.addAll(source, types(tables));
    for (Table table : tables) {
      ids.put(table.id(), create(table, edit, ids, types).id());
    }
    List<View> views = relations(source, database, View.class);
    for (View view : views) {
      View.Lookup unresolved = new View.Lookup(List.of(), Set.of());
      ids.put(
          view.id(),
          edit.createView(
                  copied(view, ids),
                  view.query(),
                  view.columnNames(),
                  unresolved,
                  view.checkOption())
              .id());
    }
    // References between the objects, all of which have ids now.
    sequences.forEach(sequence -> own(sequence, edit, ids));
    views.forEach(view -> edit.replace(resolved(view, ids)));
    List<CopiedTable> copies = new ArrayList<>();
    for (Table table : tables) {
      copies.add(new CopiedTable(table, complete(table, edit, ids)));
    }
    access.addTo(edit, database);
    return new Result(created, copies);
  }

  private void addSchemas(CatalogEdit edit, CopiedIds ids, DatabaseEntry created) {
    NamespaceEdit names = new NamespaceEdit(edit);
    SchemaEntry initial =
        requireNonNull(
            edit.snapshot().findSchema(created.id(), BuiltIns.PUBLIC), "no initial schema");
    boolean hasInitial = false;
    for (SchemaEntry schema : schemas(source, database)) {
      boolean isInitial = schema.name().equals(BuiltIns.PUBLIC);
      hasInitial |= isInitial;
      SchemaEntry copy = isInitial ? initial : names.createSchema(created.id(), schema.name());
      ids.put(schema.id(), copy.id());
    }
    if (!hasInitial) {
      names.dropSchema(initial);
    }
  }

  private static ObjectName copied(Relation relation, CopiedIds ids) {
    return new ObjectName(ids.of(relation.schemaId()), relation.name());
  }

  /** Returns the types of the database, and dropped ones whose values rows may contain. */
  private List<UserType> types(List<Table> tables) {
    Map<Integer, UserType> all = new HashMap<>();
    source.types().forEach(type -> all.put(type.id(), type));
    Set<Integer> needed = new HashSet<>();
    schemas(source, database)
        .forEach(schema -> source.types(schema.id()).forEach(type -> needed.add(type.id())));
    tables.forEach(table -> needed.addAll(TypeReferences.of(table.history()).keySet()));
    List<Integer> open = new ArrayList<>(needed);
    while (!open.isEmpty()) {
      UserType type = all.get(open.removeLast());
      if (type != null) {
        CopiedTypes.contained(type).stream().filter(needed::add).forEach(open::add);
      }
    }
    return needed.stream()
        .sorted()
        .map(id -> requireNonNull(all.get(id), "type is missing"))
        .toList();
  }

  /** Creates a table without what references other objects. */
  private static Table create(Table table, CatalogEdit edit, CopiedIds ids, CopiedTypes types) {
    TableConstraints own = table.descriptor().constraints();
    return edit.createTable(
        copied(table, ids),
        types.copyOf(table.history()),
        TableProperties.NONE,
        new TableConstraints(
            own.keyName(), own.nextIndexId(), own.indexes(), own.checks(), List.of()));
  }

  private static Table complete(Table table, CatalogEdit edit, CopiedIds ids) {
    Table created = edit.snapshot().table(ids.of(table.id()));
    TableConstraints own = created.descriptor().constraints();
    List<ForeignKey> references =
        table.descriptor().constraints().foreignKeys().stream()
            .map(key -> key.withTarget(key.target().tableId(), ids.of(key.target().tableId())))
            .toList();
    TableRows rows = table.descriptor().rows().settled();
    return edit.change(
        created,
        new TableDescriptor(
            created.id(),
            created.objectName(),
            created.history(),
            propertiesOf(table, ids),
            new TableConstraints(
                own.keyName(), own.nextIndexId(), own.indexes(), own.checks(), references),
            new TableRows(rows.indexId(), 0, null, List.of())));
  }

  private static TableProperties propertiesOf(Table table, CopiedIds ids) {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>();
    properties.defaults().forEach((column, text) -> defaults.put(column, ids.text(text)));
    Map<Integer, IdentityColumn> identities = new HashMap<>();
    properties
        .identities()
        .forEach(
            (column, identity) ->
                identities.put(
                    column, new IdentityColumn(identity.always(), ids.of(identity.sequenceId()))));
    return properties.withDefaults(defaults).withIdentities(identities);
  }

  private static void own(SequenceEntry sequence, CatalogEdit edit, CopiedIds ids) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner == null) {
      return;
    }
    if (edit.snapshot().findRelation(ids.of(sequence.id())) instanceof SequenceEntry copy) {
      edit.replace(
          copy.ownedBy(
              new SequenceEntry.Owner(
                  ids.of(owner.tableId()), owner.columnId(), owner.isIdentity())));
    }
  }

  private static View resolved(View view, CopiedIds ids) {
    Set<View.Dependency> dependencies = new HashSet<>();
    for (View.Dependency dependency : view.lookup().dependencies()) {
      if (ids.has(dependency.objectId())) {
        dependencies.add(new View.Dependency(ids.of(dependency.objectId()), dependency.columnId()));
      }
    }
    return new View(
        ids.of(view.id()),
        copied(view, ids),
        view.query(),
        view.columnNames(),
        new View.Lookup(ids.path(view.lookup().path()), dependencies),
        view.checkOption(),
        view.security());
  }
}
