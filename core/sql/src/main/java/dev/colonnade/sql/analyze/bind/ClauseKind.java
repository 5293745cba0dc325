package dev.colonnade.sql.analyze.bind;

/**
 * Clause that an expression belongs to: it decides which calls are allowed, and names the clause in
 * errors ("aggregate functions are not allowed in WHERE").
 */
public enum ClauseKind {
  SELECT("SELECT"),
  FROM_FUNCTION("functions in FROM"),
  JOIN_ON("JOIN conditions"),
  WHERE("WHERE"),
  FILTER("FILTER"),
  GROUP_BY("GROUP BY"),
  HAVING("HAVING"),
  WINDOW_PARTITION("window definitions"),
  WINDOW_ORDER("window definitions"),
  WINDOW_FRAME("window definitions"),
  ORDER_BY("ORDER BY"),
  DISTINCT_ON("DISTINCT ON"),
  LIMIT("LIMIT"),
  OFFSET("OFFSET"),
  VALUES("VALUES"),
  INSERT_VALUE("VALUES"),
  UPDATE_SOURCE("UPDATE"),
  MERGE_WHEN("MERGE WHEN conditions"),
  RETURNING("RETURNING"),
  DEFAULT("DEFAULT expressions"),
  CHECK("check constraints"),
  GENERATED("column generation expressions"),
  INDEX_EXPRESSION("index expressions"),
  INDEX_PREDICATE("index predicates"),
  ALTER_TYPE("transform expressions"),
  EXECUTE_PARAMETER("EXECUTE parameters"),
  POLICY("policy expressions"),
  COPY_WHERE("COPY FROM WHERE conditions"),
  PARTITION_BOUND("partition bound"),
  SUBSCRIPT("SELECT"),
  PROCEDURAL("SELECT");

  private final String text;

  ClauseKind(String text) {
    this.text = text;
  }

  /** Returns whether the clause may not have subqueries. */
  public boolean isWithoutQueries() {
    return switch (this) {
      case DEFAULT,
          CHECK,
          GENERATED,
          INDEX_EXPRESSION,
          INDEX_PREDICATE,
          ALTER_TYPE,
          EXECUTE_PARAMETER,
          COPY_WHERE ->
          true;
      case SELECT,
          FROM_FUNCTION,
          JOIN_ON,
          WHERE,
          FILTER,
          GROUP_BY,
          HAVING,
          WINDOW_PARTITION,
          WINDOW_ORDER,
          WINDOW_FRAME,
          ORDER_BY,
          DISTINCT_ON,
          LIMIT,
          OFFSET,
          VALUES,
          INSERT_VALUE,
          UPDATE_SOURCE,
          MERGE_WHEN,
          RETURNING,
          POLICY,
          PARTITION_BOUND,
          SUBSCRIPT,
          PROCEDURAL ->
          false;
    };
  }

  /** Returns the name of one expression of the clause in errors. */
  public String singular() {
    return text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
  }

  /** Returns the name of the clause in errors. */
  public String text() {
    return text;
  }
}
