package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

/**
 * Error codes of Colonnade, each with a number, a SQLSTATE and a category.
 *
 * <p>Numbers are sent over the wire and are compared in client programs: they are never changed and
 * never reused, also when a code is retired.
 */
public enum ErrorCode {
  /** A defect of Colonnade itself. */
  INTERNAL(1000, "XX000", Category.FATAL),

  /** No table has this name or id. */
  UNKNOWN_TABLE(1001, "42P01", Category.USER),

  /** The table has no column of this name or id. */
  UNKNOWN_COLUMN(1002, "42703", Category.USER),

  /** A table of this name exists already. */
  DUPLICATE_TABLE(1003, "42P07", Category.USER),

  /** An argument is outside what the operation accepts. */
  INVALID_ARGUMENT(1004, "22023", Category.USER),

  /** A value or expression has another type than its context requires. */
  TYPE_MISMATCH(1005, "42804", Category.USER),

  /** A number does not fit its type. */
  VALUE_OUT_OF_RANGE(1006, "22003", Category.USER),

  /** A text or binary value is longer than its column allows. */
  STRING_TOO_LONG(1007, "22001", Category.USER),

  /** NULL was written to a column that does not allow it. */
  NOT_NULL_VIOLATION(1008, "23502", Category.USER),

  /** A row with the same unique key exists already. */
  UNIQUE_VIOLATION(1009, "23505", Category.USER),

  /** A conflicting transaction committed first; a retry of the transaction may succeed. */
  SERIALIZATION_FAILURE(1010, "40001", Category.RETRY),

  /** The versions at this timestamp have been garbage-collected, or may be at any time. */
  READ_TIMESTAMP_TOO_OLD(1011, "72000", Category.USER),

  /** Another process has this store open. */
  STORE_LOCKED(1012, "55006", Category.USER),

  /** No space is left for the store. */
  DISK_FULL(1013, "53100", Category.USER),

  /** The store was written by a newer version. */
  STORE_FORMAT_TOO_NEW(1014, "0A000", Category.USER),

  /** Bytes read from the store are not of a form that Colonnade writes. */
  STORE_CORRUPT(1015, "XX001", Category.FATAL),

  /** The request would need more memory than its limit. */
  MEMORY_LIMIT(1016, "53200", Category.USER),

  /** The caller canceled the request. */
  CANCELED(1017, "57014", Category.USER),

  /** The request's deadline passed before the request completed. */
  DEADLINE_EXCEEDED(1018, "57014", Category.USER),

  /** The peer sent a message that the protocol does not allow. */
  PROTOCOL_VIOLATION(1019, "08P01", Category.USER),

  /** A frame is larger than the limit. */
  FRAME_TOO_LARGE(1020, "54000", Category.USER),

  /** The outcome of the commit is unknown. */
  COMMIT_UNKNOWN(1021, "08007", Category.USER),

  /** The server is shutting down. */
  SHUTTING_DOWN(1022, "57P01", Category.RETRY),

  /** The server has as many connections as its limit allows. */
  TOO_MANY_CONNECTIONS(1023, "53300", Category.RETRY),

  /** A row is larger than the limit. */
  ROW_TOO_LARGE(1024, "54000", Category.USER),

  /** A column of this name exists already, or is specified twice. */
  DUPLICATE_COLUMN(1025, "42701", Category.USER),

  /** Bytes are not valid UTF-8, or text holds a character that is not allowed. */
  INVALID_TEXT(1026, "22021", Category.USER),

  /** The operation is well formed, and not implemented. */
  UNSUPPORTED(1027, "0A000", Category.USER),

  /** The store could not be read or written. */
  STORE_IO(1028, "58030", Category.FATAL),

  /** The enum has no such label. */
  UNKNOWN_ENUM_LABEL(1029, "22P02", Category.USER),

  /** A row names a schema version that its table does not have. */
  UNKNOWN_SCHEMA_VERSION(1030, "XX001", Category.USER),

  /** The table would have more columns than the limit. */
  TOO_MANY_COLUMNS(1031, "54011", Category.USER),

  /** An object of this name exists already. */
  DUPLICATE_OBJECT(1032, "42710", Category.USER),

