package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleOptions;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.type.UserType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rights of the user of a session for requests outside of SQL: the one place that checks reads,
 * writes, definitions and sequences of the native protocol. Thread-safe.
 *
 * <p>The rights are those of the user that has logged in: SET ROLE applies to SQL only. A request
 * needs the privilege on the whole table; privileges on columns are not enough. Tables whose rows
 * policies hide from the user are refused.
 */
public final class SessionRights {
  private final Supplier<CatalogSnapshot> catalog;
  private final Function<CatalogSnapshot, RolePrivileges> rightsIn;

  /** Rights in the newest catalog that a request has seen; written and read by all threads. */
  private volatile @Nullable Known known;

  /** Rights in one catalog, and the sequences of which values may be allocated. */
  private record Known(
      CatalogSnapshot catalog,
      RolePrivileges rights,
      ConcurrentHashMap<Long, Boolean> allocatable) {}

  /**
   * Creates the rights of a session.
   *
   * @param catalog returns the committed catalog
   * @param rightsIn returns the rights of the user in a state of the catalog
   */
  SessionRights(
      Supplier<CatalogSnapshot> catalog, Function<CatalogSnapshot, RolePrivileges> rightsIn) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.rightsIn = requireNonNull(rightsIn, "rightsIn is null");
  }

  @SuppressWarnings("ReferenceEquality") // another state of the catalog is another object
  private Known known() {
    CatalogSnapshot now = catalog.get();
    Known present = known;
    if (present == null || present.catalog() != now) {
      present = new Known(now, rightsIn.apply(now), new ConcurrentHashMap<>());
      known = present;
    }
    return present;
  }

  /** Returns the rights in the committed catalog. */
  public RolePrivileges rights() {
    return known().rights();
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user may not connect to a database, TOO_MANY_CONNECTIONS
   * if its role has more connections than CONNECTION LIMIT allows.
   *
   * @param count counts the connections of the role, with this one
   */
  public void requireConnect(DatabaseEntry database, IntSupplier count) {
    RoleEntry role = rights().role();
    int limit = role == null ? RoleOptions.UNLIMITED : role.options().connectionLimit();
    if (limit != RoleOptions.UNLIMITED && !rights().isSuperuser() && count.getAsInt() > limit) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_CONNECTIONS,
          "too many connections for role \"%s\"".formatted(role == null ? "" : role.name()));
    }
    if (!rights().has(Privilege.CONNECT, SecuredKind.DATABASE, database.id())) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied for database \"%s\"".formatted(database.name()),
          ErrorFields.NONE.withDetail("User does not have CONNECT privilege."));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not read all rows of a table. */
  public void requireRead(Table table) {
    require(table, Privilege.SELECT.bit());
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user lacks one of some privileges on a table. */
  public void require(Table table, int mask) {
    Known present = known();
    RolePrivileges rights = present.rights();
    if (rights.isSuperuser()) {
      return;
    }
    requireUsage(rights, present.catalog(), table);
    if ((rights.mask(SecuredKind.TABLE, table.id()) & mask) != mask) {
      throw PrivilegeChecks.denied(table);
    }
    if (present.catalog().hidesRows(table.id(), rights)) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "row-level security applies to table \"%s\": its rows are accessed by SQL only"
              .formatted(table.name()));
    }
  }

  /** Returns whether the user may know of a relation: whether it may connect to its database. */
  public boolean sees(Relation relation) {
    Known present = known();
    SchemaEntry schema = present.catalog().findSchema(relation.schemaId());
    return schema != null && mayConnect(present.rights(), schema);
  }

  private static boolean mayConnect(RolePrivileges rights, SchemaEntry schema) {
    return rights.has(Privilege.CONNECT, SecuredKind.DATABASE, schema.databaseId());
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not connect to the database of a relation. */
  public void requireSeen(Relation relation) {
    if (!sees(relation)) {
      throw PrivilegeChecks.denied(relation);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not define columns of a type. */
  public void requireUsage(UserType type) {
    if (!rights().has(Privilege.USAGE, SecuredKind.TYPE, type.id())) {
      throw PrivilegeChecks.denied("type", type.name());
    }
  }

  private static void requireUsage(
      RolePrivileges rights, CatalogSnapshot catalog, Relation relation) {
    SchemaEntry schema = catalog.findSchema(relation.schemaId());
    if (schema == null || !rights.has(Privilege.USAGE, SecuredKind.SCHEMA, schema.id())) {
      throw PrivilegeChecks.denied("schema", schema == null ? "" : schema.name());
    }
    if (!mayConnect(rights, schema)) {
      throw PrivilegeChecks.denied("database", Integer.toString(schema.databaseId()));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user does not own a relation. */
  public void requireOwner(Relation relation) {
    if (!rights().owns(relation.id())) {
      throw PrivilegeChecks.notOwner(relation.kind(), relation.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not create objects in a schema. */
  public void requireCreate(int schemaId) {
    Known present = known();
    SchemaEntry schema = present.catalog().findSchema(schemaId);
    if (schema == null
        || !mayConnect(present.rights(), schema)
        || !present.rights().has(Privilege.CREATE, SecuredKind.SCHEMA, schemaId)) {
      throw PrivilegeChecks.denied("schema", schema == null ? "" : schema.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has not the privileges of a predefined role. */
  public void requireRole(int roleId, String what) {
    if (!rights().hasRole(roleId)) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to " + what);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user is no superuser. */
  public void requireSuperuser(String what) {
    if (!rights().isSuperuser()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to " + what);
    }
  }

  /**
   * Makes the user the owner of a sequence that it has created.
   *
   * @param change changes the catalog
   */
  public void own(long sequenceId, Consumer<Consumer<CatalogEdit>> change) {
    int ownerId = rights().roleId();
    if (ownerId != BuiltIns.BOOTSTRAP_ID) {
      change.accept(
          edit -> {
            SequenceEntry sequence = sequence(edit.snapshot(), sequenceId);
            if (sequence != null) {
              edit.changeAccess(sequence.id(), new ObjectAccess(ownerId));
            }
          });
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not allocate values of a sequence. */
  public void requireNextValue(long sequenceId) {
    Known present = known();
    if (present.rights().isSuperuser()
        || Boolean.TRUE.equals(present.allocatable().get(sequenceId))) {
      return;
    }
    requireSequence(sequenceId, Privilege.mask(Privilege.USAGE, Privilege.UPDATE));
    present.allocatable().put(sequenceId, true);
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has none of some privileges on a sequence. */
  public void requireSequence(long sequenceId, int anyOf) {
    Known present = known();
    RolePrivileges rights = present.rights();
    if (rights.isSuperuser()) {
      return;
    }
    SequenceEntry sequence = sequence(present.catalog(), sequenceId);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied for sequence " + sequenceId);
    }
    requireUsage(rights, present.catalog(), sequence);
    if ((rights.mask(SecuredKind.SEQUENCE, sequence.id()) & anyOf) == 0) {
      throw PrivilegeChecks.denied(sequence);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user does not own a sequence. */
  public void requireSequenceOwner(long sequenceId) {
    Known present = known();
    SequenceEntry sequence = sequence(present.catalog(), sequenceId);
    boolean isOwner =
        present.rights().isSuperuser()
            || (sequence != null && present.rights().owns(sequence.id()));
    if (!isOwner) {
      throw PrivilegeChecks.notOwner(
          "sequence", sequence == null ? Long.toString(sequenceId) : sequence.name());
    }
  }

  private static @Nullable SequenceEntry sequence(CatalogSnapshot catalog, long sequenceId) {
    for (Relation relation : catalog.relations()) {
      if (relation instanceof SequenceEntry sequence && sequence.sequenceId() == sequenceId) {
        return sequence;
      }
    }
    return null;
  }
}
