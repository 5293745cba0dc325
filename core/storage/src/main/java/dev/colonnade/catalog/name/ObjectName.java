package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Qualified name: a schema id and a name. In each schema, tables, views and sequences share one
 * namespace; types have another.
 */
public record ObjectName(int schemaId, String name) implements Comparable<ObjectName> {
  private static final Comparator<ObjectName> ORDER =
      Comparator.comparingInt(ObjectName::schemaId).thenComparing(ObjectName::name);

  public ObjectName {
    requireNonNull(name, "name is null");
  }

  /** Returns a name in the schema {@code public} of the database {@code colonnade}. */
  public static ObjectName ofPublic(String name) {
    return new ObjectName(BuiltIns.PUBLIC_ID, name);
  }

  /**
   * Returns the least name of a schema: all names of the schema are between it and the least name
   * of the next schema id.
   */
  public static ObjectName first(int schemaId) {
    return new ObjectName(schemaId, "");
  }

  @Override
  public int compareTo(ObjectName other) {
    return ORDER.compare(this, other);
  }
}