  /** No object has this name or id. */
  UNKNOWN_OBJECT(1033, "42704", Category.USER),

  /** The read timestamp is ahead of this server's clock. */
  READ_TIMESTAMP_IN_FUTURE(1034, "22023", Category.USER),

  /** The row that was to be changed does not exist. */
  ROW_NOT_FOUND(1035, "02000", Category.USER),

  /** More work is queued than the limit allows. */
  OVERLOADED(1036, "53000", Category.RETRY),

  /** The range is being split, merged or cleared already. */
  RANGE_BUSY(1037, "55006", Category.RETRY),

  /** The request would exceed a limit. */
  LIMIT_EXCEEDED(1040, "54000", Category.USER),

  /** Another object depends on the object to be dropped. */
  DEPENDENT_OBJECTS(1041, "2BP01", Category.USER),

  /** A name that no object can have. */
  INVALID_NAME(1042, "42602", Category.USER),

  /** A configuration is invalid: an unknown key, or a value out of range. */
  INVALID_CONFIGURATION(1043, "F0000", Category.USER),

  /** The address or port to listen on is in use, not local to this machine, or not permitted. */
  PORT_UNAVAILABLE(1044, "58000", Category.USER),

  /** The range has reached its size limit and was not split in time. */
  RANGE_FULL(1045, "53400", Category.RETRY),

  /** The range cannot be split: it has a single row, or all requests are for a single row. */
  RANGE_UNSPLITTABLE(1046, "55000", Category.USER),

  /** No sequence has this name or id. */
  UNKNOWN_SEQUENCE(1050, "42P01", Category.USER),

  /** A table or sequence of this name exists already. */
  DUPLICATE_SEQUENCE(1051, "42P07", Category.USER),

  /** The sequence has no further value. */
  SEQUENCE_LIMIT(1052, "2200H", Category.USER),

  /** currval or lastval was called before nextval in this session. */
  VALUE_NOT_DRAWN(1053, "55000", Category.USER),

  /** The lock is held by another transaction, and the request was NOWAIT or timed out. */
  LOCK_NOT_AVAILABLE(1060, "55P03", Category.RETRY),

  /** Transactions wait for each other in a cycle. */
  DEADLOCK_DETECTED(1061, "40P01", Category.RETRY),

  /** The number of row locks would exceed the limit. */
  OUT_OF_LOCKS(1062, "53200", Category.USER),

  /** A transaction buffers more writes or has read more than the limit. */
  TRANSACTION_TOO_LARGE(1063, "54000", Category.USER),

  /** A statement writes in a read-only transaction. */
  READ_ONLY_TRANSACTION(1064, "25006", Category.USER),

  /** The transaction has ended, or has failed and can only be rolled back. */
  TRANSACTION_NOT_ACTIVE(1065, "25P02", Category.USER),

  /** There is no savepoint of this name. */
  UNKNOWN_SAVEPOINT(1066, "3B001", Category.USER),

  /** A statement requires a transaction block, and none is open. */
  NO_ACTIVE_TRANSACTION(1068, "25P01", Category.USER),

  /** A transaction was rolled back because it was idle for too long. */
  IDLE_IN_TRANSACTION(1069, "25P03", Category.USER),

  /** There is no prepared statement of this name. */
  UNKNOWN_PREPARED_STATEMENT(1070, "26000", Category.USER),

  /** A prepared statement of this name exists already. */
  DUPLICATE_PREPARED_STATEMENT(1071, "42P05", Category.USER),

  /** The setting cannot be changed. */
  FIXED_SETTING(1072, "55P02", Category.USER),

  /** The cursor was closed with its transaction, or there is none of this name. */
  UNKNOWN_CURSOR(1073, "34000", Category.USER),

  /** The text of a statement is not valid SQL. */
  SYNTAX_ERROR(1080, "42601", Category.USER),

  /** No function or operator accepts arguments of these types. */
  UNKNOWN_FUNCTION(1081, "42883", Category.USER),

  /** A name refers to more than one column. */
  AMBIGUOUS_COLUMN(1082, "42702", Category.USER),

