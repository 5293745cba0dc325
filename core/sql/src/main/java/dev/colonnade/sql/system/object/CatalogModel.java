package dev.colonnade.sql.system.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.AttributeNumbers;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.sql.system.object.SystemRelation.Schema;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Relations, indexes, constraints and types of one database of a catalog snapshot in PostgreSQL's
 * model, the same for all sessions. Computed once for a snapshot and a database. Immutable.
 */
public final class CatalogModel {
  /** Type that a statement has defined, with its schema. */
  public record TypeEntry(Schema schema, UserType type) {}

  private static final Schema PG_CATALOG =
      new Schema(SystemOids.PG_CATALOG, SystemTables.CATALOG_SCHEMA, Schema.NO_ID);
  private static final Schema INFORMATION_SCHEMA =
      new Schema(SystemOids.INFORMATION_SCHEMA, SystemTables.INFORMATION_SCHEMA, Schema.NO_ID);
  private static final List<SystemRelation> SYSTEM_RELATIONS = systemRelations();

  private final CatalogSnapshot catalog;
  private final int databaseId;
  private final List<Schema> schemas = new ArrayList<>();
  private final List<SystemRelation> relations = new ArrayList<>(SYSTEM_RELATIONS);
  private final List<IndexEntry> indexes = new ArrayList<>();
  private final List<TypeEntry> types = new ArrayList<>();
  private final Map<Long, SystemRelation> relationsByOid = new HashMap<>();
  private final Map<String, List<SystemRelation>> relationsByName = new HashMap<>();

  /** Relations by the types of their rows and of arrays of them. */
  private final Map<Long, SystemRelation> relationsByType = new HashMap<>();

  private final Map<Long, IndexEntry> indexesByOid = new HashMap<>();
  private final Map<Long, List<IndexEntry>> indexesByTable = new HashMap<>();
  private final List<SystemRelation> tables = new ArrayList<>();

  /** Constraints once they are needed. */
  private volatile @Nullable Constraints constraints;

  private final Map<Long, RoleEntry> rolesByOid = new HashMap<>();

