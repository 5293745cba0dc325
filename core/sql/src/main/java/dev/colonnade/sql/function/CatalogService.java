package dev.colonnade.sql.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statement service of the system catalog information functions. Null stands for an object that
 * does not exist.
 */
public interface CatalogService extends StatementService {
  /** Returns the SQL name of a type; {@code ???} if there is none. */
  String formatType(long typeOid, int modifier);

  /** Returns a catalog expression over the columns of a relation in display form. */
  String expression(String stored, long relationOid, boolean pretty);

  @Nullable String constraintDefinition(long oid, boolean pretty);

  /**
   * Returns the CREATE INDEX statement of an index, or the definition of one of its columns.
   *
   * @param column from 1; 0 for the whole statement
   */
  @Nullable String indexDefinition(long oid, int column, boolean pretty);

  /** Returns the CREATE TABLE statement of a table. */
  @Nullable String createStatement(long oid);

  /** Returns the query of a view. */
  @Nullable String viewDefinition(long oid, boolean pretty);

  /** Returns the comment on an object. */
  @Nullable String comment(long classOid, long oid, int column);

  /** Returns the OID of a relation of {@code pg_catalog}; 0 if there is none of this name. */
  long catalogOid(String relation);

  @Nullable String userName(long oid);

  /** Returns whether the unqualified name of a relation resolves to it; null if there is none. */
  @Nullable Boolean isTableVisible(long oid);

  @Nullable Boolean isTypeVisible(long oid);

  @Nullable Boolean isFunctionVisible(long oid);

  /**
   * Returns the size of a relation in bytes, optionally with its indexes; null if there is none.
   */
  @Nullable Long relationBytes(long oid, boolean withIndexes);

  /** Returns the size of all tables in bytes. */
  long databaseBytes();

  @Nullable String functionResult(long oid);

  @Nullable String functionArguments(long oid);

  /** Returns the sequence that a column owns. */
  @Nullable String serialSequence(String table, String column);

  /** Returns the value of a setting; null if there is none of this name. */
  @Nullable String setting(String name);

  /** Sets a setting and returns its new value. */
  String set(String name, String value, boolean isLocal);

  /** Returns the name of the session's database. */
  String database();

  /** Returns the name of the current user. */
  String user();

  /** Returns the name of the session's user. */
  String sessionUser();

  /**
   * Returns whether a user is a member of a role, has its privileges, or may grant it;
   * UNKNOWN_OBJECT if one of them does not exist.
   *
   * @param user name or OID
   * @param role name or OID
   * @param membership MEMBER, USAGE, or either with an option
   */
  boolean hasRole(String user, String role, String membership);

  /** Returns whether a role has a privilege; null if the object does not exist. */
  @Nullable Boolean hasPrivilege(PrivilegeQuery query);

  /** Returns the OID of a role; 0 if there is none of this name. */
  long roleOid(String name);

  /** Returns the schemas of the search path, without the system's. */
  List<String> schemas();

  /** Returns the OID of the session's schema for temporary tables; 0 if there is none. */
  long temporarySchemaOid();

  /** Returns whether a schema contains the temporary tables of another session. */
  boolean isOthersTemporary(long oid);
}