  /** Several functions have the name. */
  AMBIGUOUS_FUNCTION(1140, "42725", Category.USER),

  /** The uses of a parameter decide different types. */
  AMBIGUOUS_PARAMETER(1141, "42P08", Category.USER),

  /**
   * A column is used outside of an aggregate and is not in GROUP BY, or an aggregate is used where
   * none is allowed.
   */
  GROUPING_ERROR(1083, "42803", Category.USER),

  /** A name is specified twice where it must be unique. */
  DUPLICATE_ALIAS(1084, "42712", Category.USER),

  /** A number is divided by zero. */
  DIVISION_BY_ZERO(1085, "22012", Category.USER),

  /** A text cannot be parsed as a value of its type. */
  INVALID_TEXT_REPRESENTATION(1086, "22P02", Category.USER),

  /** A text is not a date or time. */
  INVALID_DATETIME(1087, "22007", Category.USER),

  /** A date or time is outside the range of its type. */
  DATETIME_OUT_OF_RANGE(1088, "22008", Category.USER),

  /** A scalar subquery returned more than one row. */
  CARDINALITY_VIOLATION(1089, "21000", Category.USER),

  /** A statement is longer or nested deeper than the limit. */
  STATEMENT_TOO_COMPLEX(1090, "54001", Category.USER),

  /** A type cannot be determined, or cannot be cast to another. */
  CANNOT_COERCE(1091, "42846", Category.USER),

  /** The type of a parameter cannot be determined. */
  INDETERMINATE_TYPE(1092, "42P18", Category.USER),

  /** A parameter has no value, or there are more values than the statement has parameters. */
  WRONG_PARAMETERS(1093, "08P01", Category.USER),

  /** The definition of a table is invalid. */
  INVALID_DEFINITION(1094, "42P16", Category.USER),

  /** An escape character or pattern is invalid. */
  INVALID_PATTERN(1095, "22025", Category.USER),

  /** A substring has a negative length. */
  SUBSTRING_ERROR(1096, "22011", Category.USER),

  /** A window function is used where none is allowed. */
  WINDOWING_ERROR(1097, "42P20", Category.USER),
  /** No database has this name. */
  UNKNOWN_DATABASE(1110, "3D000", Category.USER),
  /** A database of this name exists already. */
  DUPLICATE_DATABASE(1111, "42P04", Category.USER),
  /** No schema has this name, or no schema has been selected to create in. */
  UNKNOWN_SCHEMA(1112, "3F000", Category.USER),
  /** A schema of this name exists already. */
  DUPLICATE_SCHEMA(1113, "42P06", Category.USER),
  /** A name is reserved for the system. */
  RESERVED_NAME(1114, "42939", Category.USER),
  /** An object is of another kind than the statement requires. */
  WRONG_OBJECT_TYPE(1115, "42809", Category.USER),
  /** The object is in use. */
  OBJECT_IN_USE(1116, "55006", Category.USER),
  /** A statement is not allowed inside a transaction block, or not at this point of one. */
  ACTIVE_TRANSACTION(1117, "25001", Category.USER),
  /** An object is not in the state that the operation requires. */
  WRONG_STATE(1118, "55000", Category.USER),
  /** A value was specified for a column that is GENERATED ALWAYS. */
  GENERATED_ALWAYS(1119, "428C9", Category.USER),
  /** A row violates a check constraint of its table. */
  CHECK_VIOLATION(1130, "23514", Category.USER),
  /** A row references a missing row, or a referenced row would be removed. */
  FOREIGN_KEY_VIOLATION(1131, "23503", Category.USER),
  /** The columns that a foreign key references are not a key. */
  INVALID_FOREIGN_KEY(1132, "42830", Category.USER),

  /** A row written through a view does not satisfy the view's predicate. */
  CHECK_OPTION_VIOLATION(1133, "44000", Category.USER),

  /** A text is not a regular expression. */
  INVALID_REGULAR_EXPRESSION(1120, "2201B", Category.USER),

  /** A root or power is undefined for its arguments. */
  INVALID_ARGUMENT_FOR_POWER(1121, "2201F", Category.USER),

