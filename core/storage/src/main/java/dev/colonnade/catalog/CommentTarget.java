package dev.colonnade.catalog;

/**
 * What a comment is about.
 *
 * @param objectId of a relation, type, schema, database or role
 * @param columnId of a column of a relation; 0 for the object as such
 */
public record CommentTarget(int objectId, int columnId) implements Comparable<CommentTarget> {
  @Override
  public int compareTo(CommentTarget other) {
    int byObject = Integer.compare(objectId, other.objectId);
    return byObject != 0 ? byObject : Integer.compare(columnId, other.columnId);
  }
}
