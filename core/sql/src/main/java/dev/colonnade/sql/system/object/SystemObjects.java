package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.RoleOptions;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.sql.system.object.SystemRelation.Schema;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Catalog snapshot in PostgreSQL's model: schemas, relations, indexes, constraints and types with
 * their OIDs. Immutable.
 */
public final class SystemObjects {
  private static final Schema PG_CATALOG =
      new Schema(SystemOids.PG_CATALOG, SystemTables.CATALOG_SCHEMA, Schema.NO_ID);
  private static final Schema INFORMATION_SCHEMA =
      new Schema(SystemOids.INFORMATION_SCHEMA, SystemTables.INFORMATION_SCHEMA, Schema.NO_ID);
  private static final String PUBLIC_SCHEMA_COMMENT = "standard public schema";
  private static final List<SystemRelation> SYSTEM_RELATIONS = systemRelations();

  /** Database. */
  public record Database(int id, long oid, String name) {}

  /** Membership of a role in another one. */
  public record Membership(long roleOid, long memberOid, long grantorOid, boolean hasAdminOption) {}

  /** Role. */
  public record Role(
      long oid,
      String name,
      boolean canLogin,
      boolean isSuperuser,
      RoleOptions options,
      @Nullable String verifier) {
    /** Returns the name only, never the verifier. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** Type that a statement has defined, with its schema. */
  public record TypeEntry(Schema schema, UserType type) {}

  /** CHECK constraint of a domain. */
  public record DomainConstraint(
      long oid, Schema schema, DomainType domain, DomainType.Check check) {}

  private final NameScope scope;
  private final CatalogSnapshot catalog;
  private final ObjectPrivileges privileges;
  private final List<Schema> schemas = new ArrayList<>();
  private final List<SystemRelation> relations = new ArrayList<>(SYSTEM_RELATIONS);
  private final List<IndexEntry> indexes = new ArrayList<>();
  private final List<ConstraintEntry> constraints = new ArrayList<>();
  private final List<TypeEntry> types = new ArrayList<>();
  private final Map<Long, SystemRelation> relationsByOid = new HashMap<>();
  private final Map<Long, List<ConstraintEntry>> constraintsByTable = new HashMap<>();

  /** OIDs of the relations with indexes. */
  private final Set<Long> indexed = new HashSet<>();

  /** OIDs of the relations that reference others or are referenced. */
  private final Set<Long> referring = new HashSet<>();

  private SystemObjects(NameScope scope) {
    this.scope = scope;
    this.catalog = scope.catalog();
    this.privileges = new ObjectPrivileges(scope);
    schemas.add(PG_CATALOG);
    schemas.add(INFORMATION_SCHEMA);
    List<IndexConstraintReader> constraintReaders = new ArrayList<>();
    for (SchemaEntry entry : catalog.schemas(scope.database().id())) {
      Schema schema = new Schema(SystemOids.schema(entry), entry.name(), entry.id());
      schemas.add(schema);
      catalog.relations(entry.id()).forEach(relation -> add(schema, relation, constraintReaders));
      for (UserType type : catalog.types(entry.id())) {
        types.add(new TypeEntry(schema, type));
        if (type instanceof CompositeType row) {
          relations.add(relation(schema, row));
        }
      }
    }
    relations.forEach(relation -> relationsByOid.put(relation.oid(), relation));
    constraintReaders.forEach(
        reader -> constraints.addAll(reader.constraints(relationsByOid::get)));
    indexes.forEach(index -> indexed.add(index.table().oid()));
    constraints.forEach(this::register);
  }

  private void register(ConstraintEntry constraint) {
    constraintsByTable
        .computeIfAbsent(constraint.table().oid(), _ -> new ArrayList<>())
        .add(constraint);
    if (constraint.reference() != null) {
      referring.add(constraint.table().oid());
      referring.add(constraint.reference().table().oid());
    }
  }

  public static SystemObjects of(NameScope scope) {
    return new SystemObjects(scope);
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

  private void add(
      Schema schema,
      dev.colonnade.catalog.relation.Relation found,
      List<IndexConstraintReader> constraintReaders) {
    switch (found) {
      case Table table -> constraintReaders.add(add(schema, table));
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

  private IndexConstraintReader add(Schema schema, Table table) {
    List<Attribute> attributes = new ArrayList<>();
    for (Column column : table.schema().visibleColumns()) {
      attributes.add(attribute(column, table.descriptor().properties()));
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
    IndexConstraintReader reader = new IndexConstraintReader(table, relation);
    relations.add(relation);
    for (IndexEntry index : reader.indexes()) {
      indexes.add(index);
      relations.add(index.relation());
    }
    return reader;
  }

  private Attribute attribute(Column column, TableProperties clauses) {
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
            : identity == null && text != null
                ? defaultText(DefaultClause.displayText(text, scope), column)
                : null,
        identity == null ? "" : identity.always() ? "a" : "d",
        generated != null);
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
        : ExpressionText.ofDefault(text, column.type());
  }

  private String nameOf(EnumType type) {
    for (SchemaEntry schema : catalog.schemas(scope.database().id())) {
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

  public List<Database> databases() {
    return catalog.databases().stream()
        .map(
            database -> new Database(database.id(), SystemOids.database(database), database.name()))
        .toList();
  }

  /** Returns the OID of a database; 0 if there is none. */
  public long databaseOid(int databaseId) {
    return catalog.databases().stream()
        .filter(database -> database.id() == databaseId)
        .mapToLong(SystemOids::database)
        .findFirst()
        .orElse(0);
  }

  /** Returns the name of a database; null if there is none of the id. */
  public @Nullable String databaseName(int databaseId) {
    return catalog.databases().stream()
        .filter(database -> database.id() == databaseId)
        .map(database -> database.name())
        .findFirst()
        .orElse(null);
  }

  public long databaseOid(String name) {
    return databases().stream()
        .filter(database -> database.name().equals(name))
        .mapToLong(Database::oid)
        .findFirst()
        .orElse(0);
  }

  /** Returns the roles, the predefined ones first. */
  public List<Role> roles() {
    return rolesOfCatalog()
        .sorted(Comparator.comparing(role -> !role.name().startsWith("pg_")))
        .toList();
  }

  /** Returns the owners and privileges of objects. */
  public ObjectPrivileges privileges() {
    return privileges;
  }

  /** Returns the memberships of roles. */
  public List<Membership> memberships() {
    return catalog.roles().stream()
        .flatMap(
            member ->
                member.memberships().stream()
                    .map(
                        membership ->
                            new Membership(
                                roleOid(membership.roleId()),
                                SystemOids.role(member),
                                roleOid(membership.grantorId()),
                                membership.hasAdminOption())))
        .toList();
  }

  private long roleOid(int id) {
    return catalog.roles().stream()
        .filter(role -> role.id() == id)
        .mapToLong(SystemOids::role)
        .findFirst()
        .orElse(SystemOids.OWNER);
  }

  private Stream<Role> rolesOfCatalog() {
    return catalog.roles().stream()
        .map(
            role ->
                new Role(
                    SystemOids.role(role),
                    role.name(),
                    role.canLogin(),
                    role.isSuperuser(),
                    role.options(),
                    role.verifier()));
  }

  /** Returns the OID of a role; 0 if there is none of this name. */
  public long roleOid(String name) {
    return roles().stream()
        .filter(role -> role.name().equals(name))
        .mapToLong(Role::oid)
        .findFirst()
        .orElse(0);
  }

  public boolean hasIndex(SystemRelation table) {
    return indexed.contains(table.oid());
  }

  /** Returns whether a relation references another one, or is referenced. */
  public boolean hasForeignKey(SystemRelation table) {
    return referring.contains(table.oid());
  }

  /** Returns the number of constraints of a kind of a relation. */
  public long countOf(SystemRelation table, char kind) {
    return constraintsByTable.getOrDefault(table.oid(), List.of()).stream()
        .filter(found -> found.kind() == kind)
        .count();
  }

  /** Returns the comment on a schema; a new schema {@code public} has PostgreSQL's comment. */
  public @Nullable String commentOn(Schema schema) {
    String text = catalog.comment(new CommentTarget(schema.id(), 0));
    return text == null && schema.isPublic() ? PUBLIC_SCHEMA_COMMENT : text;
  }

  public List<Schema> schemas() {
    return schemas;
  }

  /** Returns all relations, the system's first. */
  public List<SystemRelation> relations() {
    return relations;
  }

  public List<IndexEntry> indexes() {
    return indexes;
  }

  public List<ConstraintEntry> constraints() {
    return constraints;
  }

  public List<TypeEntry> types() {
    return types;
  }

  /** Returns the constraints of all domains. */
  public List<DomainConstraint> domainConstraints() {
    List<DomainConstraint> found = new ArrayList<>();
    for (TypeEntry entry : types) {
      if (entry.type() instanceof DomainType domain) {
        Set<Long> used = new HashSet<>();
        for (DomainType.Check check : domain.checks()) {
          int turn = 0;
          long oid = SystemOids.namedConstraint(domain.id(), check.name(), turn);
          while (!used.add(oid)) {
            oid = SystemOids.namedConstraint(domain.id(), check.name(), ++turn);
          }
          found.add(new DomainConstraint(oid, entry.schema(), domain, check));
        }
      }
    }
    return found;
  }

  /** Returns the domain of an OID with its schema; null if the OID is none of a domain. */
  public @Nullable TypeEntry domainOf(long oid) {
    for (TypeEntry entry : types) {
      if (entry.type() instanceof DomainType && SystemOids.of(entry.type().id()) == oid) {
        return entry;
      }
    }
    return null;
  }

  /** Returns the properties of the type of an OID that {@code pg_attribute} repeats. */
  public SystemTypes.Type shapeOf(long oid) {
    SystemTypes.Type builtIn = SystemTypes.find(oid);
    if (builtIn != null) {
      return builtIn;
    }
    TypeEntry domain = domainOf(oid);
    if (domain != null) {
      return shapeOf(SystemTypes.oidOf(((DomainType) domain.type()).stored()));
    }
    if (isArrayType(oid)) {
      return SystemTypes.ofArrays(oid - SystemOids.arrayType(0) + SystemOids.of(0));
    }
    boolean isRow = relations.stream().anyMatch(relation -> relation.typeOid() == oid);
    return isRow ? SystemTypes.ofRows() : SystemTypes.ofEnums();
  }

  public CatalogSnapshot catalog() {
    return catalog;
  }

  /** Returns the name of a type; empty if there is none. */
  public String nameOfType(long oid) {
    SystemTypes.Type builtIn = SystemTypes.find(oid);
    if (builtIn != null) {
      return builtIn.name();
    }
    for (TypeEntry entry : types) {
      boolean isRow = entry.type() instanceof CompositeType;
      if (!isRow && SystemOids.of(entry.type().id()) == oid) {
        return entry.type().name();
      }
      if (SystemOids.arrayType(entry.type().id()) == oid) {
        return "_" + entry.type().name();
      }
    }
    for (SystemRelation relation : relations) {
      if (relation.typeOid() == oid && oid != 0) {
        return relation.name();
      }
      if (isArrayType(relation, oid)) {
        return "_" + relation.name();
      }
    }
    return "";
  }

  boolean isArrayType(long oid) {
    return types.stream().anyMatch(entry -> SystemOids.arrayType(entry.type().id()) == oid)
        || relations.stream().anyMatch(relation -> isArrayType(relation, oid));
  }

  /** Returns whether an OID is that of the arrays of a user relation's rows. */
  private static boolean isArrayType(SystemRelation relation, long oid) {
    int id = SystemOids.idOf(relation.oid());
    return id >= 0 && relation.typeOid() != 0 && SystemOids.arrayType(id) == oid;
  }

  /** Returns the schema of a type; empty if there is none. */
  public String schemaOfType(long oid) {
    if (SystemTypes.find(oid) != null) {
      return SystemTables.CATALOG_SCHEMA;
    }
    for (TypeEntry entry : types) {
      int id = entry.type().id();
      if (SystemOids.of(id) == oid || SystemOids.arrayType(id) == oid) {
        return entry.schema().name();
      }
    }
    return relations.stream()
        .filter(relation -> (relation.typeOid() == oid && oid != 0) || isArrayType(relation, oid))
        .map(relation -> relation.schema().name())
        .findFirst()
        .orElse("");
  }

  /** Returns the table of an index, or null. */
  public @Nullable Table indexed(SystemRelation index) {
    return indexes.stream()
        .filter(entry -> entry.relation().oid() == index.oid())
        .map(entry -> entry.table().table())
        .findFirst()
        .orElse(null);
  }

  /** Returns the view of an OID, or null. */
  public @Nullable View view(long oid) {
    int id = SystemOids.idOf(oid);
    return id >= 0 && catalog.findRelation(id) instanceof View view ? view : null;
  }

  public @Nullable SystemRelation relation(long oid) {
    return relationsByOid.get(oid);
  }

  public @Nullable Schema schema(String name) {
    return schemas.stream().filter(schema -> schema.name().equals(name)).findFirst().orElse(null);
  }

  /** Returns the relation of a name in a schema, or null. */
  public @Nullable SystemRelation relation(String schema, String name) {
    return relations.stream()
        .filter(found -> found.name().equals(name) && found.schema().name().equals(schema))
        .findFirst()
        .orElse(null);
  }
}
