package dev.colonnade.catalog.name;

/**
 * Target of a COMMENT statement: an object or a column.
 *
 * @param objectId id of a relation, type, schema, database or role
 * @param columnId id of a column of a relation; 0 for the object itself
 */
public record CommentTarget(int objectId, int columnId) implements Comparable<CommentTarget> {
  @Override
  public int compareTo(CommentTarget other) {
    int byObject = Integer.compare(objectId, other.objectId);
    return byObject != 0 ? byObject : Integer.compare(columnId, other.columnId);
  }
}