  private CatalogModel(CatalogSnapshot catalog, int databaseId) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.databaseId = databaseId;
    schemas.add(PG_CATALOG);
    schemas.add(INFORMATION_SCHEMA);
    catalog.roles().forEach(role -> rolesByOid.put(SystemOids.role(role), role));
    for (SchemaEntry entry : catalog.schemas(databaseId)) {
      Schema schema = new Schema(SystemOids.schema(entry), entry.name(), entry.id());
      schemas.add(schema);
      catalog.relations(entry.id()).forEach(relation -> add(schema, relation));
      for (UserType type : catalog.types(entry.id())) {
        types.add(new TypeEntry(schema, type));
        if (type instanceof CompositeType row) {
          relations.add(relation(schema, row));
        }
      }
    }
    relations.forEach(this::register);
    indexes.forEach(this::register);
  }

  /** Returns the role of an OID, or null. */
  @Nullable RoleEntry role(long oid) {
    return rolesByOid.get(oid);
  }

  /** Returns the model of a database of a snapshot. */
  static CatalogModel of(CatalogSnapshot catalog, int databaseId) {
    return catalog.derived(
        CatalogModel.class, databaseId, () -> new CatalogModel(catalog, databaseId));
  }

  private void register(SystemRelation relation) {
    relationsByOid.put(relation.oid(), relation);
    relationsByName.computeIfAbsent(relation.name(), _ -> new ArrayList<>(1)).add(relation);
    if (relation.typeOid() != 0) {
      relationsByType.putIfAbsent(relation.typeOid(), relation);
      int id = SystemOids.idOf(relation.oid());
      if (id >= 0) {
        relationsByType.putIfAbsent(SystemOids.arrayType(id), relation);
      }
    }
  }

  private void register(IndexEntry index) {
    indexesByOid.putIfAbsent(index.relation().oid(), index);
    indexesByTable.computeIfAbsent(index.table().oid(), _ -> new ArrayList<>(2)).add(index);
  }

  /** Constraints of all tables. */
  private static final class Constraints {
    final List<ConstraintEntry> all = new ArrayList<>();
    final Map<Long, ConstraintEntry> byOid = new HashMap<>();
    final Map<Long, List<ConstraintEntry>> byTable = new HashMap<>();

    /** OIDs of the relations that reference others or are referenced. */
    final Set<Long> referring = new HashSet<>();

    void add(ConstraintEntry constraint) {
      all.add(constraint);
      byOid.putIfAbsent(constraint.oid(), constraint);
      byTable.computeIfAbsent(constraint.table().oid(), _ -> new ArrayList<>(2)).add(constraint);
      if (constraint.reference() != null) {
        referring.add(constraint.table().oid());
        referring.add(constraint.reference().table().oid());
      }
    }
  }

  /** Returns the constraints of all tables; two threads may read them at the same time. */
  private Constraints allConstraints() {
    Constraints known = constraints;
    if (known == null) {
      Constraints read = new Constraints();
      for (SystemRelation relation : tables) {
        Table table = requireNonNull(relation.table(), "table is null");
        new IndexConstraintReader(table, relation)
            .constraints(relationsByOid::get)
            .forEach(read::add);
      }
      known = read;
      constraints = read;
    }
    return known;
  }

  private static List<SystemRelation> systemRelations() {
    List<SystemRelation> found = new ArrayList<>();
    for (SystemTable table : SystemTables.all()) {
      boolean isCatalog = table.schema().equals(SystemTables.CATALOG_SCHEMA);
      if (table.schema().equals(SystemTables.INTERNAL_SCHEMA)) {
        continue;
      }
      List<Attribute> attributes = new ArrayList<>();
      for (SystemColumn column : table.columns()) {
        attributes.add(
            new Attribute(
                attributes.size() + 1,
                column.name(),
                SystemTypes.oidOf(column),
                SystemTypes.NO_MODIFIER,
                column.required(),
                null));
      }
      found.add(
          new SystemRelation(
              table.oid(),
              table.name(),
              isCatalog ? PG_CATALOG : INFORMATION_SCHEMA,
              table.kind(),
              table.rowTypeOid(),
              attributes,
              null,
              null));
    }
    return List.copyOf(found);
  }

  private void add(Schema schema, dev.colonnade.catalog.relation.Relation found) {
    switch (found) {
      case Table table -> add(schema, table);
      case View view -> relations.add(view(schema, view));
      case SequenceEntry sequence -> {
        if (!isHidden(sequence)) {
          relations.add(sequence(schema, sequence));
        }
      }
    }
  }

  /** Returns whether the sequence generates the values of a hidden key. */
  private boolean isHidden(SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    return owner != null
        && catalog.table(owner.tableId()).schema().column(owner.columnId()).isHidden();
  }

  private void add(Schema schema, Table table) {
    TableObjects objects = table.derived(TableObjects.class, () -> objectsOf(schema, table));
    if (objects.namesTypes() || !objects.relation().schema().equals(schema)) {
      objects = objectsOf(schema, table);
    }
    tables.add(objects.relation());
    relations.add(objects.relation());
    for (IndexEntry index : objects.indexes()) {
      indexes.add(index);
      relations.add(index.relation());
    }
  }

  /**
   * Objects of a table, which are the same in all snapshots that have the table in the schema.
   *
   * @param namesTypes whether a default has the name of a type, which may change
   */
  private record TableObjects(
      SystemRelation relation, List<IndexEntry> indexes, boolean namesTypes) {}

  private TableObjects objectsOf(Schema schema, Table table) {
    TableProperties clauses = table.descriptor().properties();
    List<Attribute> attributes = new ArrayList<>();
    boolean namesTypes = false;
    AttributeNumbers numbers = AttributeNumbers.of(table.schema());
    for (Column column : table.schema().visibleColumns()) {
      Attribute attribute = attribute(column, clauses, numbers.of(column.id()));
      attributes.add(attribute);
      namesTypes |=
          attribute.defaultText() != null && column.type() instanceof ColumnType.Enumerated;
    }
    SystemRelation relation =
        new SystemRelation(
            SystemOids.of(table.id()),
            table.name(),
            schema,
            SystemRelation.TABLE,
            SystemOids.rowType(table.id()),
            attributes,
            table,
            null);
    return new TableObjects(
        relation, new IndexConstraintReader(table, relation).indexes(), namesTypes);
  }

  private Attribute attribute(Column column, TableProperties clauses, int attnum) {
    IdentityColumn identity = clauses.identities().get(column.id());
    String text = clauses.defaults().get(column.id());
    GeneratedColumn generated = clauses.generated().get(column.id());
    return new Attribute(
        column.id(),
        column.name(),
        SystemTypes.oidOf(column.type(), column.domain()),
        modifierOf(column),
        !column.nullable(),
        generated != null
            ? generated.text()
            : identity == null && text != null ? defaultText(text, column) : null,
        identity == null ? "" : identity.always() ? "a" : "d",
        generated != null,
        attnum);
  }

  private static int modifierOf(Column column) {
    if (column.domain() != null) {
      return SystemTypes.NO_MODIFIER;
    }
    return column.modifier() >= 0 ? column.modifier() : SystemTypes.modifierOf(column.type());
  }

  private String defaultText(String text, Column column) {
    return column.type() instanceof ColumnType.Enumerated(EnumType type)
        ? ExpressionText.ofEnum(text, nameOf(type))
        : ExpressionText.ofDefault(text, SystemTypes.oidOf(column.type(), column.domain()));
  }

  private String nameOf(EnumType type) {
    for (SchemaEntry schema : catalog.schemas(databaseId)) {
      if (catalog.types(schema.id()).stream().anyMatch(known -> known.id() == type.id())) {
        return DdlText.quoted(schema.name()) + "." + DdlText.quoted(type.name());
      }
    }
    return DdlText.quoted(type.name());
  }

  /**
   * Returns the relation of a view. Its columns have names only; their types are resolved per
   * statement.
   */
  private static SystemRelation view(Schema schema, View view) {
    List<Attribute> attributes = new ArrayList<>();
    for (String name : view.columnNames()) {
      attributes.add(
          new Attribute(
              attributes.size() + 1, name, SystemTypes.TEXT, SystemTypes.NO_MODIFIER, false, null));
    }
    return new SystemRelation(
        SystemOids.of(view.id()),
        view.name(),
        schema,
        SystemRelation.VIEW,
        SystemOids.rowType(view.id()),
        attributes,
        null,
        view.query());
  }

  /** Returns the relation of a composite type. */
  private static SystemRelation relation(Schema schema, CompositeType row) {
    List<Attribute> attributes = new ArrayList<>();
    for (CompositeType.Attribute attribute : row.attributes()) {
      attributes.add(
          new Attribute(
              attribute.id(),
              attribute.name(),
              SystemTypes.oidOf(attribute.type(), attribute.domain()),
              attribute.domain() == null
                  ? SystemTypes.modifierOf(attribute.type())
                  : SystemTypes.NO_MODIFIER,
              false,
              null));
    }
    return new SystemRelation(
        SystemOids.of(row.id()),
        row.name(),
        schema,
        SystemRelation.COMPOSITE,
        SystemOids.rowType(row.id()),
        attributes,
        null,
        null);
  }

  private static SystemRelation sequence(Schema schema, SequenceEntry sequence) {
    List<Attribute> attributes =
        List.of(
            sequenceColumn(1, "last_value", SystemTypes.BIGINT),
            sequenceColumn(2, "log_cnt", SystemTypes.BIGINT),
            sequenceColumn(3, "is_called", SystemTypes.BOOLEAN));
    return new SystemRelation(
        SystemOids.of(sequence.id()),
        sequence.name(),
        schema,
        SystemRelation.SEQUENCE,
        0,
        attributes,
        null,
        null);
  }

  private static Attribute sequenceColumn(int number, String name, long type) {
    return new Attribute(number, name, type, SystemTypes.NO_MODIFIER, true, null);
  }

  List<Schema> schemas() {
    return schemas;
  }

  List<SystemRelation> relations() {
    return relations;
  }

  List<IndexEntry> indexes() {
    return indexes;
  }

  List<ConstraintEntry> constraints() {
    return allConstraints().all;
  }

  List<TypeEntry> types() {
    return types;
  }

  /** Returns the relation of an OID, or null. */
  @Nullable SystemRelation relation(long oid) {
    return relationsByOid.get(oid);
  }

  /** Returns the relations of a name in all schemas. */
  List<SystemRelation> relations(String name) {
    return relationsByName.getOrDefault(name, List.of());
  }

  /** Returns the relation of a type of rows or of arrays of rows, or null. */
  @Nullable SystemRelation relationOfType(long typeOid) {
    return relationsByType.get(typeOid);
  }

  /** Returns the index of an OID, or null. */
  @Nullable IndexEntry index(long oid) {
    return indexesByOid.get(oid);
  }

  /** Returns the indexes of a table. */
  List<IndexEntry> indexesOf(long tableOid) {
    return indexesByTable.getOrDefault(tableOid, List.of());
  }

  /** Returns the constraint of an OID, or null. */
  @Nullable ConstraintEntry constraint(long oid) {
    return allConstraints().byOid.get(oid);
  }

  /** Returns the constraints of a table. */
  List<ConstraintEntry> constraintsOf(long tableOid) {
    return allConstraints().byTable.getOrDefault(tableOid, List.of());
  }

  /** Returns whether a relation references another one, or is referenced. */
  boolean isReferring(long oid) {
    return allConstraints().referring.contains(oid);
  }
}