  /** A logarithm is undefined for its argument. */
  INVALID_ARGUMENT_FOR_LOG(1122, "2201E", Category.USER),

  /** The arguments of width_bucket have no positive count or no width. */
  INVALID_ARGUMENT_FOR_BUCKET(1123, "2201G", Category.USER),

  /** A subscript is outside the bounds of an array, text or binary value. */
  ARRAY_SUBSCRIPT(1124, "2202E", Category.USER),

  /** NULL was passed to a function that does not accept it. */
  NULL_NOT_ALLOWED(1125, "22004", Category.USER),

  /** A field of an interval is out of range. */
  INTERVAL_OUT_OF_RANGE(1126, "22015", Category.USER),

  /** One statement would change a row a second time. */
  ROW_CHANGED_TWICE(1127, "21000", Category.USER),

  /** No unique constraint matches the ON CONFLICT specification. */
  INVALID_COLUMN_REFERENCE(1128, "42P10", Category.USER),

  /** A parameter is referenced in a statement that accepts none. */
  UNKNOWN_PARAMETER(1159, "42P02", Category.USER),

  /** LIMIT is negative. */
  NEGATIVE_LIMIT(1170, "2201W", Category.USER),

  /** OFFSET is negative. */
  NEGATIVE_OFFSET(1171, "2201X", Category.USER),

  /** A boundary of a window frame is invalid. */
  INVALID_FRAME_OFFSET(1172, "22013", Category.USER),

  /** The bucket count of ntile is not positive. */
  INVALID_NTILE(1173, "22014", Category.USER),

  /** The row number of nth_value is not positive. */
  INVALID_NTH_VALUE(1179, "22016", Category.USER),

  /** The temporary files of a query would exceed their limit. */
  TEMPORARY_FILE_LIMIT(1174, "53400", Category.USER),

  /** The user is not authorized to connect. */
  INVALID_AUTHORIZATION(1200, "28000", Category.USER),

  /** The password of the user is wrong. */
  INVALID_PASSWORD(1201, "28P01", Category.USER),

  /** Bytes are not a valid binary representation of their type. */
  INVALID_BINARY_REPRESENTATION(1202, "22P03", Category.USER),

  /** A portal of this name exists already. */
  DUPLICATE_CURSOR(1203, "42P03", Category.USER),

  /** The data of COPY FROM does not match the declared format. */
  BAD_COPY_DATA(1204, "22P04", Category.USER),

  /** The session was closed because it was idle for too long. */
  IDLE_SESSION(1205, "57P05", Category.USER),

  /** A WITH RECURSIVE query references itself where that is not allowed. */
  INVALID_RECURSION(1206, "42P19", Category.USER),

  /** The definition of an object is invalid. */
  INVALID_OBJECT_DEFINITION(1207, "42P17", Category.USER),

  /** A character has no equivalent in another encoding. */
  UNTRANSLATABLE_CHARACTER(1208, "22P05", Category.USER),

  /** The user may not do this, or no user may. */
  INSUFFICIENT_PRIVILEGE(1209, "42501", Category.USER),

  /** CREATE SCHEMA contains an object of another schema. */
  INVALID_SCHEMA_DEFINITION(1210, "42P15", Category.USER),

  /** A privilege cannot be granted in this way. */
  INVALID_GRANT(1211, "0LP01", Category.USER),

  /** The options of a cursor exclude each other. */
  INVALID_CURSOR_DEFINITION(1212, "42P11", Category.USER),

  /** The offset of a time zone is out of range. */
  INVALID_TIME_ZONE_DISPLACEMENT(1230, "22009", Category.USER),

  /** A bit string has another length than its type. */
  STRING_LENGTH_MISMATCH(1231, "22026", Category.USER),

  /** An error raised by a block of statements; its SQLSTATE can be any. */
  RAISED(1300, "P0001", Category.USER),

  /** A query that must return a row returned none. */
  NO_DATA_FOUND(1301, "P0002", Category.USER),

  /** A query that must return one row returned several. */
  TOO_MANY_ROWS(1302, "P0003", Category.USER),

