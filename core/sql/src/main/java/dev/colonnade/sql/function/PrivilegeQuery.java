package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Question whether a role has privileges on an object.
 *
 * @param user name or OID of the role; null for the current user
 * @param object name or OID
 * @param column name or number of a column; null unless it is about a column
 * @param privileges list of privileges, one of which is enough
 */
public record PrivilegeQuery(
    Kind kind, @Nullable String user, String object, @Nullable String column, String privileges) {
  /** Kind of the object. */
  public enum Kind {
    TABLE,
    ANY_COLUMN,
    COLUMN,
    SEQUENCE,
    SCHEMA,
    DATABASE,
    TYPE,
    FUNCTION,
    LANGUAGE,
    /** Table of which the question is whether policies hide rows from the role. */
    ROW_SECURITY,
    /** Object that only superusers have privileges on. */
    OTHER
  }

  public PrivilegeQuery {
    requireNonNull(kind, "kind is null");
    requireNonNull(object, "object is null");
    requireNonNull(privileges, "privileges is null");
  }

  /** Returns the query of a function with two or three arguments, the first of three the user. */
  public static PrivilegeQuery of(
      Kind kind, String first, @Nullable String second, @Nullable String third) {
    return third == null
        ? new PrivilegeQuery(kind, null, first, null, String.valueOf(second))
        : new PrivilegeQuery(kind, first, String.valueOf(second), null, third);
  }
}
