package dev.colonnade.sql.system;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.sql.system.Relation.Attribute;
import dev.colonnade.sql.system.Relation.Schema;
import dev.colonnade.type.Column;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the catalogue as PostgreSQL would list it: schemas, relations, indexes, constraints
 * and types with their OIDs. Immutable.
 */
final class SystemObjects {
  private static final Schema PG_CATALOG =
      new Schema(SystemOids.PG_CATALOG, SystemTables.CATALOG_SCHEMA);
  private static final Schema INFORMATION_SCHEMA =
      new Schema(SystemOids.INFORMATION_SCHEMA, SystemTables.INFORMATION_SCHEMA);
  private static final Schema PUBLIC = new Schema(SystemOids.PUBLIC, "public");

  private static final List<Relation> SYSTEM_RELATIONS = systemRelations();

  /** A database. */
  record Database(long oid, String name) {}

  /** Someone who may have sessions. */
  record Role(long oid, String name, boolean canLogin, boolean isSuperuser) {}

  private final List<Schema> schemas = new ArrayList<>();
  private final List<Relation> relations = new ArrayList<>(SYSTEM_RELATIONS);
  private final List<IndexEntry> indexes = new ArrayList<>();
  private final List<ConstraintEntry> constraints = new ArrayList<>();
  private final List<EnumType> enums;
  private final Map<Long, Relation> relationsByOid = new HashMap<>();

  private SystemObjects(CatalogSnapshot catalog) {
    List<TableRulesReader> ruled = new ArrayList<>();
    schemas.add(PG_CATALOG);
    schemas.add(INFORMATION_SCHEMA);
    schemas.add(PUBLIC);
    catalog.tables().forEach(table -> ruled.add(add(table)));
    enums = catalog.enums();
    relations.forEach(relation -> relationsByOid.put(relation.oid(), relation));
    ruled.forEach(rules -> constraints.addAll(rules.constraints(relationsByOid::get)));
  }

  static SystemObjects of(CatalogSnapshot catalog) {
    return new SystemObjects(catalog);
  }

  private static List<Relation> systemRelations() {
    List<Relation> found = new ArrayList<>();
    for (SystemTable table : SystemTables.all()) {
      boolean isCatalog = table.schema().equals(SystemTables.CATALOG_SCHEMA);
      List<Attribute> attributes = new ArrayList<>();
      for (SystemColumn column : table.columns()) {
        attributes.add(
            new Attribute(
                attributes.size() + 1,
                column.name(),
                column.typeOid(),
                SystemTypes.NO_MODIFIER,
                column.required(),
                null));
      }
      found.add(
          new Relation(
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

  private TableRulesReader add(Table table) {
    List<Attribute> attributes = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      attributes.add(attribute(column, table.descriptor().defaults().get(column.id())));
    }
    Relation relation =
        new Relation(
            SystemOids.of(table.id()),
            table.name(),
            PUBLIC,
            Relation.TABLE,
            SystemOids.rowType(table.id()),
            attributes,
            table,
            null);
    TableRulesReader rules = new TableRulesReader(table, relation);
    relations.add(relation);
    for (IndexEntry index : rules.indexes()) {
      indexes.add(index);
      relations.add(index.relation());
    }
    return rules;
  }

  private static Attribute attribute(Column column, @Nullable String defaultText) {
    return new Attribute(
        column.id(),
        column.name(),
        SystemTypes.oidOf(column.type()),
        SystemTypes.modifierOf(column.type()),
        !column.nullable(),
        defaultText);
  }

  List<Database> databases() {
    return List.of(new Database(5, "postgres"), new Database(6, "colonnade"));
  }

  /** The OID of a database; 0 if there is none of this name. */
  long databaseOid(String name) {
    return databases().stream()
        .filter(database -> database.name().equals(name))
        .mapToLong(Database::oid)
        .findFirst()
        .orElse(0);
  }

  List<Role> roles() {
    return List.of(
        new Role(SystemOids.OWNER, ServerTables.OWNER_NAME, true, true),
        new Role(SystemOids.OWNER + 1, "colonnade", true, true));
  }

  /** The OID of a role; 0 if there is none of this name. */
  long roleOid(String name) {
    return roles().stream()
        .filter(role -> role.name().equals(name))
        .mapToLong(Role::oid)
        .findFirst()
        .orElse(0);
  }

  boolean hasIndex(Relation table) {
    return indexes.stream().anyMatch(index -> index.table().oid() == table.oid());
  }

  /** Whether a relation refers to another one, or another one to it. */
  boolean hasForeignKey(Relation table) {
    return constraints.stream()
        .anyMatch(
            constraint ->
                constraint.reference() != null
                    && (constraint.table().oid() == table.oid()
                        || constraint.reference().table().oid() == table.oid()));
  }

  /** How many constraints of a kind a relation has. */
  long countOf(Relation table, char kind) {
    return constraints.stream()
        .filter(found -> found.kind() == kind && found.table().oid() == table.oid())
        .count();
  }

  List<Schema> schemas() {
    return schemas;
  }

  /** All relations, the system's first. */
  List<Relation> relations() {
    return relations;
  }

  List<IndexEntry> indexes() {
    return indexes;
  }

  List<ConstraintEntry> constraints() {
    return constraints;
  }

  List<EnumType> enums() {
    return enums;
  }

  /** The name of a type of a user's; empty if there is none. */
  String nameOfType(long oid) {
    for (EnumType type : enums) {
      if (SystemOids.of(type.id()) == oid) {
        return type.name();
      }
      if (SystemOids.arrayType(type.id()) == oid) {
        return "_" + type.name();
      }
    }
    return relations.stream()
        .filter(relation -> relation.typeOid() == oid && oid != 0)
        .map(Relation::name)
        .findFirst()
        .orElse("");
  }

  /** The schema of a type of a user's. */
  String schemaOfType(long oid) {
    return relations.stream()
        .filter(relation -> relation.typeOid() == oid && oid != 0)
        .map(relation -> relation.schema().name())
        .findFirst()
        .orElse(PUBLIC.name());
  }

  @Nullable Relation relation(long oid) {
    return relationsByOid.get(oid);
  }

  @Nullable Schema schema(String name) {
    return schemas.stream().filter(schema -> schema.name().equals(name)).findFirst().orElse(null);
  }

  /** The relation of a name in a schema, or null. */
  @Nullable Relation relation(String schema, String name) {
    return relations.stream()
        .filter(found -> found.name().equals(name) && found.schema().name().equals(schema))
        .findFirst()
        .orElse(null);
  }
}