  /** An ASSERT of a block of statements failed. */
  ASSERT_FAILURE(1303, "P0004", Category.USER),

  /** A CASE of a block of statements has no branch for its value. */
  CASE_NOT_FOUND(1304, "20000", Category.USER),

  /** COMMIT or ROLLBACK was executed where the transaction cannot end. */
  INVALID_TRANSACTION_TERMINATION(1305, "2D000", Category.USER),

  /** The target of an assignment cannot be assigned. */
  ERROR_IN_ASSIGNMENT(1306, "22005", Category.USER),

  /** Error diagnostics were requested outside of an exception handler. */
  NO_ERROR_HANDLED(1307, "0Z002", Category.USER),

  /** The result of a prepared statement would have other columns than its client knows. */
  RESULT_TYPE_CHANGED(1308, "0A000", Category.USER),

  /** A value violates a rule of its type. */
  DATA_EXCEPTION(1331, "22000", Category.USER),

  /** A text is no well-formed content of an XML element. */
  INVALID_XML_CONTENT(1345, "2200N", Category.USER),

  /** A clause does not apply to a column of this kind. */
  INVALID_COLUMN_DEFINITION(1346, "42611", Category.USER),

  /** A subscript of a JSON path is no single number, or out of bounds. */
  INVALID_JSON_SUBSCRIPT(1347, "22033", Category.USER),

  /** A method of a JSON path is applied to a value that is no number. */
  NON_NUMERIC_JSON_ITEM(1348, "22036", Category.USER),

  /** A JSON path has several values where one is required. */
  SINGLETON_JSON_ITEM_REQUIRED(1349, "22038", Category.USER),

  /** A part of a JSON path requires an array. */
  JSON_ARRAY_NOT_FOUND(1350, "22039", Category.USER),

  /** An object has no member that a JSON path requires. */
  JSON_MEMBER_NOT_FOUND(1351, "2203A", Category.USER),

  /** The operand of a sign in a JSON path is no number. */
  JSON_NUMBER_NOT_FOUND(1352, "2203B", Category.USER),

  /** A part of a JSON path requires an object. */
  JSON_OBJECT_NOT_FOUND(1353, "2203C", Category.USER),

  /** A pattern has too many separators of escape characters. */
  INVALID_ESCAPE_USE(1354, "2200C", Category.USER),

  /** The argument of TABLESAMPLE is invalid. */
  INVALID_SAMPLE_ARGUMENT(1355, "2202H", Category.USER),

  /** The seed of TABLESAMPLE is invalid. */
  INVALID_SAMPLE_SEED(1356, "2202G", Category.USER),

  /** A call has more arguments than the limit. */
  TOO_MANY_ARGUMENTS(1357, "54023", Category.USER),

  /** A file of the server that a statement names does not exist. */
  UNKNOWN_FILE(1358, "58P01", Category.USER),

  /** A file of the server that a statement names cannot be read or written. */
  FILE_IO(1359, "58030", Category.USER),

  /** The cursor has no current row that the statement could change. */
  INVALID_CURSOR_STATE(1360, "24000", Category.USER);

  /** Possible reaction of a caller to an error. */
  public enum Category {
    /** Transient: the same request may succeed when the client retries it. */
    RETRY,
    /** The user has to change the request, or the state that it depends on. */
    USER,
    /** The server or its store needs the attention of an operator. */
    FATAL
  }

  private final int number;
  private final String sqlState;
  private final Category category;

  ErrorCode(int number, String sqlState, Category category) {
    this.number = number;
    this.sqlState = requireNonNull(sqlState, "sqlState is null");
    this.category = requireNonNull(category, "category is null");
  }

  /** Returns the number that identifies this code on the wire. */
  public int number() {
    return number;
  }

  /** Returns the SQLSTATE, five characters; PostgreSQL's where PostgreSQL has the same error. */
  public String sqlState() {
    return sqlState;
  }

  /**
   * Returns whether the error ends a statement whatever it does: it was canceled, the server shuts
   * down, or a resource is used up.
   */
  public boolean isInterruption() {
    return sqlState.startsWith("57") || sqlState.startsWith("53");
  }

  public Category category() {
    return category;
  }
}
