package dev.colonnade.sql.compare.schema;

import java.util.List;

/** SQL types of columns and expressions, each with a small domain of literals. */
public enum Type {
  INT("int", List.of("0", "1", "2", "3", "4", "5", "7", "-1", "-3", "10", "42")),
  BIGINT("bigint", List.of("0", "1", "2", "3", "4", "5", "-1", "100", "3000000000")),
  SMALLINT("smallint", List.of("0", "1", "2", "3", "4", "-2", "7")),
  NUMERIC("numeric", List.of("0", "1", "2", "3.5", "1.5", "-2.25", "10", "0.1", "4", "100.01")),
  DOUBLE("double precision", List.of("0", "1", "2", "0.5", "-1.5", "2.25", "4", "1000")),
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
  INT_ARRAY("int[]", List.of("'{}'", "'{1}'", "'{1,2}'", "'{2,1,3}'", "'{NULL,1}'", "'{5}'"));

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
    return isInteger() || this == NUMERIC || this == DOUBLE;
  }

  /** Returns whether min and max exist. */
  public boolean hasMinimum() {
    return this != BOOLEAN && this != UUID;
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
