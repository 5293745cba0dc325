package dev.colonnade.sql.compare.schema;

import java.util.List;

/** SQL types of columns and expressions, each with a small domain of literals. */
public enum Type {
  INT("int", List.of("0", "1", "2", "3", "4", "5", "7", "-1", "-3", "10", "42")),
  BIGINT("bigint", List.of("0", "1", "2", "3", "4", "5", "-1", "100", "3000000000")),
  SMALLINT("smallint", List.of("0", "1", "2", "3", "4", "-2", "7")),
  NUMERIC(
      "numeric",
      List.of("0", "1", "2", "3.5", "1.5", "-2.25", "10", "0.1", "4", "100.01", "'NaN'")),
  DOUBLE(
      "double precision",
      List.of("0", "1", "2", "0.5", "-1.5", "2.25", "4", "1000", "'NaN'", "'Infinity'")),
  REAL("real", List.of("0", "1", "2", "0.5", "-1.5", "3.25", "'NaN'")),
  TEXT("text", List.of("''", "'a'", "'b'", "'ab'", "'abc'", "'B'", "'a b'", "'x%'", "'1'", "'z'")),
  CHAR("char(4)", List.of("'a'", "'b'", "'ab'", "'abc'", "'abcd'", "'B'", "''")),
  BOOLEAN("boolean", List.of("true", "false")),
  DATE(
      "date",
      List.of("'2024-01-01'", "'2024-01-31'", "'2024-02-29'", "'2023-12-31'", "'2020-06-15'")),
  TIMESTAMP(
      "timestamp",
      List.of(
          "'2024-01-01 00:00:00'",
          "'2024-01-31 12:30:00'",
          "'2024-02-29 23:59:59.5'",
          "'2023-12-31 00:00:00'",
          "'2020-06-15 06:00:00'")),
  TIMESTAMPTZ(
      "timestamptz",
      List.of(
          "'2024-01-01 00:00:00+00'",
          "'2024-01-31 12:30:00+00'",
          "'2024-02-29 23:59:59.5+00'",
          "'2023-12-31 00:00:00+00'")),
  INTERVAL(
      "interval",
      List.of("'1 day'", "'2 days'", "'1 mon'", "'-1 day'", "'03:00:00'", "'1 year 2 mons'")),
  UUID(
      "uuid",
      List.of(
          "'00000000-0000-0000-0000-000000000001'",
          "'00000000-0000-0000-0000-000000000002'",
          "'70000000-0000-0000-0000-00000000000f'")),
  INT_ARRAY("int[]", List.of("'{}'", "'{1}'", "'{1,2}'", "'{2,1,3}'", "'{NULL,1}'", "'{5}'")),
  TIME("time", List.of("'00:00:00'", "'12:30:00'", "'23:59:59.5'", "'06:00:00'")),
  JSONB(
      "jsonb",
      List.of(
          "'1'",
          "'2'",
          "'null'",
          "'\"a\"'",
          "'true'",
          "'{\"a\":1}'",
          "'{\"a\":\"x\",\"b\":null}'",
          "'[1,2,\"a\"]'",
          "'[]'",
          "'{\"a\":{\"b\":[1,2]}}'")),
  RANGE("int4range", List.of("'[1,5)'", "'empty'", "'(,3]'", "'[2,)'", "'[5,5]'", "'(,)'")),
  BYTEA("bytea", List.of("'\\x'", "'\\x00ff'", "'\\xdead'", "'abc'")),
  TEXT_ARRAY("text[]", List.of("'{}'", "'{a,b}'", "'{NULL,\"a b\"}'", "'{b}'", "'{b,a,b}'")),
  MOOD("mood", List.of("'sad'", "'ok'", "'happy'")),
  PAIR("pair", List.of("'(1,a)'", "'(,b)'", "'(2,)'", "'(,)'", "'(1,b)'"));

  /** Statements that create the types of which a server has none. */
  public static final List<String> DEFINITIONS =
      List.of(
          "create type mood as enum ('sad', 'ok', 'happy')", "create type pair as (x int, y text)");

  private final String sqlName;

  @SuppressWarnings("ImmutableEnumChecker") // immutable lists
  private final List<String> values;

  Type(String sqlName, List<String> values) {
    this.sqlName = sqlName;
    this.values = values;
  }

  public String sqlName() {
    return sqlName;
  }

  /** Returns values as texts that are valid in a VALUES list of an INSERT. */
  public List<String> domain() {
    return values;
  }

  public boolean isInteger() {
    return this == INT || this == BIGINT || this == SMALLINT;
  }

  public boolean isNumber() {
    return isInteger() || this == NUMERIC || this == DOUBLE || this == REAL;
  }

  /** Returns whether min and max exist. */
  public boolean hasMinimum() {
    return switch (this) {
      case BOOLEAN, UUID, JSONB, RANGE, BYTEA, PAIR -> false;
      default -> true;
    };
  }

  /** Returns whether a column can be in a key of an index. */
  public boolean isIndexable() {
    return switch (this) {
      case INT_ARRAY, TEXT_ARRAY, INTERVAL, JSONB, RANGE, PAIR -> false;
      default -> true;
    };
  }

  /** Returns a value as an expression that has this type by itself. */
  public String literal(String value) {
    return switch (this) {
      case INT, BOOLEAN -> value;
      case NUMERIC -> value.contains(".") ? value : value + "::numeric";
      case DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> sqlName + " " + value;
      default -> "(" + value + ")::" + sqlName;
    };
  }

  /** Returns the NULL of this type as an expression. */
  public String nullLiteral() {
    return "null::" + sqlName;
  }
}
