package dev.colonnade.sql.syntax;

import java.util.List;

/**
 * Name of an object with the names that qualify it.
 *
 * @param parts the names, the object's last
 * @param position offset of the first name
 */
public record QualifiedName(List<String> parts, int position) {
  public QualifiedName {
    parts = List.copyOf(parts);
  }

  public static QualifiedName of(String name, int position) {
    return new QualifiedName(List.of(name), position);
  }

  /** Returns the name of the object itself. */
  public String last() {
    return parts.get(parts.size() - 1);
  }

  /** Returns the names with dots between them, as in messages. */
  public String dotted() {
    return String.join(".", parts);
  }
}
