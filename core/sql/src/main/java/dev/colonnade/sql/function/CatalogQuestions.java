package dev.colonnade.sql.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What functions about the catalogue are answered from. Null stands for what is not there. */
public interface CatalogQuestions extends StatementService {
  /** The name of a type as SQL writes it; {@code ???} if there is none. */
  String formatType(long typeOid, int modifier);

  /** An expression of the catalogue over the columns of a relation, as it is shown. */
  String expression(String kept, long relationOid, boolean pretty);

  @Nullable String constraintDefinition(long oid, boolean pretty);

  /**
   * The statement that would make an index, or the name of one of its columns.
   *
   * @param column from 1; 0 for the whole statement
   */
  @Nullable String indexDefinition(long oid, int column, boolean pretty);

  /** The statement that would make a table. */
  @Nullable String createStatement(long oid);

  /** The query of a view. */
  @Nullable String viewDefinition(long oid);

  /** What COMMENT ON said of a thing. */
  @Nullable String comment(long classOid, long oid, int column);

  /** The OID of a relation of {@code pg_catalog}, 0 if there is none of this name. */
  long catalogOid(String relation);

  @Nullable String userName(long oid);

  /** Whether a relation is found by its name alone; null if there is none. */
  @Nullable Boolean isTableVisible(long oid);

  @Nullable Boolean isTypeVisible(long oid);

  @Nullable Boolean isFunctionVisible(long oid);

  /** The bytes of a relation, its indexes included if asked for; null if there is none. */
  @Nullable Long relationBytes(long oid, boolean withIndexes);

  /** The bytes of all tables. */
  long databaseBytes();

  @Nullable String functionResult(long oid);

  @Nullable String functionArguments(long oid);

  /** The sequence that a column's default draws from. */
  @Nullable String serialSequence(String table, String column);

  /** The value of a setting; null if there is none of this name. */
  @Nullable String setting(String name);

  /** Sets a setting, and tells its value then. */
  String set(String name, String value, boolean isLocal);

  /** The name of the session's database. */
  String database();

  String user();

  /** The schemas in which names are looked up, without those of the system. */
  List<String> schemas();

  /** The number of the session's schema for temporary tables; 0 if there is none. */
  long temporarySchemaOid();

  /** Whether a schema is there for the temporary tables of another session. */
  boolean isOthersTemporary(long oid);
}
