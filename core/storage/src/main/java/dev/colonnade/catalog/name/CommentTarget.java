package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/**
 * Target of a COMMENT statement: an object, a column, or a named part of an object.
 *
 * @param objectId id of a relation, type, schema, database or role
 * @param columnId id of a column of a relation; 0 for all others
 * @param part kind and name of an index or a constraint of a table, or of a constraint of a domain;
 *     empty for all others
 */
public record CommentTarget(int objectId, int columnId, String part)
    implements Comparable<CommentTarget> {
  private static final String INDEX = "i";
  private static final String CONSTRAINT = "c";

  public CommentTarget {
    requireNonNull(part, "part is null");
  }

  /** Creates the target of an object or a column. */
  public CommentTarget(int objectId, int columnId) {
    this(objectId, columnId, "");
  }

  /** Returns the target of an index of a table. */
  public static CommentTarget index(int tableId, String name) {
    return new CommentTarget(tableId, 0, INDEX + name);
  }

  /** Returns the target of a constraint of a table or a domain. */
  public static CommentTarget constraint(int ownerId, String name) {
    return new CommentTarget(ownerId, 0, CONSTRAINT + name);
  }

  /** Returns whether this is an index or a constraint. */
  public boolean isPart() {
    return !part.isEmpty();
  }

  /** Returns whether this is an index. */
  public boolean isIndex() {
    return part.startsWith(INDEX);
  }

  /** Returns the name of the index or constraint. */
  public String name() {
    return part.substring(1);
  }

  /** Returns the target of the same kind with another name. */
  public CommentTarget named(String newName) {
    return new CommentTarget(objectId, columnId, part.charAt(0) + newName);
  }

  @Override
  public int compareTo(CommentTarget other) {
    int byObject = Integer.compare(objectId, other.objectId);
    int byColumn = byObject != 0 ? byObject : Integer.compare(columnId, other.columnId);
    return byColumn != 0 ? byColumn : part.compareTo(other.part);
  }
}
