package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleOptions;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemRelation.Schema;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Catalog snapshot in PostgreSQL's model: schemas, relations, indexes, constraints and types with
 * their OIDs. Immutable.
 */
public final class SystemObjects {
  private static final String PUBLIC_SCHEMA_COMMENT = "standard public schema";

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

  /** CHECK constraint of a domain. */
  public record DomainConstraint(
      long oid, Schema schema, DomainType domain, DomainType.Check check) {}

  private final CatalogSnapshot catalog;
  private final ObjectPrivileges privileges;
  private final CatalogModel model;

  private SystemObjects(NameScope scope) {
    this.catalog = scope.catalog();
    this.privileges = new ObjectPrivileges(scope);
    this.model = CatalogModel.of(catalog, scope.database().id());
  }

  public static SystemObjects of(NameScope scope) {
    return new SystemObjects(scope);
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
    RoleEntry role = catalog.findRole(id);
    return role == null ? SystemOids.OWNER : SystemOids.role(role);
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
    RoleEntry role = catalog.findRole(name);
    return role == null ? 0 : SystemOids.role(role);
  }

  /** Returns the name of a role; null if there is none of this OID. */
  @Nullable String roleName(long oid) {
    RoleEntry role = model.role(oid);
    return role == null ? null : role.name();
  }

  public boolean hasIndex(SystemRelation table) {
    return !model.indexesOf(table.oid()).isEmpty();
  }

  /** Returns whether a relation references another one, or is referenced. */
  public boolean hasForeignKey(SystemRelation table) {
    return model.isReferring(table.oid());
  }

  /** Returns the number of constraints of a kind of a relation. */
  public long countOf(SystemRelation table, char kind) {
    return model.constraintsOf(table.oid()).stream().filter(found -> found.kind() == kind).count();
  }

  /** Returns the comment on a schema; a new schema {@code public} has PostgreSQL's comment. */
  public @Nullable String commentOn(Schema schema) {
    String text = catalog.comment(new CommentTarget(schema.id(), 0));
    return text == null && schema.isPublic() ? PUBLIC_SCHEMA_COMMENT : text;
  }

  public List<Schema> schemas() {
    return model.schemas();
  }

  /** Returns all relations, the system's first. */
  public List<SystemRelation> relations() {
    return model.relations();
  }

  public List<IndexEntry> indexes() {
    return model.indexes();
  }

  public List<ConstraintEntry> constraints() {
    return model.constraints();
  }

  public List<CatalogModel.TypeEntry> types() {
    return model.types();
  }

  /** Returns the constraints of all domains. */
  public List<DomainConstraint> domainConstraints() {
    List<DomainConstraint> found = new ArrayList<>();
    for (CatalogModel.TypeEntry entry : model.types()) {
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
  public CatalogModel.@Nullable TypeEntry domainOf(long oid) {
    for (CatalogModel.TypeEntry entry : model.types()) {
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
    CatalogModel.TypeEntry domain = domainOf(oid);
    if (domain != null) {
      return shapeOf(SystemTypes.oidOf(((DomainType) domain.type()).stored()));
    }
    if (isArrayType(oid)) {
      return SystemTypes.ofArrays(oid - SystemOids.arrayType(0) + SystemOids.of(0));
    }
    return model.relationOfType(oid) != null ? SystemTypes.ofRows() : SystemTypes.ofEnums();
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
    for (CatalogModel.TypeEntry entry : model.types()) {
      boolean isRow = entry.type() instanceof CompositeType;
      if (!isRow && SystemOids.of(entry.type().id()) == oid) {
        return entry.type().name();
      }
      if (SystemOids.arrayType(entry.type().id()) == oid) {
        return "_" + entry.type().name();
      }
    }
    SystemRelation relation = model.relationOfType(oid);
    if (relation == null) {
      return "";
    }
    return relation.typeOid() == oid ? relation.name() : "_" + relation.name();
  }

  boolean isArrayType(long oid) {
    SystemRelation relation = model.relationOfType(oid);
    return relation != null
        ? relation.typeOid() != oid
        : model.types().stream().anyMatch(entry -> SystemOids.arrayType(entry.type().id()) == oid);
  }

  /** Returns the schema of a type; empty if there is none. */
  public String schemaOfType(long oid) {
    if (SystemTypes.find(oid) != null) {
      return SystemTables.CATALOG_SCHEMA;
    }
    for (CatalogModel.TypeEntry entry : model.types()) {
      int id = entry.type().id();
      if (SystemOids.of(id) == oid || SystemOids.arrayType(id) == oid) {
        return entry.schema().name();
      }
    }
    SystemRelation relation = model.relationOfType(oid);
    return relation == null ? "" : relation.schema().name();
  }

  /** Returns whether a schema has a type of this name, the types of arrays and rows included. */
  boolean hasType(String schema, String name) {
    if (schema.equals(SystemTables.CATALOG_SCHEMA)) {
      return SystemTypes.find(name) != null;
    }
    SystemRelation relation = relation(schema, name);
    return (relation != null && relation.typeOid() != 0)
        || model.types().stream()
            .filter(entry -> entry.schema().name().equals(schema))
            .map(entry -> entry.type().name())
            .anyMatch(own -> own.equals(name) || name.equals("_" + own));
  }

  /** Returns the table of an index, or null. */
  public @Nullable Table indexed(SystemRelation index) {
    IndexEntry entry = model.index(index.oid());
    return entry == null ? null : entry.table().table();
  }

  /** Returns the view of an OID, or null. */
  public @Nullable View view(long oid) {
    int id = SystemOids.idOf(oid);
    return id >= 0 && catalog.findRelation(id) instanceof View view ? view : null;
  }

  public @Nullable SystemRelation relation(long oid) {
    return model.relation(oid);
  }

  public @Nullable Schema schema(String name) {
    return schemas().stream().filter(schema -> schema.name().equals(name)).findFirst().orElse(null);
  }

  /** Returns the relation of a name in a schema, or null. */
  public @Nullable SystemRelation relation(String schema, String name) {
    for (SystemRelation found : model.relations(name)) {
      if (found.schema().name().equals(schema)) {
        return found;
      }
    }
    return null;
  }

  /** Returns the relations of a name in all schemas. */
  public List<SystemRelation> relations(String name) {
    return model.relations(name);
  }

  /** Returns the index of an OID, or null. */
  public @Nullable IndexEntry index(long oid) {
    return model.index(oid);
  }

  /** Returns the indexes of a table. */
  public List<IndexEntry> indexesOf(long tableOid) {
    return model.indexesOf(tableOid);
  }

  /** Returns the constraint of an OID that is not of a domain, or null. */
  @Nullable ConstraintEntry constraint(long oid) {
    return model.constraint(oid);
  }

  /** Returns the constraints of a table. */
  public List<ConstraintEntry> constraintsOf(long tableOid) {
    return model.constraintsOf(tableOid);
  }
}
